import type { MoveInFailure } from '@balcao/domain/move-ins'
import { StartUpProblem } from '../../platform/fatal'

/**
 * A reason not to move that a person can fix. The command prints the message; the page has a text for the
 * code.
 */
export class MoveInProblem extends StartUpProblem {
  constructor(
    readonly failure: MoveInFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
