import { StartUpProblem } from '../platform/fatal'

const reportEveryMs = 2_000

/** Runs a command of the operator, prints why it failed, and ends the process. */
export function runCommand(main: () => Promise<void>): void {
  void main()
    .catch((error: unknown) =>
      failCommandWithError(error instanceof StartUpProblem ? error.message : String(error)),
    )
    .finally(() => process.exit())
}

export function failCommandWithError(line: string): void {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Returns a controller that Ctrl-C or SIGTERM aborts. The command then fails and prints this line. */
export function abortOnSignals(line: string): AbortController {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => stopping.abort(new StartUpProblem(line)))
  return stopping
}

/** Returns a function that prints progress, at most one line in two seconds. */
export function progressReporter<Progress>(
  lineOf: (progress: Progress, elapsedMs: number) => string,
): (progress: Progress) => void {
  const startedAtMs = performance.now()
  let reportedAtMs = startedAtMs
  return (progress) => {
    const nowMs = performance.now()
    if (nowMs - reportedAtMs < reportEveryMs) return
    reportedAtMs = nowMs
    printLine(lineOf(progress, nowMs - startedAtMs))
  }
}

export function timeLeftText(ms: number): string {
  if (!Number.isFinite(ms)) return 'time left unknown'
  if (ms < 90_000) return `about ${Math.round(ms / 1_000)} seconds left`
  if (ms < 5_400_000) return `about ${Math.round(ms / 60_000)} minutes left`
  return `about ${Math.round(ms / 3_600_000)} hours left`
}
