import { safeDisplayName } from '@balcao/domain/shown-name'

export interface LocationContent {
  /** A picture of the map. Only a data url is accepted: the request of another url would reveal the reader. */
  readonly picture: string | undefined
  readonly link: string | undefined
  readonly description: string
}

/** Reads the body of a location, `picture|link|description` (CONVO-07). Only an https link is accepted. */
export function readLocationContent(body: string): LocationContent {
  const [picture = '', link = '', ...rest] = body.split('|').map((part) => part.trim())
  return {
    picture: picture.startsWith('data:image/') ? picture : undefined,
    link: link.startsWith('https://') ? link : undefined,
    description: rest.join('|'),
  }
}

export interface VcardContact {
  readonly name: string
  readonly number: string
}

/** Reads the contact cards in a body (CONVO-08). A body without card markers is read as one card. */
export function readVcards(body: string): readonly VcardContact[] {
  const [first = '', ...begun] = body.split(/BEGIN:VCARD/i)
  const cards = begun.flatMap((card) => (/END:VCARD/i.test(card) ? [card.split(/END:VCARD/i)[0] ?? ''] : []))
  return (cards.length > 0 ? cards : [first + begun.join('')]).map(readVcard)
}

/** The text after the last card. It says how many contacts did not fit into the message. */
export function textAfterVcards(body: string): string {
  const parts = body.split(/END:VCARD/i)
  return parts.length > 1 ? (parts.at(-1) ?? '').trim() : ''
}

/** Reads the name (`FN`) and a number (`TEL`) of a card; a WhatsApp number (`waid`) is preferred. */
function readVcard(card: string): VcardContact {
  const lines = card.split(/\r?\n/)
  const textAfterColon = (line: string | undefined) => line?.slice(line.indexOf(':') + 1).trim() ?? ''
  const phones = lines.filter((line) => /^(item\d+\.)?TEL\b/i.test(line))
  const best = phones.find((line) => /waid=/i.test(line)) ?? phones[0]
  return {
    name: safeDisplayName(unescaped(textAfterColon(lines.find((line) => /^FN\b/i.test(line))))),
    number: safeDisplayName(textAfterColon(best)),
  }
}

/** Removes the backslashes by which vCard escapes commas, semicolons and line breaks (RFC 6350, 3.4). */
function unescaped(text: string): string {
  return text.replace(/\\n/gi, ' ').replace(/\\([,;\\])/g, '$1')
}
