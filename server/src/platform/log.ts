import pino, { type Logger } from 'pino'
import { type LogRecord, redactLogRecord, serializeError } from './log-record'

/** The log. Log a problem once, where it is handled. *error*: act today; *warn*: act soon; *info*: a fact. */
export type Log = Logger

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'

export interface LogSettings {
  readonly level: LogLevel
  /** True: each record is a readable line for a terminal, instead of JSON. */
  readonly isReadable?: boolean
  readonly write?: (line: string) => void
}

/** Creates the log. It removes numbers, tokens and texts of users from every record (`redactLogRecord`). */
export function createLog(settings: LogSettings): Log {
  const { isReadable = process.stdout.isTTY === true, write = writeToStdout } = settings
  const format = isReadable ? readable : JSON.stringify
  return pino(
    {
      level: settings.level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: serializeError, error: serializeError, cause: serializeError },
    },
    {
      write(line: string) {
        // The cast is safe: pino has just written this line.
        const record = JSON.parse(line) as LogRecord
        write(`${format(redactLogRecord(record))}\n`)
      },
    },
  )
}

function writeToStdout(line: string): void {
  process.stdout.write(line)
}

/** Formats a record: `14:03:07 warn a connection closed connectionId=3 code=428`. The stack of an error follows. */
function readable(record: LogRecord): string {
  const { time, level, msg = '', err, ...facts } = record
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const rest = Object.entries(facts).map(([name, value]) => `${name}=${shownValue(value)}`)
  const line = [clock, String(level).padEnd(5), [String(msg), ...rest].join('  ')].join(' ')
  return [line, ...errorLines(err)].join('\n')
}

function shownValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function errorLines(error: unknown): string[] {
  // The cast is safe: `serializeError` created this value, or it is absent.
  const { stack, message, cause } = (error ?? {}) as { stack?: string; message?: string; cause?: unknown }
  const own = stack ?? message
  if (own === undefined) return []
  return [indented(own), ...(cause ? [indented('caused by'), ...errorLines(cause)] : [])]
}

function indented(text: string): string {
  return text.replace(/^/gm, '         ')
}
