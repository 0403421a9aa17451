/** Beginnings of the lines that libsignal writes to the console; several print whole sessions with private keys. */
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
 * Suppresses libsignal's lines on the console until the returned function is called. The library has no logger option,
 * and the simulator's statistics count the contacts' failures anyway.
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
