/** Repeatable: a linear congruential generator is random enough for the choice of moments. */
export interface Chance {
  between(least: number, most: number): number
  of<T>(choices: readonly T[]): T
}

export function openChance(seed: number): Chance {
  let state = seed
  const between = (least: number, most: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return least + Math.floor((state / 2 ** 32) * (most - least + 1))
  }
  return {
    between,
    of: <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T, // the index is within
  }
}
