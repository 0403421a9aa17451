import type { ByteRange } from './file-store'

/**
 * The part that a `Range` header asks for (RFC 9110, 14.2). 'all' when it asks for none, for several, or in a way that
 * we do not know: the whole file is then a correct answer. 'beyond' when nothing of it exists (416).
 */
export function byteRange(header: string | undefined, sizeBytes: number): ByteRange | 'all' | 'beyond' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') {
    const wanted = Number(last)
    return wanted === 0 ? 'beyond' : { start: Math.max(0, sizeBytes - wanted), end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= sizeBytes ? 'beyond' : { start, end }
}
