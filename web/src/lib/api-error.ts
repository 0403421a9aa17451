import type { ErrorCode } from '@balcao/contract/errors'

/** The error of a failed call. Status 0 means that the server was not reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The `error` of the answer, unchanged: a code, a validation text, or (for POST /tickets) a JSON text. */
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>

  constructor(status: number, text: string, data: Readonly<Record<string, unknown>> = {}, cause?: unknown) {
    super(text === '' ? `HTTP ${status}` : text, { cause })
    this.status = status
    this.text = text
    this.data = data
  }

  get code(): ErrorCode | undefined {
    return isErrorCode(this.text) ? this.text : undefined
  }
}

/** Whether the text has the form of an error code. A list of all codes would add 2 kB to the first page load. */
function isErrorCode(text: string): text is ErrorCode {
  return /^ERR_\w+$/.test(text)
}

/** Parses the body of a failed answer, in any of its formats (ERR-06). */
export function parseApiError(status: number, body: unknown): ApiError {
  if (!isRecord(body)) return new ApiError(status, '')
  const text = typeof body.error === 'string' ? body.error : ''
  return new ApiError(status, text, isRecord(body.data) ? body.data : {})
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

export function isRefusal(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/**
 * Whether the call got no answer, a gateway error (502, 504), or the 503 of a server without its database. The server
 * may have executed the call, so only calls with a client id, which prevents duplicates, are retried.
 */
export function isUnreachableError(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status)
}
