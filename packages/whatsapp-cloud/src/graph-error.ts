import { z } from 'zod'
import { nullableNumber, nullableObject, nullableText } from './shapes'

/** The kind of a Graph API error, which decides what a person or the server can do. */
export type GraphErrorKind = keyof typeof codesOf | 'unknown'

/** Meta's error codes by kind, for failed calls and failed message statuses. */
const codesOf = {
  'token-gone': [0, 190],
  'not-allowed': [3, 10, ...range(200, 299), 131005],
  'too-fast': [4, 80007, 130429],
  'too-fast-to-person': [131056],
  'flagged-as-spam': [131048],
  'window-closed': [131047],
  undeliverable: [131049, 130472, 131026, 130403],
  'opted-out': [131050],
  'needs-phone': [131062],
  'marketing-not-allowed': [131055, 131063, 134100],
  'wrong-order': [33, 100, 131008, 131009, 131021, 131051],
  'template-wrong': [132000, 132001, 132005, 132007, 132012, 132018],
  'template-asleep': [132015, 132016],
  'template-refused': [2388019, 2388039, 2388040, 2388047, 2388072, 2388073, 2388293, 2388299],
  flow: [132068, 132069],
  media: [131052, 131053],
  'account-locked': [368, 131031, 130497],
  payment: [131042, 134011],
  registration: [131037, 131045, 133000, 133006, 133010, 133015, 133016, 136024],
  pin: [133005, 133008, 133009],
  syncing: [134101],
  'meta-trouble': [1, 2, 131000, 131016, 131057, 133004],
  history: [2593107, 2593108, 2593109],
} as const satisfies Readonly<Record<string, readonly number[]>>

// The cast restores the keys' types, which `Object.entries` loses.
const kinds = Object.entries(codesOf) as [keyof typeof codesOf, readonly number[]][]
const kindOfCode = new Map(kinds.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)))

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** A known `subcode` has priority, because Meta sends some codes, such as those of templates, as a subcode of 100. */
export function graphErrorKindOf(code: number | null, subcode: number | null = null): GraphErrorKind {
  const precise = subcode !== null && subcode > 100_000 ? kindOfCode.get(subcode) : undefined
  return precise ?? (code === null ? undefined : kindOfCode.get(code)) ?? 'unknown'
}

interface GraphErrorDetails {
  /** Meta's explanation in English, for users whose set-up of a number or whose template fails. */
  readonly details?: string | null
  /** Meta's `fbtrace_id`, which its support asks for. */
  readonly traceId?: string | null
  readonly retryAfterMs?: number | null
}

/** The Graph API refused a call, or gave an invalid answer. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly details: string | null
  readonly traceId: string | null
  readonly retryAfterMs: number | null
  readonly kind: GraphErrorKind

  /** `code` is null when the answer came from another server, such as a proxy. */
  constructor(
    readonly status: number,
    readonly code: number | null,
    readonly subcode: number | null = null,
    { details = null, traceId = null, retryAfterMs = null }: GraphErrorDetails = {},
  ) {
    super(`the Graph API answered ${status} with code ${code ?? 'none'}${subcode ? `/${subcode}` : ''}`)
    this.details = details
    this.traceId = traceId
    this.retryAfterMs = retryAfterMs
    const kind = graphErrorKindOf(code, subcode)
    this.kind = kind === 'unknown' && status >= 500 ? 'meta-trouble' : kind
  }

  /** True when Meta may have executed the call despite the error. */
  get isUnclear(): boolean {
    return this.kind === 'meta-trouble' || this.status >= 500 || this.status < 300
  }
}

export class GraphUnreachable extends Error {
  override readonly name = 'GraphUnreachable'
  /** `mayHaveArrived` is false when no connection was made, so that the call was certainly not executed. */
  constructor(
    readonly mayHaveArrived: boolean,
    options?: ErrorOptions,
  ) {
    super('the Graph API could not be reached', options)
  }
}

const failure = z.object({
  error: nullableObject({
    message: nullableText,
    code: nullableNumber,
    error_subcode: nullableNumber,
    error_user_msg: nullableText,
    error_data: nullableObject({ details: nullableText }),
    fbtrace_id: nullableText,
  }),
})

export function graphErrorOf(status: number, body: unknown, retryAfter: string | null): GraphError {
  const error = failure.safeParse(body).data?.error ?? null
  const seconds = nullableNumber.parse(retryAfter)
  return new GraphError(status, error?.code ?? null, error?.error_subcode ?? null, {
    details: error?.error_data?.details ?? error?.error_user_msg ?? error?.message ?? null,
    traceId: error?.fbtrace_id ?? null,
    retryAfterMs: seconds === null || seconds < 0 ? null : seconds * 1000,
  })
}
