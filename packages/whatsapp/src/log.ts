import type { SocketConfig } from 'baileys'

/** The part of a pino logger that this package uses. It gets ids and codes, never bodies, numbers, JIDs or keys. */
export interface Log {
  debug(facts: object, text: string): void
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

/** Logs only constant texts, because Baileys logs numbers, message bodies, keys and JIDs. */
export function redactingLogger(log: Log, connection: string): SocketConfig['logger'] {
  const silent = () => {}
  const say = (first: unknown, second?: string) => {
    const sentence = typeof first === 'string' ? first : second
    const code = sentence === undefined || /[\d@{]/.test(sentence) ? 'unnamed' : sentence
    log.debug({ connection, code }, 'baileys')
  }
  const logger: SocketConfig['logger'] = {
    level: 'silent',
    child: () => logger,
    trace: silent,
    debug: silent,
    info: silent,
    warn: say,
    error: say,
  }
  return logger
}
