import { createHash, randomBytes } from 'node:crypto'

/** The source of all values that WhatsApp would draw at random. */
export interface Chance {
  bytes(size: number): Buffer
  /** Uniformly drawn, both ends included. */
  between(from: number, to: number): number
}

/** True randomness without a seed; with one, the same draws in the same order. */
export function openChance(seed?: string): Chance {
  let drawn = 0
  const block = () => createHash('sha256').update(`${seed}:${drawn++}`).digest()
  const bytes = (size: number) => {
    if (seed === undefined) return randomBytes(size)
    const blocks: Buffer[] = []
    for (let have = 0; have < size; have += 32) blocks.push(block())
    return Buffer.concat(blocks).subarray(0, size)
  }
  const between = (from: number, to: number) =>
    from + Math.floor((bytes(4).readUInt32BE() / 2 ** 32) * (to - from + 1))
  return { bytes, between }
}

/** A message id in the form that WhatsApp's own clients use. */
export function messageId(chance: Chance): string {
  return `3EB0${chance.bytes(9).toString('hex').toUpperCase()}`
}
