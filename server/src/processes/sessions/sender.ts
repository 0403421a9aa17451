import { backoffMs } from '@balcao/domain/connection-supervision'
import type { ContactId } from '@balcao/domain/ids'
import { failureOf } from '@balcao/domain/official-numbers'
import type { Capabilities } from '@balcao/domain/providers'
import {
  type MessageReference,
  NotConnected,
  SendRefused,
  SendUnclear,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { LeaseLost } from '@balcao/whatsapp/ports'
import {
  acksLag,
  type ClaimedOrder,
  claimOrders,
  failClaimed,
  finishClaimed,
  postpone,
  postponeUnreceived,
  putBack,
  reconcileMs,
  resumeOutbox,
} from '../../features/connections/drain-outbox'
import type { Lease } from '../../features/connections/leases'
import type { MessageChange } from '../../features/connections/message-change'
import { type Changeable, messageToChange, refuseChange } from '../../features/messages/changes/settle-change'
import { type OutgoingMessage, outgoingMessage } from '../../features/messages/messages.read'
import type { SenderPlace } from '../../features/messages/outgoing/senders.port'
import { failMessage, failUnheard } from '../../features/messages/outgoing/settle-sending'
import type { ByteSlots } from '../../platform/byte-slots'
import type { Clock } from '../../platform/clock'
import { databaseTroubleIn } from '../../platform/database/database-trouble'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { CompanyWork } from '../../platform/work'
import { runOneAtATime } from './one-at-a-time'
import type { RunSharedAct } from './shared-acts'

export interface SenderParts {
  readonly lease: Lease
  readonly link: WhatsappLink
  readonly capabilities: Pick<Capabilities, 'repeatsSafely'>
  readonly act: <T>(does: (work: CompanyWork) => Promise<T>) => Promise<T>
  readonly share: RunSharedAct
  readonly clock: Clock
  readonly log: Log
  readonly store: FileStore
  /** Slots for files being sent: during an upload its encrypted copy is on the disk. */
  readonly uploads: ByteSlots
  readonly leaseIsLost: () => void
}

/** The limit of conversations whose next item has no file. */
const plainAtOnce = 4
/**
 * The limit of those with a file, separate so that slow uploads take no place of a text. Each file is in memory
 * meanwhile.
 */
const uploadsAtOnce = 12
/** The time for WhatsApp's acknowledgement, after which a message is sent again under the same id. */
const ackPatienceMs = 30_000
const attemptsAllowed = 5
/** Of refusals for a time, each of which names its pause. */
const refusalsAllowed = 12
/** The pause after trouble with the database. */
const troubleRestMs = 5_000
/** The interval for checking a recording that is still being converted; the conversion wakes the sender earlier. */
const preparationMs = 2_000

/** A claimed item with the data to send, as read at the claim. */
interface TakenOrder {
  readonly order: ClaimedOrder
  readonly errand:
    | { readonly kind: 'read'; readonly messages: readonly MessageReference[] }
    | { readonly kind: 'change'; readonly change: MessageChange; readonly found: Changeable }
    | { readonly kind: 'message'; readonly message: OutgoingMessage | null }
    | { readonly kind: 'unreadable'; readonly cause: unknown }
}

/** A sent message waits for its acknowledgement; after any other outcome its conversation continues. */
type Outcome = 'left' | 'done'

/** An item that is being sent, or the place of a text that is being posted. */
interface Running {
  readonly contactId: ContactId
  readonly hasFile: boolean
  /** Null until the post of a placed text is committed. */
  orderId: number | null
  /** Whether a later claim skipped this conversation as busy. */
  wasPassedOver: boolean
  done: Promise<void>
}

/** Sends the outbox of one connection to WhatsApp while its link is open. */
export class Sender {
  readonly #parts: SenderParts
  readonly #running = new Set<Running>()
  /** By sent item: ends the wait for its acknowledgement. */
  readonly #unacknowledged = new Map<number, () => void>()
  readonly #stopping = new AbortController()
  readonly #drain = runOneAtATime(() => this.#claimDue())
  #isOpen = false
  #isClaiming = false
  /** Rows that say `sending` may not be under way: after the link opened, and after a failed note. */
  #mustResume = false
  #timesResumed = 0
  #cancelLook = () => {}

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  /** The link has opened. */
  open(): void {
    this.#isOpen = true
    this.#mustResume = true
    this.#drain.ask()
  }

  /** The link has closed. */
  close(): void {
    this.#isOpen = false
  }

  /** An item was added to the outbox, or became due. */
  wake(): void {
    this.#drain.ask()
  }

  /**
   * Keeps a place for a text to this contact. Its post adds the item as claimed, so no claim may run that has not seen the
   * contact busy. Null: the text must be claimed in its turn.
   */
  place(contactId: ContactId): SenderPlace | null {
    const isBusy = [...this.#running].some((running) => running.contactId === contactId)
    const mayClaim = this.#isOpen && !this.#mustResume && !this.#isClaiming
    if (!mayClaim || isBusy || this.#roomLeft().plain === 0) return null
    const running = this.#run(contactId, false)
    const timesResumed = this.#timesResumed
    return {
      token: this.#parts.lease.token,
      send: ({ id, messageId }, message) => {
        // A resumption may have made the item wait again.
        if (!this.#isOpen || timesResumed !== this.#timesResumed) return this.#leave(running, true)
        const task = { kind: 'message', messageId } as const
        const order = { id, contactId, hasFile: false, attempts: 0, isFirstTry: true, task }
        this.#begin(running, { order, errand: { kind: 'message', message } })
      },
      free: () => this.#leave(running, false),
      doubt: () => this.#leave(running, true),
    }
  }

  /** WhatsApp has answered this item; it is no longer awaited. */
  settled(orderId: number): void {
    this.#unacknowledged.get(orderId)?.()
    this.#unacknowledged.delete(orderId)
  }

  /** Claims no more items; resolves when the running ones are done. The link must be stopped first. */
  async stop(): Promise<void> {
    this.#isOpen = false
    this.#stopping.abort(new NotConnected('the session stops'))
    this.#cancelLook()
    await this.#drain.idle()
    await Promise.all([...this.#running].map(({ done }) => done))
    this.#stopWaitingForAcks()
  }

  /** Claims all due items up to the free places; the others wait for a free place. */
  async #claimDue(): Promise<void> {
    const { share, lease, store } = this.#parts
    this.#isClaiming = true
    try {
      if (this.#isOpen && this.#mustResume) await this.#resume()
      const room = this.#roomLeft()
      if (!this.#isOpen || (room.plain === 0 && room.uploads === 0)) return
      for (const inOne of this.#running) inOne.wasPassedOver = true
      const busy = [...this.#running].map(({ contactId }) => contactId)
      for (const taken of await share(lease, (work) => claimAndRead(work, lease, store, { ...room, busy }))) {
        const { contactId, hasFile } = taken.order
        this.#begin(this.#run(contactId, hasFile), taken)
      }
    } catch (error) {
      this.#trouble(error, 'the outbox could not be read')
    } finally {
      this.#isClaiming = false
    }
  }

  #roomLeft(): { plain: number; uploads: number } {
    const uploads = [...this.#running].filter(({ hasFile }) => hasFile).length
    return { plain: plainAtOnce - (this.#running.size - uploads), uploads: uploadsAtOnce - uploads }
  }

  /** Acks of items sent before the link broke may still arrive; without one the item is sent again. */
  async #resume(): Promise<void> {
    const { act, lease } = this.#parts
    this.#timesResumed++
    this.#stopWaitingForAcks()
    const inHand = [...this.#running].flatMap(({ orderId }) => orderId ?? [])
    this.#mustResume = false // what needs it from here on, needs it again
    try {
      await act((work) => resumeOutbox(work, lease, inHand))
    } catch (error) {
      this.#mustResume = true
      throw error
    }
    this.#lookIn(reconcileMs)
  }

  #lookIn(ms: number): void {
    this.#cancelLook()
    this.#cancelLook = this.#parts.clock.after(ms, this.#drain.ask)
  }

  #run(contactId: ContactId, hasFile: boolean): Running {
    const running = { contactId, hasFile, orderId: null, wasPassedOver: false, done: Promise.resolve() }
    this.#running.add(running)
    return running
  }

  #begin(running: Running, taken: TakenOrder): void {
    running.orderId = taken.order.id
    running.done = this.#carryOut(running, taken)
  }

  /** Gives up a place. `mayBeClaimed`: its row may say `sending`, but it is not being sent. */
  #leave(running: Running, mayBeClaimed: boolean): void {
    if (mayBeClaimed) this.#mustResume = true
    this.#running.delete(running)
    this.#drain.ask()
  }

  async #carryOut(running: Running, taken: TakenOrder): Promise<void> {
    let outcome: Outcome = 'done'
    try {
      outcome = await this.#deliver(taken).catch((error: unknown) => this.#undelivered(taken.order, error))
    } catch (error) {
      this.#mustResume = true // its row says `sending`, but it is not being sent
      this.#trouble(error, 'an outbox item could not be noted')
    }
    const { plain, uploads } = this.#roomLeft()
    this.#running.delete(running)
    // Otherwise no item can have become due: its conversation waits for the acknowledgement, and the others were
    // checked.
    if (outcome === 'done' || running.wasPassedOver || plain === 0 || uploads === 0) this.#drain.ask()
  }

  async #deliver({ order, errand }: TakenOrder): Promise<Outcome> {
    const { id } = order
    const { act, link, capabilities } = this.#parts
    if (errand.kind === 'unreadable') throw errand.cause
    if (errand.kind === 'change') return this.#deliverChange(order, errand)
    if (errand.kind === 'read') {
      await link.markRead(errand.messages)
      return this.#finish(id)
    }
    const { message } = errand
    if (message === null || message.ack >= 1 || message.isDeleted) return this.#finish(id)
    if (message.isBeingPrepared) {
      await act((work) => putBack(work, id, order.attempts, new Date(work.now.getTime() + preparationMs)))
      return 'done'
    }
    // An earlier try may have sent it: only its status tells, and a second message can't be taken back.
    if (order.isFirstTry || capabilities.repeatsSafely) await this.#send(message, order.isFirstTry)
    return this.#awaitAck(order)
  }

  async #send(message: OutgoingMessage, isFirstTry: boolean): Promise<void> {
    const { link, uploads, lease } = this.#parts
    const send = () => link.send({ ...message, id: message.whatsappId, isFirstTry })
    if (message.fileBytes === null) await send()
    else await uploads.take(lease.companyId, message.fileBytes, send, this.#stopping.signal)
  }

  async #deliverChange(
    order: ClaimedOrder,
    { change, found }: Extract<TakenOrder['errand'], { kind: 'change' }>,
  ): Promise<Outcome> {
    const { id, isFirstTry } = order
    const { act, link } = this.#parts
    if (found.state === 'gone') return this.#finish(id)
    if (found.state === 'unsent') {
      await act((work) => refuseChange(work, id))
      return 'done'
    }
    const named = { id: change.changeId, message: found.message, isFirstTry }
    if (change.kind === 'edit') await link.edit({ ...named, text: change.payload.text })
    else if (change.kind === 'reaction') await link.react({ ...named, emoji: change.payload.emoji })
    else await link.deleteForEverybody(named)
    return this.#awaitAck(order)
  }

  async #finish(id: number): Promise<Outcome> {
    await this.#parts.act((work) => finishClaimed(work, id))
    return 'done'
  }

  /** The row stays `sending`, and its conversation waits, until reception has processed the ack. */
  #awaitAck(order: ClaimedOrder): Outcome {
    const { id } = order
    const cancel = this.#parts.clock.after(ackPatienceMs, () => {
      this.#unacknowledged.delete(id)
      void this.#noteMissingAck(order)
    })
    this.#unacknowledged.set(id, cancel)
    return 'left'
  }

  async #noteMissingAck(order: ClaimedOrder): Promise<void> {
    const { act, lease, capabilities } = this.#parts
    const { id, attempts, task } = order
    const failures = attempts + 1
    try {
      const isSettled = await act(async (work) => {
        if (task.kind !== 'message' || capabilities.repeatsSafely)
          return postponeUnreceived(work, lease, { id, failures, until: dueAgain(work, failures) })
        const isMissing = !(await acksLag(work, lease))
        if (isMissing) await failUnheard(work, task.messageId)
        return isMissing
      })
      if (!isSettled && this.#isOpen) this.#awaitAck(order)
    } catch (error) {
      this.#mustResume = true // its row says `sending`, but its ack is not awaited
      this.#trouble(error, 'a missing ack could not be noted')
      return
    }
    this.#drain.ask()
  }

  #stopWaitingForAcks(): void {
    for (const cancel of this.#unacknowledged.values()) cancel()
    this.#unacknowledged.clear()
  }

  async #undelivered(order: ClaimedOrder, error: unknown): Promise<Outcome> {
    const { id, attempts, task } = order
    const { act, lease, log, clock } = this.#parts
    // First: its cause may be trouble of the database, after WhatsApp took the message.
    if (error instanceof SendUnclear) return this.#awaitAck(order)
    // The next opening of the link makes it due again, so the exact time hardly matters. A full or lost database is
    // no failure of this item, so it counts as no attempt.
    if (error instanceof NotConnected || databaseTroubleIn(error))
      return this.#postponeBy(id, Math.max(1, attempts))
    const failures = attempts + 1
    log.warn({ err: error, connectionId: lease.connectionId, orderId: id, failures }, 'an order was not sent')
    if (error instanceof SendRefused && error.retryAfterMs !== null && failures < refusalsAllowed) {
      const until = new Date(clock.now().getTime() + error.retryAfterMs)
      await act((work) => putBack(work, id, failures, until))
      return 'done'
    }
    if (!(error instanceof SendRefused) && failures < attemptsAllowed) return this.#postponeBy(id, failures)
    const code = (error instanceof SendRefused ? failureOf(error.code) : null) ?? 'ERR_SENDING_WAPP_MSG'
    await act((work) => {
      if (task.kind === 'message') return failMessage(work, task.messageId, code)
      return task.kind === 'read' ? failClaimed(work, id) : refuseChange(work, id)
    })
    return 'done'
  }

  /** The item was surely not sent, or may be sent again. */
  async #postponeBy(id: number, failures: number): Promise<Outcome> {
    const { act, capabilities } = this.#parts
    const later = capabilities.repeatsSafely ? postpone : putBack
    await act((work) => later(work, id, failures, dueAgain(work, failures)))
    return 'done'
  }

  #trouble(error: unknown, what: string): void {
    const { leaseIsLost, log, lease } = this.#parts
    if (error instanceof LeaseLost) leaseIsLost()
    else {
      log.warn({ err: error, connectionId: lease.connectionId }, what)
      if (!this.#stopping.signal.aborted) this.#lookIn(troubleRestMs)
    }
  }
}

async function claimAndRead(
  work: CompanyWork,
  lease: Lease,
  store: FileStore,
  room: { plain: number; uploads: number; busy: readonly ContactId[] },
): Promise<readonly TakenOrder[]> {
  // At most sixteen, nearly always one: reading them in the claiming act saves an act of their own.
  return claimOrders(work, lease, room, async (order) => ({
    order,
    // An unreadable item must not prevent the claim of the others; it fails alone.
    errand: await errandOf(work, store, order).catch(
      (cause: unknown) => ({ kind: 'unreadable', cause }) as const,
    ),
  }))
}

async function errandOf(
  work: CompanyWork,
  store: FileStore,
  { task, contactId }: ClaimedOrder,
): Promise<TakenOrder['errand']> {
  if (task.kind === 'read') return task
  if (task.kind === 'message') {
    return {
      kind: 'message',
      message: await outgoingMessage(work, { messageId: task.messageId, contactId }, store),
    }
  }
  return { kind: 'change', change: task, found: await messageToChange(work, task) }
}

function dueAgain(work: CompanyWork, failures: number): Date {
  return new Date(work.now.getTime() + backoffMs(failures, work.chance()))
}
