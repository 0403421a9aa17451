import type { ByteRange } from './file-store'

/**
 * The part of a file that a `Range` header requests (RFC 9110, 14.2). 'all': it requests no part, several parts or an
 * unknown unit, so the whole file is a correct answer. 'beyond': the part does not exist (416).
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
