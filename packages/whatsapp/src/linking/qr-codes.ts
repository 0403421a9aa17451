import type { Clock } from '../clock'

/** WhatsApp's own pace: the first code is shown for a minute, each later one for 20 seconds. */
const firstCodeMs = 60_000
const nextCodeMs = 20_000

export interface ShownCode {
  /** The content of the QR code. */
  readonly text: string
  readonly lifetimeMs: number
  /** True when it replaces the code that was just scanned, under a new secret. */
  readonly isRenewed: boolean
}

interface QrCodesDependencies {
  readonly clock: Clock
  /** How long each code is shown; WhatsApp's own pace when undefined. */
  readonly codeLifetimeMs: number | undefined
  /** The text of a code, with the currently valid secret. */
  readonly textOf: (ref: string) => string
  readonly shown: (code: ShownCode) => void
  /** All references are used. */
  readonly ended: () => void
}

/** Shows one code after the other from WhatsApp's references. */
export interface QrCodes {
  start(refs: readonly string[]): void
  /** Shows the current reference again, because the secret has changed. */
  renew(): void
  /** Shows no further code on this socket. */
  stop(): void
}

/**
 * The timer that shows QR codes. Baileys' own one copies the secret once, so it cannot redraw a code, and it closes the
 * socket with 408 when the references are used up.
 */
export function qrCodes({ clock, codeLifetimeMs, textOf, shown, ended }: QrCodesDependencies): QrCodes {
  let waiting: string[] = []
  let current: string | null = null
  let isStopped = false
  let cancelNext = () => {}

  function show(ref: string, lifetimeMs: number, isRenewed: boolean): void {
    current = ref
    cancelNext()
    cancelNext = clock.after(lifetimeMs, next)
    shown({ text: textOf(ref), lifetimeMs, isRenewed })
  }

  function next(): void {
    if (isStopped) return
    const lifetimeMs = codeLifetimeMs ?? (current === null ? firstCodeMs : nextCodeMs)
    const ref = waiting.shift()
    if (ref !== undefined) show(ref, lifetimeMs, false)
    else {
      current = null
      ended()
    }
  }

  return {
    start(refs) {
      waiting = [...refs]
      current = null
      next()
    },
    renew() {
      // The owner has to read that a second scan is needed, so a renewed code gets the time of a first one.
      if (!isStopped && current !== null) show(current, codeLifetimeMs ?? firstCodeMs, true)
    },
    stop() {
      isStopped = true
      cancelNext()
    },
  }
}
