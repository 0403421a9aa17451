const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of the first element with this name in an XML answer of S3. */
export function xmlText(xml: string, name: string): string | null {
  const [, text] = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml) ?? []
  return text === undefined ? null : decoded(text)
}

/** The contents of all elements with this name, which must not contain each other. */
export function xmlElements(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(
    ([, inner = '']) => inner,
  )
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#(x?[0-9a-fA-F]+)|(\w+));/g,
    (whole, number: string | undefined, name: string) => {
      if (number === undefined) return entities[name] ?? whole
      return String.fromCodePoint(
        number.startsWith('x') ? Number.parseInt(number.slice(1), 16) : Number(number),
      )
    },
  )
}
