/** Reproducible randomness, so that every demo is the same. */
export interface Chance {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number; both ends are included. */
  between(least: number, most: number): number
  of<T>(choices: readonly T[]): T
  /** Hexadecimal digits of an identifier. */
  hex(digits: number): string
}

/** Mulberry32: thirty-two bits of state are enough for a demo. */
export function openChance(seed: number): Chance {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    of(choices) {
      const chosen = choices[between(0, choices.length - 1)]
      if (chosen === undefined) throw new Error('No items to choose from')
      return chosen
    },
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(''),
  }
}
