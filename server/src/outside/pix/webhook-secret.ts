import { createHmac, timingSafeEqual } from 'node:crypto'

/** A key for one purpose, out of the installation's secret. */
export function keyFor(purpose: string, secret: string): string {
  return createHmac('sha256', secret).update(`balcao ${purpose}`).digest('hex')
}

/** Takes as long for what is nearly right as for what is not. */
export function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHmac('sha256', right).update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
