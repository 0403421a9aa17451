import {
  displayedRetryCount,
  initialSupervisionState,
  nextSupervisionTick,
  type SupervisionAction,
  type SupervisionEvent,
  supervisionTransition,
} from '@balcao/domain/connection-supervision'
import { type OfficialCredentials, readOfficialCredentials } from '@balcao/domain/official-credentials'
import { type ConnectionStatusReport, type ConnectOptions, NotConnected } from '@balcao/whatsapp/gateway'
import { LeaseLost } from '@balcao/whatsapp/ports'
import { type GraphClient, graphClient } from './graph'
import { GraphError, GraphUnreachable } from './graph-error'
import { fetchPhoneNumberDetails, type PhoneNumberDetails } from './set-up'
import type { CloudSettings } from './settings'

export interface ConnectedNumber {
  readonly client: GraphClient
  readonly credentials: OfficialCredentials
  readonly signal: AbortSignal
}

/** Supervises one number: reads its state from Meta, reports every change, and runs calls while connected. */
export interface CloudNumberSupervisor {
  /** Runs `act` while the connection is open, else rejects with `NotConnected`. An error of `act` may close it. */
  whileConnected<Result>(act: (open: ConnectedNumber) => Promise<Result>): Promise<Result>
  noteSending(outcome: 'accepted' | 'restricted'): void
  /** Deletes the credentials. At Meta the number stays unchanged. */
  logOut(): Promise<void>
  /** Waits some seconds for running calls, then ends this supervisor. */
  stop(): Promise<void>
}

const checkEveryMs = 3_600_000
/** How long `stop` waits for running calls, because only their results show whether a message was sent. */
const farewellMs = 8_000
/** The close code that reports an unreachable network to the connection state machine. */
const networkCode = 408
const restrictedCode = 429
const notRegisteredCode = 133010
const restrictedStatuses = new Set(['RESTRICTED', 'RATE_LIMITED'])

export function superviseCloudNumber(
  { graph, clock, log }: CloudSettings,
  options: ConnectOptions,
): CloudNumberSupervisor {
  const { name, keys, leaseLost } = options
  const over = new AbortController()
  const running = new Set<Promise<unknown>>()
  let state = initialSupervisionState
  let open: ConnectedNumber | null = null
  let phone: string | null = null
  let attempts = 0
  let attempting: Promise<void> = Promise.resolve()
  let cutAttempt = new AbortController()
  let isStopping = false
  let lastReport = ''
  let callOffTick = () => {}
  let callOffCheck: (() => void) | null = null

  function happened(happening: SupervisionEvent): void {
    if (over.signal.aborted) return
    const step = supervisionTransition(state, happening, { now: clock.now(), chance: clock.chance() })
    state = step.next
    obey(step.order)
    callOffTick()
    const moment = nextSupervisionTick(state)
    if (moment !== null)
      callOffTick = clock.after(Math.max(0, moment - clock.now()), () => happened({ kind: 'tick' }))
    planCheck()
  }

  function obey(order: SupervisionAction): void {
    if (order === 'connect') ask()
    if (order === 'hangUp' || order === 'forget') {
      cutAttempt.abort()
      attempts += 1
    }
    if (order === 'forget') phone = null
    report()
  }

  function planCheck(): void {
    if (state.status !== 'CONNECTED') endChecks()
    else callOffCheck ??= clock.after(checkEveryMs, checkAgain)
  }

  function checkAgain(): void {
    callOffCheck = null
    ask()
  }

  function endChecks(): void {
    callOffCheck?.()
    callOffCheck = null
  }

  function ask(): void {
    cutAttempt.abort()
    cutAttempt = new AbortController()
    attempts += 1
    const attempt = attempts
    const { signal } = cutAttempt
    attempting = (async () => {
      const outcomes = await outcomesOf(signal)
      if (attempt !== attempts || over.signal.aborted) return
      for (const outcome of outcomes) happened(outcome)
      planCheck()
    })()
  }

  async function outcomesOf(signal: AbortSignal): Promise<readonly SupervisionEvent[]> {
    try {
      const credentials = await readOfficialCredentials(keys)
      if (credentials === null) return [{ kind: 'ended', cause: 'credentials-missing' }]
      const client = graphClient(graph, credentials.token)
      const number = await fetchPhoneNumberDetails(client, credentials.phoneNumberId, signal)
      if (signal.aborted) return []
      open = { client, credentials, signal: over.signal }
      return outcomesOfNumber(number)
    } catch (error) {
      if (signal.aborted) return []
      if (!(error instanceof GraphError) && !(error instanceof GraphUnreachable)) {
        log.warn({ connection: name, reason: nameOf(error) }, 'the credentials could not be read')
        return [closed('storage')]
      }
      log.info({ connection: name, ...loggableErrorOf(error) }, 'Meta did not describe the number')
      return [eventOf(error) ?? askedInVain(error)]
    }
  }

  function outcomesOfNumber(number: PhoneNumberDetails): readonly SupervisionEvent[] {
    phone = number.phone ?? phone
    if (number.status === 'BANNED') return [{ kind: 'ended', cause: 'banned' }]
    if (!number.isRegistered) return [{ kind: 'ended', cause: 'number-not-registered' }]
    return [
      // The event `opened` clears a restriction. So this hourly check reports it only while the number is not
      // connected. While it is connected, only an accepted message clears a restriction.
      ...(state.status === 'CONNECTED' ? [] : [{ kind: 'opened' } as const]),
      ...(restrictedStatuses.has(number.status ?? '')
        ? [{ kind: 'refused', code: restrictedCode } as const]
        : []),
    ]
  }

  function report(): void {
    if (over.signal.aborted) return
    const next: ConnectionStatusReport = {
      status: state.status,
      qr: null,
      qrExpiresAt: null,
      cause: state.cause,
      step: null,
      nextAttemptAt: state.nextAttemptAt === null ? null : new Date(state.nextAttemptAt),
      retries: displayedRetryCount(state),
      phone,
      unlinked: state.unlinked,
    }
    const text = JSON.stringify(next)
    if (text === lastReport) return
    lastReport = text
    options.report(next)
  }

  /** Ends this supervisor: its timers stop, and it reports no further status. */
  function end(): void {
    over.abort()
    cutAttempt.abort()
    callOffTick()
    endChecks()
  }

  leaseLost.addEventListener('abort', end, { once: true })
  if (leaseLost.aborted) end()
  else happened({ kind: 'started' })

  return {
    async whileConnected(act) {
      if (open === null || state.status !== 'CONNECTED' || isStopping || over.signal.aborted)
        throw new NotConnected('this connection is not open')
      const call = act(open)
      running.add(call)
      try {
        return await call
      } catch (error) {
        const reason = causeOf(error)
        const happening = eventOf(reason)
        if (happening !== null) happened(happening)
        if (reason instanceof LeaseLost) end()
        throw error
      } finally {
        running.delete(call)
      }
    },
    noteSending(outcome) {
      happened(outcome === 'accepted' ? { kind: 'accepted' } : { kind: 'refused', code: restrictedCode })
    },
    async logOut() {
      await keys.clear()
      open = null
      happened({ kind: 'loggedOut' })
    },
    async stop() {
      isStopping = true
      leaseLost.removeEventListener('abort', end)
      let callOff = () => {}
      const patience = new Promise<void>((resolve) => {
        callOff = clock.after(farewellMs, resolve)
      })
      await Promise.race([Promise.allSettled(running), patience])
      callOff()
      happened({ kind: 'stopped' })
      end()
      await Promise.allSettled([...running, attempting])
    },
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined && !(error instanceof GraphUnreachable)
    ? error.cause
    : error
}

/** What an error says about the connection; null when it concerns only its own call. */
function eventOf(error: unknown): SupervisionEvent | null {
  if (error instanceof GraphUnreachable) return error.mayHaveArrived ? null : closed(networkCode)
  if (!(error instanceof GraphError)) return null
  if (error.kind === 'token-gone') return { kind: 'ended', cause: 'token-refused' }
  return error.code === notRegisteredCode ? { kind: 'ended', cause: 'number-not-registered' } : null
}

/** What a failed reading of the number means: Meta refused the token, or Meta did not answer. */
function askedInVain(error: GraphError | GraphUnreachable): SupervisionEvent {
  const isRefusal = error instanceof GraphError && ['not-allowed', 'wrong-order'].includes(error.kind)
  return isRefusal && !error.isUnclear ? { kind: 'ended', cause: 'token-refused' } : closed(networkCode)
}

function closed(code: number | 'storage'): SupervisionEvent {
  return {
    kind: 'closed',
    code,
    isFromServer: false,
    hasNewVersion: false,
    isBeforeLogin: false,
    link: 'proven',
  }
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined
}

export function loggableErrorOf(error: unknown): object {
  if (!(error instanceof GraphError)) return { reason: nameOf(error) }
  const { status, code, subcode, kind, traceId } = error
  return { status, code, subcode, kind, traceId }
}
