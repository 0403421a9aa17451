/** Title and HTTP status of each code that the simulator answers by itself. Other codes are answered with 400. */
const CODES: Record<number, [title: string, status?: number]> = {
  0: ['AuthException', 401],
  1: ['API Unknown', 500],
  2: ['API Service', 503],
  3: ['API Method', 403],
  4: ['API Too Many Calls'],
  10: ['Permission Denied', 403],
  33: ['Parameter value is not valid'],
  100: ['Invalid parameter'],
  190: ['Access token has expired', 401],
  200: ['API Permission', 403],
  368: ['Temporarily blocked for policies violations', 403],
  80007: ['Rate limit issues'],
  130403: ['Recipient cannot receive this message'],
  130429: ['Rate limit hit'],
  130472: ["User's number is part of an experiment"],
  130497: ['Business account is restricted from messaging users in this country', 403],
  131000: ['Something went wrong', 500],
  131005: ['Access denied', 403],
  131008: ['Required parameter is missing'],
  131009: ['Parameter value is not valid'],
  131016: ['Service unavailable', 503],
  131021: ['Recipient cannot be sender'],
  131026: ['Message undeliverable'],
  131031: ['Business Account locked', 403],
  131037: ['Display name approval is needed'],
  131042: ['Business eligibility payment issue'],
  131047: ['Re-engagement message'],
  131048: ['Spam rate limit hit'],
  131049: ['This message was not delivered to maintain healthy ecosystem engagement'],
  131050: ['User has stopped marketing messages from this business'],
  131051: ['Unsupported message type'],
  131052: ['Media download error'],
  131053: ['Media upload error'],
  131056: ['(Business Account, Consumer Account) pair rate limit hit'],
  131057: ['Account in maintenance mode', 500],
  131062: ['Message type is not available for business-scoped user ids'],
  132000: ['Template parameter count mismatch'],
  132001: ['Template does not exist', 404],
  132005: ['Template hydrated text too long'],
  132007: ['Template format character policy violated'],
  132012: ['Template parameter format mismatch'],
  132015: ['Template is paused'],
  132016: ['Template is disabled'],
  132018: ['Template parameters are invalid'],
  133000: ['Incomplete deregistration', 500],
  133004: ['Server temporarily unavailable', 503],
  133005: ['Two-step verification PIN mismatch'],
  133006: ['Phone number re-verification needed'],
  133008: ['Too many two-step verification PIN guesses'],
  133010: ['Phone number not registered'],
  133015: ['Please wait a few minutes before attempting to register this phone number'],
  133016: ['Account register/deregister rate limit exceeded'],
  134101: ['Template is still syncing'],
}

interface ErrorDetails {
  subcode?: number | undefined
  status?: number | undefined
  /** The title that Meta shows to people. */
  userTitle?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** A call that Meta refuses, in Meta's shape. */
export class GraphError extends Error {
  override readonly name = 'GraphError'
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly subcode: number | undefined
  private readonly userTitle: string | undefined

  constructor(
    readonly code: number,
    readonly details: string,
    more: ErrorDetails = {},
  ) {
    super(`(#${code}) ${titleOf(code)}`)
    this.status = more.status ?? CODES[code]?.[1] ?? 400
    this.retryAfterSeconds = more.retryAfterSeconds
    this.subcode = more.subcode
    this.userTitle = more.userTitle
  }

  /** The body of the answer. */
  body(traceId: string) {
    const { subcode, userTitle } = this
    // A missing object has the explanation in `message` alone.
    const message = subcode === 33 ? this.details : this.message
    return {
      error: {
        message,
        type: 'OAuthException',
        code: this.code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(userTitle && { error_user_title: userTitle, error_user_msg: this.details }),
        ...(subcode !== 33 && { error_data: { messaging_product: 'whatsapp', details: this.details } }),
        fbtrace_id: traceId,
      },
    }
  }
}

/** An error as statuses carry it. */
export function statusError(code: number, details = titleOf(code)) {
  return {
    code,
    title: titleOf(code),
    message: titleOf(code),
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  }
}

function titleOf(code: number): string {
  return CODES[code]?.[0] ?? 'Request failed'
}

/** An object that does not exist, or that this token may not see: Meta tells no difference. */
export function unknownObject(id: string, method = 'get'): GraphError {
  return new GraphError(
    100,
    `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    { subcode: 33 },
  )
}
