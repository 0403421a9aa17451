import { type ErrorCode, type ErrorData, errorCodes } from '@balcao/contract/errors'

/** An expected refusal with a code of the contract. Any other thrown error is a bug. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number

  constructor(
    readonly code: ErrorCode,
    readonly data: Readonly<Record<string, unknown>>,
    /** Replaces the code in the answer, where the specification requires a text (forms, POST /tickets). */
    readonly text: string | null = null,
  ) {
    super(code)
    this.status = errorCodes[code].status
  }
}

/** `throw refuse('ERR_TICKET_ALREADY_ACCEPTED', { userName })` */
export function refuse<Code extends ErrorCode>(
  code: Code,
  ...[data]: keyof ErrorData<Code> extends never ? [] : [data: ErrorData<Code>]
): Refusal {
  return new Refusal(code, data ?? {})
}
