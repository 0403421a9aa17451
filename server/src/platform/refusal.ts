import { type ErrorCode, type ErrorData, errorCodes } from '@balcao/contract/errors'

/** An error that is expected and has a code of the contract for the caller. Any other thrown error is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    readonly data: Readonly<Record<string, unknown>>,
    /** A text that the answer has instead of the code, where the specification requires one (forms, POST /tickets). */
    readonly text: string | null = null,
  ) {
    super(code)
    this.status = errorCodes[code].status
  }
}

/** Returns the error to throw: `throw refuse('ERR_TICKET_ALREADY_ACCEPTED', { userName })` */
export function refuse<Code extends ErrorCode>(
  code: Code,
  ...[data]: keyof ErrorData<Code> extends never ? [] : [data: ErrorData<Code>]
): Refusal {
  return new Refusal(code, data ?? {})
}
