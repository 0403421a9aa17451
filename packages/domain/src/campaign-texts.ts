/**
 * The text for the contact with index `turn`. The non-empty texts rotate: each is used once before any is
 * used again, in an order that the seed decides (CAMP-02).
 */
export function campaignTextForContact(slots: readonly string[], turn: number, seed: number): string | null {
  const filled = slots.filter((text) => text.trim() !== '')
  if (filled.length === 0) return null
  const round = Math.floor(turn / filled.length)
  const order = shuffled(filled.length, seed * 7_919 + round)
  return filled[order[turn % filled.length] ?? 0] ?? null
}

/** The whole numbers from 0 to `length` - 1, in an order that the seed decides. */
function shuffled(length: number, seed: number): readonly number[] {
  const order = Array.from({ length }, (_, place) => place)
  let state = (seed + 1) >>> 0
  for (let last = length - 1; last > 0; last -= 1) {
    // The generator of Numerical Recipes; its upper bits are more random than its lower ones.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (last + 1))
    const moved = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = moved
  }
  return order
}
