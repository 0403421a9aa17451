export type EgressReason =
  | 'address-refused'
  | 'too-many-redirects'
  | 'too-large'
  | 'timed-out'
  | 'aborted'
  | 'unreachable'

/** The message names at most the host, because paths and queries carry tokens and messages are logged. */
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
