export type EgressReason =
  | 'address-refused'
  | 'too-many-redirects'
  | 'too-large'
  | 'timed-out'
  | 'aborted'
  | 'unreachable'

/** Why a call to an outside address came to nothing. The message names at most the host: paths and queries of outside
 *  addresses carry tokens, and messages end in logs. */
export class EgressFailure extends Error {
  override readonly name = 'EgressFailure'

  constructor(
    readonly reason: EgressReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
