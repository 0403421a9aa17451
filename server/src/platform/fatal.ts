/**
 * A reason not to start that the operator can fix: printed as one line, without a stack, with exit code 1. The
 * message states the problem and the remedy.
 */
export class StartUpProblem extends Error {
  override readonly name = 'StartUpProblem'
}

/** The `code` of a system or database error (`EACCES`, `28P01`), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
