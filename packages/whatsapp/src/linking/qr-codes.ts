import type { Clock } from '../clock'

/** WhatsApp Web shows the first code for a minute, and each later one for 20 seconds. */
const firstCodeMs = 60_000
const nextCodeMs = 20_000

export interface ShownQrCode {
  readonly text: string
  readonly lifetimeMs: number
  /** True when the code replaces the one that was just scanned, because the secret changed. */
  readonly isRenewed: boolean
}

interface QrCodesDependencies {
  readonly clock: Clock
  readonly codeLifetimeMs: number | undefined
  /** Builds a QR code's text from a reference (WhatsApp sends one for each code) and the current linking secret. */
  readonly textOf: (ref: string) => string
  readonly shown: (code: ShownQrCode) => void
  readonly ended: () => void
}

export interface QrCodeTimer {
  start(refs: readonly string[]): void
  /** Shows the current reference again, because the secret has changed. */
  renew(): void
  stop(): void
}

/** Shows QR codes in turn. Baileys' own timer cannot renew a code's secret, and ends the socket after the last code. */
export function qrCodeTimer({
  clock,
  codeLifetimeMs,
  textOf,
  shown,
  ended,
}: QrCodesDependencies): QrCodeTimer {
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
      // A renewed code is shown as long as a first one, because the owner has to read that a second scan is needed.
      if (!isStopped && current !== null) show(current, codeLifetimeMs ?? firstCodeMs, true)
    },
    stop() {
      isStopped = true
      cancelNext()
    },
  }
}
