/** First words of the lines that libsignal writes to the console; several print whole sessions with private keys. */
const LIBSIGNAL_LINES = [
  'Closing session:',
  'Opening session:',
  'Removing old closed session:',
  'Session already',
  'Closing open session in favor',
  'Decrypted message with closed session',
  'Failed to decrypt message with any known session',
  'Session error:',
]

type Writer = (...words: unknown[]) => void

/**
 * Keeps libsignal's lines off the console until the given function is called. The library knows no logger, and the
 * contacts' failures are counted in the simulator's statistics anyway.
 */
export function quietLibsignal(): () => void {
  const target: Record<'info' | 'warn' | 'error', Writer> = console
  const { info, warn, error } = target
  const unlessLibsignal =
    (write: Writer): Writer =>
    (...words) => {
      const [first] = words
      if (typeof first === 'string' && LIBSIGNAL_LINES.some((line) => first.startsWith(line))) return
      write.apply(console, words)
    }
  target.info = unlessLibsignal(info)
  target.warn = unlessLibsignal(warn)
  target.error = unlessLibsignal(error)
  return () => Object.assign(target, { info, warn, error })
}
