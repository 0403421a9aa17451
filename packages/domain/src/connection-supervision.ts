import type { ConnectionCause, ConnectionStatus } from './connections'

/**
 * What a connection does after each thing that happens to it: the table "Connection: what happened, what it means"
 * (`docs/decisions`), as a pure function. Instants are milliseconds since 1970; the caller has the clock and the socket.
 */
export interface Supervision {
  readonly status: ConnectionStatus
  readonly cause: ConnectionCause | null
  /** Attempts that failed since the last minute of calm. */
  readonly failures: number
  /** QR codes shown since the start or the last connection, 0 to 3 (CONN-29). */
  readonly codesShown: number
  /** Whether letters were asked for instead of a scan: codes are no longer counted. */
  readonly typingCode: boolean
  /** 515 in a row without a connection between them. */
  readonly restarts: number
  /** True when the keys have been forgotten. */
  readonly unlinked: boolean
  readonly troubleSince: number | null
  readonly attemptEndsAt: number | null
  readonly nextAttemptAt: number | null
  readonly codeEndsAt: number | null
  readonly calmAt: number | null
}

/** A code of WhatsApp or of the WebSocket; `storage` when our own store refused to commit keys. */
export type CloseCode = number | 'storage'

export type Happening =
  | { readonly kind: 'started' }
  | { readonly kind: 'codeShown'; readonly lifetimeMs: number }
  | { readonly kind: 'lettersAsked' }
  | { readonly kind: 'scanned' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly code: CloseCode }
  /** WhatsApp refused one message with this code, or took one. */
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'loggedOut' }
  /** The moment given by `nextTick` has come. */
  | { readonly kind: 'tick' }

/** What to do now: open a socket, close it for good, or forget the keys. */
export type SupervisionOrder = 'connect' | 'hangUp' | 'forget' | 'nothing'

const attemptLimitMs = 30_000
const timeoutAfterMs = 60_000
const calmAfterMs = 60_000
/** So long the letters of a pairing code are good. */
export const lettersLifetimeMs = 160_000
const codesOffered = 3
const restartsAtOnce = 3

export const unsupervised: Supervision = {
  status: 'DISCONNECTED',
  cause: null,
  failures: 0,
  codesShown: 0,
  typingCode: false,
  restarts: 0,
  unlinked: false,
  troubleSince: null,
  attemptEndsAt: null,
  nextAttemptAt: null,
  codeEndsAt: null,
  calmAt: null,
}

/** Codes after which WhatsApp will not have us back; nothing is tried again by itself. */
const finalCauses: Readonly<Record<number, ConnectionCause>> = {
  401: 'unlinked-on-phone',
  403: 'banned',
  405: 'version-refused',
  411: 'multi-device-missing',
  440: 'opened-elsewhere',
}

interface Step {
  readonly next: Supervision
  readonly order: SupervisionOrder
}

/** The next state and what to do now. `chance` is in 0..1 and spreads the attempts of many connections. */
export function supervise(
  state: Supervision,
  happening: Happening,
  at: { now: number; chance: number },
): Step {
  const stay: Step = { next: state, order: 'nothing' }
  switch (happening.kind) {
    case 'started':
      return attempt({ ...unsupervised, troubleSince: at.now, status: 'OPENING' }, at.now)
    case 'stopped':
      return { next: finished(state, 'stopped'), order: 'hangUp' }
    case 'loggedOut':
      return { next: { ...finished(state, 'stopped'), unlinked: true }, order: 'forget' }
    case 'tick':
      return afterTick(state, at)
  }
  if (state.status === 'DISCONNECTED') return stay
  switch (happening.kind) {
    case 'codeShown':
      return afterCode(state, at.now + happening.lifetimeMs)
    case 'lettersAsked':
      return {
        next: { ...state, typingCode: true, codeEndsAt: at.now + lettersLifetimeMs },
        order: 'nothing',
      }
    case 'scanned':
      return {
        next: { ...quiet(state), status: 'PAIRING', attemptEndsAt: at.now + attemptLimitMs },
        order: 'nothing',
      }
    case 'opened':
      return { next: connected(state, at.now), order: 'nothing' }
    case 'closed':
      return afterClose(state, happening.code, at)
    case 'refused':
      return isRestriction(happening.code)
        ? { next: { ...state, cause: 'restricted' }, order: 'nothing' }
        : stay
    case 'accepted':
      return state.cause === 'restricted' ? { next: { ...state, cause: null }, order: 'nothing' } : stay
  }
}

/** When `supervise` wants a tick; null when only WhatsApp or a person can change anything. */
export function nextTick(state: Supervision): number | null {
  const moments = [
    state.attemptEndsAt,
    state.nextAttemptAt,
    state.calmAt,
    isLastCode(state) ? state.codeEndsAt : null,
    state.status === 'OPENING' && state.troubleSince !== null ? state.troubleSince + timeoutAfterMs : null,
  ].filter((moment) => moment !== null)
  return moments.length === 0 ? null : Math.min(...moments)
}

/** What the screen counts (CONN-29): unused codes while linking, failed attempts otherwise. */
export function retriesShown(state: Supervision): number {
  if (state.cause === 'qr-not-scanned') return codesOffered
  return state.status === 'qrcode' ? Math.max(0, state.codesShown - 1) : state.failures
}

/** Wait before attempt number `failures` + 1: 1 s doubling up to 5 minutes, a quarter more or less by chance. */
export function backoffMs(failures: number, chance: number): number {
  const doubled = 1000 * 2 ** Math.min(failures - 1, 9)
  return Math.round(Math.min(300_000, Math.max(1000, doubled * (0.75 + chance / 2))))
}

function isRestriction(code: number): boolean {
  return code === 463 || code === 429
}

function isLastCode(state: Supervision): boolean {
  return state.codesShown >= codesOffered || state.typingCode
}

function quiet(state: Supervision): Supervision {
  return {
    ...state,
    attemptEndsAt: null,
    nextAttemptAt: null,
    codeEndsAt: null,
    calmAt: null,
    typingCode: false,
  }
}

function finished(state: Supervision, cause: ConnectionCause): Supervision {
  return { ...quiet(state), status: 'DISCONNECTED', cause, troubleSince: null }
}

function connected(state: Supervision, now: number): Supervision {
  const calm = { troubleSince: null, codesShown: 0, restarts: 0, unlinked: false, calmAt: now + calmAfterMs }
  return { ...quiet(state), ...calm, status: 'CONNECTED', cause: null }
}

function attempt(state: Supervision, now: number): Step {
  return { next: { ...quiet(state), attemptEndsAt: now + attemptLimitMs }, order: 'connect' }
}

function afterCode(state: Supervision, endsAt: number): Step {
  const waiting = {
    ...state,
    status: 'qrcode',
    cause: null,
    attemptEndsAt: null,
    troubleSince: null,
  } as const
  if (state.typingCode) return { next: waiting, order: 'nothing' }
  if (state.codesShown >= codesOffered) return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
  return { next: { ...waiting, codesShown: state.codesShown + 1, codeEndsAt: endsAt }, order: 'nothing' }
}

function afterClose(state: Supervision, code: CloseCode, at: { now: number; chance: number }): Step {
  const final = code === 'storage' ? undefined : finalCauses[code]
  if (final === 'unlinked-on-phone')
    return { next: { ...finished(state, final), unlinked: true }, order: 'forget' }
  if (final !== undefined) return { next: finished(state, final), order: 'nothing' }
  const codesUsedUp = isLastCode(state) && (code === 408 || !state.typingCode)
  if (state.status === 'qrcode' && codesUsedUp)
    return { next: finished(state, 'qr-not-scanned'), order: 'nothing' }
  // WhatsApp asks for 515 after a scan and now and then later; a server that knows nothing else must not spin us.
  if (code === 515 && state.restarts < restartsAtOnce) {
    const restarting = { ...state, status: 'OPENING', cause: null, restarts: state.restarts + 1 } as const
    return attempt({ ...restarting, troubleSince: state.troubleSince ?? at.now }, at.now)
  }
  return { next: waiting(state, code === 'storage' ? 'storage' : 'network', at), order: 'nothing' }
}

function waiting(
  state: Supervision,
  cause: ConnectionCause,
  at: { now: number; chance: number },
): Supervision {
  const failures = state.failures + 1
  return {
    ...quiet(state),
    status: state.status === 'TIMEOUT' ? 'TIMEOUT' : 'OPENING',
    cause,
    failures,
    troubleSince: state.troubleSince ?? at.now,
    nextAttemptAt: at.now + backoffMs(failures, at.chance),
  }
}

function afterTick(state: Supervision, at: { now: number; chance: number }): Step {
  const isDue = (moment: number | null) => moment !== null && moment <= at.now
  if (
    state.status === 'OPENING' &&
    isDue(state.troubleSince === null ? null : state.troubleSince + timeoutAfterMs)
  ) {
    return { next: { ...state, status: 'TIMEOUT', cause: state.cause ?? 'network' }, order: 'nothing' }
  }
  if (isDue(state.attemptEndsAt)) return { next: waiting(state, 'network', at), order: 'hangUp' }
  if (isDue(state.nextAttemptAt)) return attempt(state, at.now)
  if (isLastCode(state) && isDue(state.codeEndsAt)) {
    return { next: finished(state, 'qr-not-scanned'), order: 'hangUp' }
  }
  if (isDue(state.calmAt)) return { next: { ...state, failures: 0, calmAt: null }, order: 'nothing' }
  return { next: state, order: 'nothing' }
}
