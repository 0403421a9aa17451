import {
  canUsePairingCode,
  displayedRetryCount,
  initialSupervisionState,
  nextSupervisionTick,
  type SupervisionAction,
  type SupervisionEvent,
  supervisionTransition,
} from '@balcao/domain/connection-supervision'
import { jidUserOf } from './addresses'
import type { ConnectionStatusReport, WhatsappWebVersion } from './gateway'
import type { ShownQrCode } from './linking/qr-codes'
import { type LiveSocket, openSocket, type SocketSettings } from './live-socket'
import { LeaseLost } from './ports'
import type { SocketClosed, SocketEvent } from './socket-news'

export interface SocketSupervisorSettings extends Omit<SocketSettings, 'onNews'> {
  readonly report: (report: ConnectionStatusReport) => void
  readonly leaseLost: AbortSignal
}

/** Keeps at most one socket open, as `supervisionTransition` decides, and reports every change. */
export interface SocketSupervisor {
  happened(happening: SupervisionEvent): void
  status(): ConnectionStatusReport['status']
  canUsePairingCode(): boolean
  socket(): LiveSocket | null
  /** Resolves when the keys are deleted; rejects, without deleting them, when WhatsApp is unreachable. */
  logOut(socket: LiveSocket): Promise<void>
  /** Ends everything; resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** How long to wait after a logout for WhatsApp to close the socket. */
const farewellMs = 5_000
const versionRefused = 405

export function socketSupervisor(settings: SocketSupervisorSettings): SocketSupervisor {
  const { clock, store, log, name } = settings
  let state = initialSupervisionState
  let live: LiveSocket | null = null
  let opening: Promise<void> = Promise.resolve()
  let attempts = 0
  let isOver = false
  let code: { text: string; endsAt: number } | null = null
  let phone: string | null = null
  let lastReport = ''
  let callOffTick = () => {}
  let farewell: (() => void) | null = null

  function happened(happening: SupervisionEvent): void {
    if (isOver) return
    const step = supervisionTransition(state, happening, { now: clock.now(), chance: clock.chance() })
    state = step.next
    if (state.status !== 'qrcode') code = null
    obey(step.order)
    callOffTick()
    const moment = nextSupervisionTick(state)
    if (moment !== null) {
      callOffTick = clock.after(Math.max(0, moment - clock.now()), () => happened({ kind: 'tick' }))
    }
  }

  function obey(order: SupervisionAction): void {
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
        opening = forget() // `forget` calls `report` itself, after it has deleted the keys
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
        const socket = await openSocket({
          ...settings,
          onNews: (news) => attempt === attempts && received(news),
        })
        if (attempt === attempts && !isOver) live = socket
        else socket.cut()
      } catch (error) {
        if (attempt !== attempts) return
        void closed({
          code: 500,
          isFromServer: false,
          isBeforeLogin: false,
          link: 'proven',
          claimed: null,
          storageError: error,
        })
      }
    })()
  }

  function received(news: SocketEvent): void {
    switch (news.kind) {
      case 'code':
        showCode(news)
        break
      case 'codesEnded':
        code = null
        happened(news)
        break
      case 'scanned':
      case 'lettersTaken':
      case 'lettersWithdrawn':
      case 'lettersRefused':
      case 'passkeyAsked':
      case 'challenged':
        happened(news)
        break
      case 'opened':
        phone = jidUserOf(live?.baileys.user?.id ?? '') || phone
        happened({ kind: 'opened' })
        break
      case 'serverAck':
        happened(
          news.refusedWith === null ? { kind: 'accepted' } : { kind: 'refused', code: news.refusedWith },
        )
        break
      case 'closed':
        void closed(news)
    }
  }

  function showCode({ text, lifetimeMs, isRenewed }: ShownQrCode): void {
    code = { text, endsAt: clock.now() + lifetimeMs }
    happened({ kind: isRenewed ? 'codeRenewed' : 'codeShown', lifetimeMs })
  }

  async function closed({ storageError, claimed, ...how }: Omit<SocketClosed, 'kind'>): Promise<void> {
    const attempt = attempts
    log.info({ connection: name, ...how, storage: nameOf(storageError) }, 'connection closed')
    if (storageError instanceof LeaseLost) return end()
    if (farewell !== null) return happened({ kind: 'loggedOut' })
    const hasNewVersion = how.code === versionRefused && (await claimsAnother(claimed))
    if (attempt !== attempts) return // another attempt has started, or the link was stopped
    const code = storageError === undefined ? how.code : 'storage'
    happened({ kind: 'closed', ...how, code, hasNewVersion })
  }

  /** Tells the version source that WhatsApp refused this version. True when a new socket would report another one. */
  async function claimsAnother(claimed: WhatsappWebVersion | null): Promise<boolean> {
    if (settings.webVersions === undefined) return false
    settings.webVersions.refused()
    const next = await settings.webVersions.current()
    return next !== null && next.join() !== claimed?.join()
  }

  function report(): void {
    if (isOver) return
    const next: ConnectionStatusReport = {
      status: state.status,
      qr: code?.text ?? null,
      qrExpiresAt: code === null ? null : new Date(code.endsAt),
      cause: state.cause,
      step: state.step,
      nextAttemptAt: state.nextAttemptAt === null ? null : new Date(state.nextAttemptAt),
      retries: displayedRetryCount(state),
      phone,
      unlinked: state.unlinked,
    }
    const text = JSON.stringify(next)
    if (text === lastReport) return
    lastReport = text
    settings.report(next)
  }

  /** Ends without a report, because after a lost lease another process reports and commits for this number. */
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
    canUsePairingCode: () => canUsePairingCode(state),
    socket: () => live,
    async logOut({ baileys }) {
      // Resolves when the keys are deleted. WhatsApp closes the socket with 401 first, as when the phone unlinks us.
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
      await store.idle()
    },
  }
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}
