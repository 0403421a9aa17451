export type EgressFailureReason =
  | 'address-refused'
  | 'too-many-redirects'
  | 'too-large'
  | 'timed-out'
  | 'aborted'
  | 'unreachable'

/** A call to an address outside failed. The message names at most the host, because logged paths could hold tokens. */
export class EgressFailure extends Error {
  override readonly name = 'EgressFailure'

  constructor(
    readonly reason: EgressFailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
