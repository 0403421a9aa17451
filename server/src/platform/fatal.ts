import type { Log } from './log'

/** A problem that prevents the start and that the operator can fix. It is printed as one line with its remedy. */
export class StartUpProblem extends Error {
  override readonly name = 'StartUpProblem'
}

export function printStartFailure(error: unknown, log: Pick<Log, 'error'>): void {
  if (error instanceof StartUpProblem) process.stderr.write(`${error.message}\n`)
  else log.error({ err: error }, 'Balcão could not start')
}

/** The `code` of a system or database error, such as `EACCES` or `28P01`. */
export function systemOrDatabaseErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
