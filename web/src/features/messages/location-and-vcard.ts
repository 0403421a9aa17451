import { shownName } from '@balcao/domain/shown-name'

export interface SharedLocation {
  /** A picture of the map; only a data url is shown, so that no foreign server learns about the reader. */
  readonly picture: string | undefined
  readonly link: string | undefined
  readonly description: string
}

/** Reads `picture|link|description` (CONVO-07). Any link but an https one is dropped. */
export function readLocation(body: string): SharedLocation {
  const [picture = '', link = '', ...rest] = body.split('|').map((part) => part.trim())
  return {
    picture: picture.startsWith('data:image/') ? picture : undefined,
    link: link.startsWith('https://') ? link : undefined,
    description: rest.join('|'),
  }
}

export interface SharedContact {
  readonly name: string
  /** As written on the card, for display. */
  readonly number: string
}

/** The shared cards (CONVO-08), in sequence in the body; a body without any mark is read as one. */
export function readVcards(body: string): readonly SharedContact[] {
  const [first = '', ...begun] = body.split(/BEGIN:VCARD/i)
  const cards = begun.flatMap((card) => (/END:VCARD/i.test(card) ? [card.split(/END:VCARD/i)[0] ?? ''] : []))
  return (cards.length > 0 ? cards : [first + begun.join('')]).map(readVcard)
}

/** The text behind the last card: that there were more than a message may contain. */
export function wordsAfterVcards(body: string): string {
  const parts = body.split(/END:VCARD/i)
  return parts.length > 1 ? (parts.at(-1) ?? '').trim() : ''
}

/** Name and first number: `FN` and `TEL`, a WhatsApp number (`waid`) before others. */
function readVcard(card: string): SharedContact {
  const lines = card.split(/\r?\n/)
  const textAfterColon = (line: string | undefined) => line?.slice(line.indexOf(':') + 1).trim() ?? ''
  const phones = lines.filter((line) => /^(item\d+\.)?TEL\b/i.test(line))
  const best = phones.find((line) => /waid=/i.test(line)) ?? phones[0]
  return {
    name: shownName(unescaped(textAfterColon(lines.find((line) => /^FN\b/i.test(line))))),
    number: shownName(textAfterColon(best)),
  }
}

/** vCard escapes commas, semicolons and line breaks with a backslash (RFC 6350, 3.4). */
function unescaped(text: string): string {
  return text.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1')
}
