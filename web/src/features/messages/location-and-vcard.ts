export interface SharedLocation {
  /** A picture of the map; only a data address is shown, so that no foreign server learns who reads. */
  readonly picture: string | undefined
  readonly link: string | undefined
  readonly description: string
}

/** Reads `picture|link|description` (CONVO-07). Anything else than an https link is left out. */
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
  /** As written on the card, for showing. */
  readonly number: string
}

/** Name and first number of a shared card (CONVO-08): `FN` and `TEL`, a WhatsApp number (`waid`) before others. */
export function readVcard(body: string): SharedContact {
  const lines = body.split(/\r?\n/)
  const textAfterColon = (line: string | undefined) => line?.slice(line.indexOf(':') + 1).trim() ?? ''
  const phones = lines.filter((line) => /^(item\d+\.)?TEL\b/i.test(line))
  const best = phones.find((line) => /waid=/i.test(line)) ?? phones[0]
  return { name: textAfterColon(lines.find((line) => /^FN\b/i.test(line))), number: textAfterColon(best) }
}
