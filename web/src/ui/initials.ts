const tones = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** The first letters of the first and last word; empty for a name without letters, such as a phone number. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const [first = '', ...others] = words
  const last = others.at(-1) ?? ''
  return ([...first].slice(0, 1).join('') + [...last].slice(0, 1).join('')).toLocaleUpperCase('pt-BR')
}

export function avatarToneOf(seed: string | number): (typeof tones)[number] {
  const sum = [...String(seed)].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7)
  return tones[sum % tones.length] ?? 'a'
}
