import type { MoveInFailure } from '@balcao/domain/move-ins'
import { StartUpProblem } from '../../platform/fatal'

/** A problem that a person can fix. The command line prints the message; the web page has a text for the code. */
export class MoveInProblem extends StartUpProblem {
  constructor(
    readonly failure: MoveInFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

export function unknownPlanProblem(name: string): MoveInProblem {
  return new MoveInProblem(
    'no-plan',
    `There is no plan ${name} here. Name one of the list that the look prints.`,
  )
}
