import { el } from './dom.js'

const FORMATS = [
  { mark: '```', tag: 'code', plain: true },
  { mark: '`', tag: 'code', plain: true },
  { mark: '*', tag: 'strong' },
  { mark: '_', tag: 'em' },
  { mark: '~', tag: 's' },
]
const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/

/** WhatsApp's text as nodes: `*bold*`, `_italic_`, `~struck~`, code and web addresses. Everything else stays text. */
export function formatted(text) {
  const found = firstFormat(text)
  const link = LINK.exec(text)
  if (link && (!found || link.index <= found.from)) {
    const after = text.slice(link.index + link[0].length)
    return [...plain(text.slice(0, link.index)), anchor(link[0]), ...formatted(after)]
  }
  if (!found) return plain(text)
  const { from, to, mark, tag } = found
  const inside = text.slice(from + mark.length, to)
  const drawn = el(tag, {}, found.plain ? plain(inside) : formatted(inside))
  return [...plain(text.slice(0, from)), drawn, ...formatted(text.slice(to + mark.length))]
}

/** The first pair of marks with non-space characters inside and no letter outside. */
function firstFormat(text) {
  let best
  for (const format of FORMATS) {
    const sign = format.mark.replace(/\*/g, '\\*')
    const pair = new RegExp(
      `(?<![\\p{L}\\p{N}${format.mark[0]}])${sign}(?!\\s)([^\\n]*?\\S)${sign}(?![\\p{L}\\p{N}])`,
      'u',
    )
    const block = /```([\s\S]+?)```/
    const match = (format.mark === '```' ? block : pair).exec(text)
    if (!match || (best && match.index >= best.from)) continue
    best = { ...format, from: match.index, to: match.index + match[0].length - format.mark.length }
  }
  return best
}

function anchor(address) {
  return el('a', { href: address, target: '_blank', rel: 'noopener noreferrer', text: address })
}

function plain(text) {
  return text ? [document.createTextNode(text)] : []
}
