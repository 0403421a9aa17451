import { limits } from './limits'
import { safeSingleLine } from './shown-name'

/** The preview made by the sender's phone. The server never fetches the page itself. */
export interface LinkPreview {
  /** An http or https address that occurs in the text. */
  readonly url: string
  /** One line of text, never empty. */
  readonly title: string
  /** One line of text; empty when the phone sent none. */
  readonly description: string
  /** A small JPEG in base64. Omitted when the phone sent none, or when `isSmallJpeg` rejected it. */
  readonly picture?: string
}

interface SentPreview {
  /** The link as the text spells it. */
  readonly link: string
  readonly title: string
  readonly description: string
}

/**
 * The preview if it is safe to show, else null. A stranger controls it, so it must lead to the link in the
 * text, by http or https, without a user name or password that could disguise another host.
 */
export function linkPreviewOf(text: string, { link, title, description }: SentPreview): LinkPreview | null {
  if (link.length > limits.linkPreview.url) return null
  const url = addressOf(link)
  const shownTitle = safeSingleLine(title, limits.linkPreview.title)
  if (url === null || shownTitle === '' || !containsLink(text, link)) return null
  return { url, title: shownTitle, description: safeSingleLine(description, limits.linkPreview.description) }
}

const withinLonger = /[\p{L}\p{N}/.@=?&#%+-]$/u
const sentenceEnds = /[.,;:!?)\]}>"'”’»…*_~]{0,8}(?=\s|$)/uy

/** True when the text contains the link as a whole. A part of a longer link would lead elsewhere. */
function containsLink(text: string, link: string): boolean {
  for (let at = text.indexOf(link); at !== -1; at = text.indexOf(link, at + 1)) {
    sentenceEnds.lastIndex = at + link.length
    if (!withinLonger.test(text.slice(Math.max(0, at - 2), at)) && sentenceEnds.test(text)) return true
  }
  return false
}

/** The full address of a safe link, which may lack its scheme as in `loja.com.br/sofa`; null for others. */
function addressOf(link: string): string | null {
  const whole = /^https?:\/\//i.test(link) ? link : `https://${link}`
  if (/[\s\p{Cc}\p{Cf}\\<>"]/u.test(link) || !URL.canParse(whole)) return null
  const { href, hostname, username, password } = new URL(whole)
  if (username !== '' || password !== '' || !hostname.includes('.')) return null
  return href.length > limits.linkPreview.url ? null : href
}
