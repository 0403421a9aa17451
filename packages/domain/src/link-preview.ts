import { limits } from './limits'
import { shownLine } from './shown-name'

/** The preview that the sender's phone made of a link in its message. The server never fetches that page itself. */
export interface LinkPreview {
  /** http or https, of a link that occurs in the text. */
  readonly url: string
  /** One line, never empty. */
  readonly title: string
  /** One line; empty where the phone sent none. */
  readonly description: string
  /** A small JPEG of the page, in base64. Missing where none came, or none that may be shown (`isSmallJpeg`). */
  readonly picture?: string
}

interface SentPreview {
  /** The link as it is written in the text. */
  readonly link: string
  readonly title: string
  readonly description: string
}

/**
 * The preview that may be shown, or null. A stranger controls its content, so it must lead to the address of the
 * written link: only http and https, and no user name or password that disguises another host. Pure.
 */
export function linkPreviewOf(text: string, { link, title, description }: SentPreview): LinkPreview | null {
  if (link.length > limits.linkPreview.url) return null
  const url = addressOf(link)
  const shownTitle = shownLine(title, limits.linkPreview.title)
  if (url === null || shownTitle === '' || !containsLink(text, link)) return null
  return { url, title: shownTitle, description: shownLine(description, limits.linkPreview.description) }
}

const withinLonger = /[\p{L}\p{N}/.@=?&#%+-]$/u
const sentenceEnds = /[.,;:!?)\]}>"'”’»…*_~]{0,8}(?=\s|$)/uy

/** True when the text contains the whole link: a part of a longer one would lead elsewhere. */
function containsLink(text: string, link: string): boolean {
  for (let at = text.indexOf(link); at !== -1; at = text.indexOf(link, at + 1)) {
    sentenceEnds.lastIndex = at + link.length
    if (!withinLonger.test(text.slice(Math.max(0, at - 2), at)) && sentenceEnds.test(text)) return true
  }
  return false
}

/** Phones also recognize `loja.com.br/sofa` as a link. */
function addressOf(link: string): string | null {
  const whole = /^https?:\/\//i.test(link) ? link : `https://${link}`
  if (/[\s\p{Cc}\p{Cf}\\<>"]/u.test(link) || !URL.canParse(whole)) return null
  const { href, hostname, username, password } = new URL(whole)
  if (username !== '' || password !== '' || !hostname.includes('.')) return null
  return href.length > limits.linkPreview.url ? null : href
}
