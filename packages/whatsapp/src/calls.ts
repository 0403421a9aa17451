import { type BinaryNode, extractAddressingContext, isJidGroup } from 'baileys'
import { addressOf, isSameUser } from './addresses'
import { chatKey } from './chat-key'
import type { Clock } from './clock'
import type { InboundCall } from './gateway'
import type { Me } from './inbound-content'
import { inboundFromText, inboundToText } from './inbound-json'
import { keep } from './inbound-storage'
import type { ConnectionStore, StoreSession } from './store-session'
import { usableName } from './strange-names'

export interface CallParts {
  readonly store: ConnectionStore
  readonly session: StoreSession
  readonly clock: Clock
  readonly me: () => Me
  /** Whether somebody takes calls here; asked as one begins to ring. */
  readonly takesCalls: () => Promise<boolean>
  /** Tells WhatsApp that nobody does. */
  readonly reject: (callId: string, caller: string) => Promise<void>
  readonly failed: (error: unknown) => void
}

/** A call that has begun to ring and not ended yet. */
interface Ringing {
  readonly from: string
  readonly alternative: string | undefined
  readonly video: boolean
  readonly answered: boolean
  /** By WhatsApp's clock. */
  readonly at: Date
  /** By ours, in milliseconds: the two may differ by hours. */
  readonly noticedAt: number
}
type RingingCalls = Readonly<Record<string, Ringing>>

/** A call is one row of one kind, so that a call which rang in a process that died is found by the next one. */
const type = 'ringing-calls'
const id = 'all'
/** WhatsApp lets a call ring for less than a minute; its end was missed when it is not over by then. */
const ringsAtMostMs = 2 * 60_000

/** What the end of a call says; the caller giving up says nothing. */
const outcomes: Readonly<Record<string, InboundCall['outcome']>> = {
  accepted_elsewhere: 'answered',
  rejected_elsewhere: 'declined',
}

/**
 * Follows calls by their signals and puts each into the inbound queue when it is over; to be awaited before a signal is
 * acknowledged. Signals delivered again change nothing.
 */
export async function keepCall(parts: CallParts, { attrs, content }: BinaryNode): Promise<void> {
  const { store, session, clock, me } = parts
  const signal = Array.isArray(content) ? content[0] : undefined
  const given = signal?.attrs['call-id']
  if (signal === undefined || given === undefined) return
  const callId = usableName(given)
  await store.lock.runExclusive(async () => {
    const ringing = await loadRinging(session)
    const known = ringing[callId]
    const call = known ?? ringingFrom(attrs, signal, me(), clock.now())
    switch (signal.tag) {
      case 'offer':
      case 'offer_notice':
        if (known !== undefined) break
        await saveRinging(session, { ...ringing, [callId]: call })
        // One that waited at the server while we were away rings no more.
        if (signal.tag === 'offer' && attrs.offline === undefined && !isJidGroup(call.from))
          refuseUnlessTaken(parts, callId, { given, caller: attrs.from ?? call.from }).catch(parts.failed)
        break
      case 'accept':
        await saveRinging(session, { ...ringing, [callId]: { ...call, answered: true } })
        break
      case 'reject':
      case 'terminate':
        await keepEnd(session, callId, call, outcomeOf(signal, call))
        await saveRinging(session, without(ringing, callId))
    }
  })
}

/**
 * Where nobody takes calls this one stops ringing at once. That we refused it is in the inbound queue before WhatsApp hears of it:
 * what it says then, a refusal like one on the handset, comes too late to be anything else.
 */
async function refuseUnlessTaken(
  parts: CallParts,
  callId: string,
  { given, caller }: { readonly given: string; readonly caller: string },
): Promise<void> {
  const { store, session, takesCalls, reject } = parts
  if (await takesCalls()) return
  const isRinging = await store.lock.runExclusive(async () => {
    const ringing = await loadRinging(session)
    const call = ringing[callId]
    if (call === undefined || call.answered) return false
    await keepEnd(session, callId, call, 'refused')
    await saveRinging(session, without(ringing, callId))
    return true
  })
  if (isRinging) await reject(given, caller)
}

/** Calls whose end never reached us count as missed. To be called when a socket opens; gives the way to call it off. */
export function endForgottenCalls(
  store: ConnectionStore,
  session: StoreSession,
  clock: Clock,
  failed: (error: unknown) => void,
): () => void {
  const openedAt = clock.now()
  return clock.after(ringsAtMostMs, () => {
    store.lock
      .runExclusive(async () => {
        for (const [callId, call] of Object.entries(await loadRinging(session))) {
          if (call.noticedAt > openedAt) continue
          await keepEnd(session, callId, call, call.answered ? 'answered' : 'missed')
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

function ringingFrom(attrs: BinaryNode['attrs'], signal: BinaryNode, me: Me, noticedAt: number): Ringing {
  const group = signal.attrs['group-jid']
  const caller = callerOf(attrs.from, signal, me)
  const parts = Array.isArray(signal.content) ? signal.content : []
  return {
    from: group !== undefined && isJidGroup(group) ? group : caller,
    // The other address of who sent the signal, and of nobody else: the two make one contact.
    alternative: isSameUser(caller, attrs.from)
      ? extractAddressingContext({ tag: 'call', attrs }).senderAlt
      : undefined,
    video: parts.some(({ tag }) => tag === 'video'),
    answered: false,
    noticedAt,
    at: new Date(Number(attrs.t) * 1000),
  }
}

/**
 * Who calls is who sent the signal: what stands inside (`call-creator`, `caller_pn`) may be the caller's own words. Only our
 * own devices, which tell what became of a call there, are believed as to whose it was.
 */
function callerOf(
  from: string | undefined,
  { attrs: { 'call-creator': creator } }: BinaryNode,
  { id, lid }: Me,
): string {
  const isNoCaller = from === undefined || isSameUser(from, id) || isSameUser(from, lid)
  return (isNoCaller ? (creator ?? from) : from) ?? ''
}

async function keepEnd(
  session: StoreSession,
  callId: string,
  { from, alternative, video, at }: Ringing,
  outcome: InboundCall['outcome'],
): Promise<void> {
  const chat = addressOf(from, alternative)
  if (chat === null) return
  const partitionKey = await chatKey(session, from, alternative)
  await keep(session, `call:${callId}`, partitionKey, { kind: 'call', id: callId, chat, video, outcome, at })
}

async function loadRinging(session: StoreSession): Promise<RingingCalls> {
  const text = (await session.load(type, [id])).get(id)
  const kept = text === undefined ? {} : (inboundFromText(text) as RingingCalls) // written by `saveRinging` alone
  return Object.assign(Object.create(null), kept) // callers name their calls, and may name one `constructor`
}

async function saveRinging(session: StoreSession, ringing: RingingCalls): Promise<void> {
  const value = Object.keys(ringing).length === 0 ? null : inboundToText(ringing)
  await session.commit([{ type, id, value }], [])
}

function without(ringing: RingingCalls, callId: string): RingingCalls {
  const { [callId]: _ended, ...others } = ringing
  return others
}
