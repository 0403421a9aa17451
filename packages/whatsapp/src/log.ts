import type { SocketConfig } from 'baileys'

/** The part of a pino logger that this package uses. It gets ids and codes, never bodies, numbers, JIDs or keys. */
export interface Log {
  debug(facts: object, text: string): void
  info(facts: object, text: string): void
  warn(facts: object, text: string): void
  error(facts: object, text: string): void
}

/**
 * Passes on only the constant text of Baileys' warnings, at debug level. Baileys' logged objects contain numbers,
 * message bodies and keys, and some texts contain a JID.
 */
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
