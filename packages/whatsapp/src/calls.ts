import { type BinaryNode, extractAddressingContext, isJidGroup } from 'baileys'
import { chatAddressOf, isSameJidUser } from './addresses'
import { chatPartitionKey } from './chat-key'
import type { Clock } from './clock'
import type { InboundCall } from './gateway'
import type { OwnAddresses } from './inbound-content'
import { inboundFromJson, inboundToJson } from './inbound-json'
import { commitInboundEvent } from './inbound-storage'
import type { ConnectionKeyStore, KeyStoreSession } from './store-session'
import { storableIdOf } from './strange-names'

export interface CallTrackingDependencies {
  readonly store: ConnectionKeyStore
  readonly session: KeyStoreSession
  readonly clock: Clock
  readonly me: () => OwnAddresses
  /** Asked when a call begins to ring. If the result is false, the call is declined at once. */
  readonly takesCalls: () => Promise<boolean>
  readonly reject: (callId: string, caller: string) => Promise<void>
  readonly failed: (error: unknown) => void
}

interface Ringing {
  readonly from: string
  readonly alternative: string | undefined
  readonly video: boolean
  readonly answered: boolean
  readonly at: Date
  /** When the call began to ring, in milliseconds of this server's clock, which may differ from WhatsApp's by hours. */
  readonly noticedAt: number
}
type RingingCalls = Readonly<Record<string, Ringing>>

/** The key type under which one row stores all ringing calls. After a crash, the next process reads them from it. */
const type = 'ringing-calls'
const id = 'all'
/** WhatsApp ends each call within a minute, so an older call has ended without a signal to us. */
const maxRingingMs = 2 * 60_000

/** The outcome by the reason in WhatsApp's end signal. There is no reason when the caller hangs up. */
const outcomes: Readonly<Record<string, InboundCall['outcome']>> = {
  accepted_elsewhere: 'answered',
  rejected_elsewhere: 'declined',
}

/** Stores a call as an inbound event when it ends. Await this before acknowledging its signal. Idempotent. */
export async function trackCall(
  parts: CallTrackingDependencies,
  { attrs, content }: BinaryNode,
): Promise<void> {
  const { store, session, clock, me } = parts
  const signal = Array.isArray(content) ? content[0] : undefined
  const given = signal?.attrs['call-id']
  if (signal === undefined || given === undefined) return
  const callId = storableIdOf(given)
  await store.lock.runExclusive(async () => {
    const ringing = await loadRinging(session)
    const known = ringing[callId]
    const call = known ?? ringingFrom(attrs, signal, me(), clock.now())
    switch (signal.tag) {
      case 'offer':
      case 'offer_notice':
        if (known !== undefined) break
        await saveRinging(session, { ...ringing, [callId]: call })
        // An offer that waited at WhatsApp while this number was offline no longer rings, so it is not declined.
        if (signal.tag === 'offer' && attrs.offline === undefined && !isJidGroup(call.from))
          refuseUnlessTaken(parts, callId, { given, caller: attrs.from ?? call.from }).catch(parts.failed)
        break
      case 'accept':
        await saveRinging(session, { ...ringing, [callId]: { ...call, answered: true } })
        break
      case 'reject':
      case 'terminate':
        await storeCallEnd(session, callId, call, outcomeOf(signal, call))
        await saveRinging(session, without(ringing, callId))
    }
  })
}

/**
 * Declines the call if this number takes none. The outcome `refused` is committed first, because WhatsApp then reports
 * the call's end as well, and only the first stored outcome counts.
 */
async function refuseUnlessTaken(
  parts: CallTrackingDependencies,
  callId: string,
  { given, caller }: { readonly given: string; readonly caller: string },
): Promise<void> {
  const { store, session, takesCalls, reject } = parts
  if (await takesCalls()) return
  const isRinging = await store.lock.runExclusive(async () => {
    const ringing = await loadRinging(session)
    const call = ringing[callId]
    if (call === undefined || call.answered) return false
    await storeCallEnd(session, callId, call, 'refused')
    await saveRinging(session, without(ringing, callId))
    return true
  })
  if (isRinging) await reject(given, caller)
}

/**
 * After two minutes, stores the end of calls that rang before this socket opened and whose end was not reported. The
 * returned function cancels the timer.
 */
export function endStaleCalls(
  store: ConnectionKeyStore,
  session: KeyStoreSession,
  clock: Clock,
  failed: (error: unknown) => void,
): () => void {
  const openedAt = clock.now()
  return clock.after(maxRingingMs, () => {
    store.lock
      .runExclusive(async () => {
        for (const [callId, call] of Object.entries(await loadRinging(session))) {
          if (call.noticedAt > openedAt) continue
          await storeCallEnd(session, callId, call, call.answered ? 'answered' : 'missed')
          await saveRinging(session, without(await loadRinging(session), callId))
        }
      })
      .catch(failed)
  })
}

function outcomeOf({ tag, attrs }: BinaryNode, { answered }: Ringing): InboundCall['outcome'] {
  if (tag === 'reject') return 'declined'
  return outcomes[attrs.reason ?? ''] ?? (answered ? 'answered' : 'missed')
}

function ringingFrom(
  attrs: BinaryNode['attrs'],
  signal: BinaryNode,
  me: OwnAddresses,
  noticedAt: number,
): Ringing {
  const group = signal.attrs['group-jid']
  const caller = callerOf(attrs.from, signal, me)
  const parts = Array.isArray(signal.content) ? signal.content : []
  return {
    from: group !== undefined && isJidGroup(group) ? group : caller,
    // The alternative address belongs to the signal's sender. Added to another caller, it would merge two contacts.
    alternative: isSameJidUser(caller, attrs.from)
      ? extractAddressingContext({ tag: 'call', attrs }).senderAlt
      : undefined,
    video: parts.some(({ tag }) => tag === 'video'),
    answered: false,
    noticedAt,
    at: new Date(Number(attrs.t) * 1000),
  }
}

/** Fields inside a call signal can be forged. Only the owner's devices may name another caller than the sender. */
function callerOf(
  from: string | undefined,
  { attrs: { 'call-creator': creator } }: BinaryNode,
  { id, lid }: OwnAddresses,
): string {
  const isNoCaller = from === undefined || isSameJidUser(from, id) || isSameJidUser(from, lid)
  return (isNoCaller ? (creator ?? from) : from) ?? ''
}

async function storeCallEnd(
  session: KeyStoreSession,
  callId: string,
  { from, alternative, video, at }: Ringing,
  outcome: InboundCall['outcome'],
): Promise<void> {
  const chat = chatAddressOf(from, alternative)
  if (chat === null) return
  const partitionKey = await chatPartitionKey(session, from, alternative)
  await commitInboundEvent(session, `call:${callId}`, partitionKey, {
    kind: 'call',
    id: callId,
    chat,
    video,
    outcome,
    at,
  })
}

async function loadRinging(session: KeyStoreSession): Promise<RingingCalls> {
  const text = (await session.load(type, [id])).get(id)
  // the cast is safe: `saveRinging` wrote this text
  const kept = text === undefined ? {} : (inboundFromJson(text) as RingingCalls)
  // The object has no prototype, because callers choose call ids, and an id may be `constructor`.
  return Object.assign(Object.create(null), kept)
}

async function saveRinging(session: KeyStoreSession, ringing: RingingCalls): Promise<void> {
  const value = Object.keys(ringing).length === 0 ? null : inboundToJson(ringing)
  await session.commit([{ type, id, value }], [])
}

function without(ringing: RingingCalls, callId: string): RingingCalls {
  const { [callId]: _ended, ...others } = ringing
  return others
}
