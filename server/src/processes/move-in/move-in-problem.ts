import type { MoveInFailure } from '@balcao/domain/move-ins'
import { StartUpProblem } from '../../platform/fatal'

/** A reason not to move that a person can fix: the command prints it, the page has words of its own for its code. */
export class MoveInProblem extends StartUpProblem {
  constructor(
    readonly failure: MoveInFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
