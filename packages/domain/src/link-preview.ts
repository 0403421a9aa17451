import { limits } from './limits'
import { shownLine } from './shown-name'

/** What the sender's phone told of the page behind a link of its message. We never ask that page ourselves. */
export interface LinkPreview {
  /** http or https, of a link that stands in the text. */
  readonly url: string
  /** One line, never empty. */
  readonly title: string
  /** One line; empty where nothing was told. */
  readonly description: string
  /** A small JPEG of it, in base64. Not there where none came, or none that may be shown (`isSmallJpeg`). */
  readonly picture?: string
}

interface ToldPreview {
  /** The part of the text that is the link, as it was written there. */
  readonly link: string
  readonly title: string
  readonly description: string
}

/**
 * The preview as we may show it, or null. A stranger may tell anything, so that it leads where the written link leads
 * and nowhere else: only http and https, and nobody hides another address behind a name and password. Pure.
 */
export function linkPreviewOf(text: string, { link, title, description }: ToldPreview): LinkPreview | null {
  if (link.length > limits.linkPreview.url) return null
  const url = addressOf(link)
  const shownTitle = shownLine(title, limits.linkPreview.title)
  if (url === null || shownTitle === '' || !standsIn(text, link)) return null
  return { url, title: shownTitle, description: shownLine(description, limits.linkPreview.description) }
}

const withinLonger = /[\p{L}\p{N}/.@=?&#%+-]$/u
const sentenceEnds = /[.,;:!?)\]}>"'”’»…*_~]{0,8}(?=\s|$)/uy

/** As a link of its own: a part of a longer one would lead elsewhere. */
function standsIn(text: string, link: string): boolean {
  for (let at = text.indexOf(link); at !== -1; at = text.indexOf(link, at + 1)) {
    sentenceEnds.lastIndex = at + link.length
    if (!withinLonger.test(text.slice(Math.max(0, at - 2), at)) && sentenceEnds.test(text)) return true
  }
  return false
}

/** Phones take `loja.com.br/sofa` for a link too. */
function addressOf(link: string): string | null {
  const whole = /^https?:\/\//i.test(link) ? link : `https://${link}`
  if (/[\s\p{Cc}\p{Cf}\\<>"]/u.test(link) || !URL.canParse(whole)) return null
  const { href, hostname, username, password } = new URL(whole)
  if (username !== '' || password !== '' || !hostname.includes('.')) return null
  return href.length > limits.linkPreview.url ? null : href
}
