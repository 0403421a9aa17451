import { createHmac, timingSafeEqual } from 'node:crypto'

const stepSeconds = 30
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The number of 30-second steps since 1970; each code belongs to one. */
export function totpStepAt(at: Date): number {
  return Math.floor(at.getTime() / 1000 / stepSeconds)
}

/** The six digits of a step (RFC 6238 with SHA-1, which every authenticator app supports). */
export function totpCodeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The step of a code: the current one, the one before or the one after, and newer than `lastStep`; else null. */
export function totpStepOfCode(secret: Uint8Array, code: string, at: Date, lastStep: number): number | null {
  const now = totpStepAt(at)
  const right = [now - 1, now, now + 1].filter((step) => isSame(totpCodeOfStep(secret, step), code))
  return right.find((step) => step > lastStep) ?? null
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** RFC 4648 without padding, the format that apps accept for a typed secret. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32Alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

export function otpauthUri(secret: Uint8Array, email: string): string {
  const issuer = encodeURIComponent('Balcão')
  const settings = `issuer=${issuer}&algorithm=SHA1&digits=6&period=${stepSeconds}`
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${toBase32(secret)}&${settings}`
}
