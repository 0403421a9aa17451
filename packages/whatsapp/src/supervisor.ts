import {
  type Happening,
  nextTick,
  retriesShown,
  type SupervisionOrder,
  supervise,
  unsupervised,
} from '@balcao/domain/connection-supervision'
import { userOf } from './addresses'
import type { ConnectionReport } from './gateway'
import { type LiveSocket, openSocket, type SocketSettings } from './live-socket'
import { LeaseLost } from './ports'
import type { SocketNews } from './socket-news'

export interface SupervisorSettings extends Omit<SocketSettings, 'told'> {
  readonly report: (report: ConnectionReport) => void
  readonly leaseLost: AbortSignal
}

/** Keeps one socket at a time open, as `supervise` decides, and reports every change. */
export interface Supervisor {
  happened(happening: Happening): void
  status(): ConnectionReport['status']
  /** The socket, while there is one. */
  socket(): LiveSocket | null
  /** Unlinks this number. Resolves when the keys are forgotten; rejects, and forgets nothing, when it can't be said. */
  logOut(socket: LiveSocket): Promise<void>
  /** Ends everything and resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** WhatsApp's pace when none is set: the first code lives longer. */
const firstCodeMs = 60_000
const nextCodeMs = 20_000
/** How long WhatsApp may take to close after a log-out before we close ourselves. */
const farewellMs = 5_000

export function supervisor(settings: SupervisorSettings): Supervisor {
  const { clock, store, log, name } = settings
  let state = unsupervised
  let live: LiveSocket | null = null
  let opening: Promise<void> = Promise.resolve()
  let attempts = 0
  let isOver = false
  let code: { text: string; endsAt: number } | null = null
  let phone: string | null = null
  let lastReport = ''
  let callOffTick = () => {}
  let farewell: (() => void) | null = null

  function happened(happening: Happening): void {
    if (isOver) return
    const step = supervise(state, happening, { now: clock.now(), chance: clock.chance() })
    state = step.next
    if (state.status !== 'qrcode') code = null
    obey(step.order)
    callOffTick()
    const moment = nextTick(state)
    if (moment !== null) {
      callOffTick = clock.after(Math.max(0, moment - clock.now()), () => happened({ kind: 'tick' }))
    }
  }

  function obey(order: SupervisionOrder): void {
    switch (order) {
      case 'connect':
        connect()
        break
      case 'hangUp':
        hangUp()
        break
      case 'forget':
        hangUp()
        phone = null
        opening = forget() // reported when it is true
        return
    }
    report()
  }

  function hangUp(): void {
    attempts += 1
    live?.cut()
    live = null
  }

  async function forget(): Promise<void> {
    await store.lock
      .runExclusive(() => store.clear())
      .catch((error: unknown) =>
        log.error({ connection: name, reason: nameOf(error) }, 'keys were not forgotten'),
      )
    report()
    farewell?.()
  }

  function connect(): void {
    const previous = live
    live = null
    attempts += 1
    const attempt = attempts
    opening = (async () => {
      await previous?.settled()
      previous?.cut()
      try {
        const socket = await openSocket({ ...settings, told: (news) => attempt === attempts && heard(news) })
        if (attempt === attempts && !isOver) live = socket
        else socket.cut()
      } catch (error) {
        if (attempt === attempts) closed(500, error)
      }
    })()
  }

  function heard(news: SocketNews): void {
    switch (news.kind) {
      case 'code':
        showCode(news.text)
        break
      case 'scanned':
        happened({ kind: 'scanned' })
        break
      case 'opened':
        phone = userOf(live?.baileys.user?.id ?? '') || phone
        happened({ kind: 'opened' })
        break
      case 'serverAck':
        happened(
          news.refusedWith === null ? { kind: 'accepted' } : { kind: 'refused', code: news.refusedWith },
        )
        break
      case 'closed':
        closed(news.code, news.storageError)
    }
  }

  function showCode(text: string): void {
    const lifetimeMs = settings.codeLifetimeMs ?? (code === null ? firstCodeMs : nextCodeMs)
    code = { text, endsAt: clock.now() + lifetimeMs }
    happened({ kind: 'codeShown', lifetimeMs })
  }

  function closed(closeCode: number, storageError: unknown): void {
    const isOurs = storageError !== undefined
    log.info({ connection: name, code: closeCode, storage: nameOf(storageError) }, 'connection closed')
    if (storageError instanceof LeaseLost) end()
    else if (farewell !== null) happened({ kind: 'loggedOut' })
    else happened({ kind: 'closed', code: isOurs ? 'storage' : closeCode })
  }

  function report(): void {
    if (isOver) return
    const next: ConnectionReport = {
      status: state.status,
      qr: code?.text ?? null,
      qrExpiresAt: code === null ? null : new Date(code.endsAt),
      cause: state.cause,
      nextAttemptAt: state.nextAttemptAt === null ? null : new Date(state.nextAttemptAt),
      retries: retriesShown(state),
      phone,
      unlinked: state.unlinked,
    }
    const text = JSON.stringify(next)
    if (text === lastReport) return
    lastReport = text
    settings.report(next)
  }

  /** Nothing is reported or committed any more: after a lost lease, that is another process's business. */
  function end(): void {
    isOver = true
    callOffTick()
    store.revoke()
    hangUp()
  }

  settings.leaseLost.addEventListener('abort', end, { once: true })
  if (settings.leaseLost.aborted) end()
  else happened({ kind: 'started' })

  return {
    happened,
    status: () => state.status,
    socket: () => live,
    async logOut({ baileys }) {
      // The close that follows is 401, as when a phone removes us: `farewell` tells the two apart.
      const forgotten = new Promise<void>((resolve) => {
        farewell = resolve
      })
      try {
        await baileys.logout()
      } catch (error) {
        farewell = null
        throw error
      }
      const callOff = clock.after(farewellMs, () => happened({ kind: 'loggedOut' }))
      await forgotten
      callOff()
    },
    async stop() {
      settings.leaseLost.removeEventListener('abort', end)
      await opening
      await live?.settled()
      happened({ kind: 'stopped' })
      isOver = true
      callOffTick()
      await store.lock.waitForUnlock()
    },
  }
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}
