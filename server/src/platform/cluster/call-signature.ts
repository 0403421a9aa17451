import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock'

/** How long a signature is valid. The clocks of two processes may differ by up to this time. */
const validMs = 30_000

/** Derives the key of calls between the processes of an installation, which all have the same secrets. */
export function deriveProcessCallKey(tokenSigningKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', tokenSigningKey, '', 'balcao calls between processes', 32))
}

/** Signs a call to the process with the node id `to`. Returns `time.nonce.signature`, with the time in milliseconds. */
export function signProcessCall(key: Buffer, to: number, body: string, now: Date): string {
  const stamp = `${now.getTime()}.${randomBytes(16).toString('base64url')}`
  return `${stamp}.${macOf(key, `call ${to} ${stamp}`, body)}`
}

/** The returned function accepts a signature for the process `own` only once, within 30 seconds. */
export function createProcessCallVerifier(
  key: Buffer,
  own: number,
  { now }: Pick<Clock, 'now'>,
): (signature: string, body: string) => boolean {
  /** The signatures already used, with the time when each expires. */
  const used = new Map<string, number>()
  return (signature, body) => {
    const [, stamp = '', sentAt, mac = ''] = /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(signature) ?? []
    if (!isSame(mac, macOf(key, `call ${own} ${stamp}`, body))) return false
    const at = now().getTime()
    if (Math.abs(at - Number(sentAt)) > validMs) return false
    for (const [old, endsAt] of used) {
      if (endsAt >= at) break
      used.delete(old)
    }
    if (used.has(stamp)) return false
    used.set(stamp, Number(sentAt) + validMs)
    return true
  }
}

/** Signs the answer to a call, which proves to the caller that the called process sent it. */
export function signProcessAnswer(key: Buffer, callSignature: string, body: string): string {
  return macOf(key, `answer ${callSignature}`, body)
}

export function isProcessAnswerSigned(
  key: Buffer,
  callSignature: string,
  body: string,
  signature: string,
): boolean {
  return isSame(signature, signProcessAnswer(key, callSignature, body))
}

function macOf(key: Buffer, context: string, body: string): string {
  return createHmac('sha256', key).update(`${context}\n${body}`).digest('base64url')
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
