import { reconnectBackoffMs } from '@balcao/domain/connection-supervision'
import type { ContactId } from '@balcao/domain/ids'
import { messageErrorForMetaCode } from '@balcao/domain/official-numbers'
import type { ProviderCapabilities } from '@balcao/domain/providers'
import {
  type MessageReference,
  NotConnected,
  SendOutcomeUnknown,
  SendRefused,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import { LeaseLost } from '@balcao/whatsapp/ports'
import {
  type ClaimedOutboxItem,
  claimOutboxItems,
  failClaimedOutboxItem,
  finishClaimedOutboxItem,
  isEventProcessingLagging,
  postponeOutboxItem,
  postponeUnacknowledgedItem,
  resendDelayAfterLinkLossMs,
  resumeOutbox,
  returnUnsentOutboxItem,
} from '../../features/connections/drain-outbox'
import type { Lease } from '../../features/connections/leases'
import type { MessageChange } from '../../features/connections/message-change'
import {
  failRefusedMessageChange,
  type MessageChangeTarget,
  messageChangeTargetOf,
} from '../../features/messages/changes/change-outcomes'
import { type OutgoingMessage, readOutgoingMessage } from '../../features/messages/messages.read'
import { failMessage, failMessageWithoutStatus } from '../../features/messages/outgoing/apply-receipts'
import type { ReservedSenderSlot } from '../../features/messages/outgoing/senders.port'
import type { ByteSlots } from '../../platform/byte-slots'
import type { Clock } from '../../platform/clock'
import { databaseTroubleIn } from '../../platform/database/database-trouble'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { CompanyWork } from '../../platform/work'
import { createNonConcurrentRunner } from './one-at-a-time'
import type { RunInSharedTransaction } from './shared-acts'

export interface OutboxSenderDependencies {
  readonly lease: Lease
  readonly link: WhatsappLink
  readonly capabilities: Pick<ProviderCapabilities, 'repeatsSafely'>
  readonly act: <T>(does: (work: CompanyWork) => Promise<T>) => Promise<T>
  readonly share: RunInSharedTransaction
  readonly clock: Clock
  readonly log: Log
  readonly store: FileStore
  /** Limits the bytes that are sent at once: each upload keeps an encrypted copy on the disk. */
  readonly uploads: ByteSlots
  readonly leaseIsLost: () => void
}

/** The most conversations that send an item without a file at once. */
const plainAtOnce = 4
/**
 * The most files that are sent at once; few, because each is in memory. Files have a limit of their own, so
 * that slow uploads do not block texts.
 */
const uploadsAtOnce = 12
/** After this wait for WhatsApp's acknowledgement, the message is sent again under the same id. */
const ackPatienceMs = 30_000
const attemptsAllowed = 5
/** An item fails after this many temporary refusals by WhatsApp. Each refusal names the next pause. */
const refusalsAllowed = 12
/** The pause after a failure of the database. */
const troubleRestMs = 5_000
/** How often the sender checks whether a voice recording is converted. The end of the conversion wakes it too. */
const preparationMs = 2_000

interface TakenOrder {
  readonly order: ClaimedOutboxItem
  readonly errand:
    | { readonly kind: 'read'; readonly messages: readonly MessageReference[] }
    | { readonly kind: 'change'; readonly change: MessageChange; readonly found: MessageChangeTarget }
    | { readonly kind: 'message'; readonly message: OutgoingMessage | null }
    | { readonly kind: 'unreadable'; readonly cause: unknown }
}

/** How an attempt ended. 'left': the message waits for its acknowledgement. 'done': its conversation continues. */
type Outcome = 'left' | 'done'

/** An item being sent, or a sending slot that is reserved for a text. */
interface Running {
  readonly contactId: ContactId
  readonly hasFile: boolean
  /** The item's id. Null: the transaction that creates the reserved text's item has not committed yet. */
  orderId: number | null
  /** True: a later claim skipped this conversation because it was busy, so more of its items may wait. */
  wasPassedOver: boolean
  done: Promise<void>
}

/** Sends the outbox of one connection while its link is open. */
export class OutboxSender {
  readonly #parts: OutboxSenderDependencies
  readonly #running = new Set<Running>()
  /** Functions that end the wait for an item's acknowledgement, by item id. */
  readonly #unacknowledged = new Map<number, () => void>()
  readonly #stopping = new AbortController()
  readonly #drain = createNonConcurrentRunner(() => this.#claimDue())
  #isOpen = false
  #isClaiming = false
  /** True: rows may have the state `sending` without being sent, after the link opened or a write failed. */
  #mustResume = false
  #timesResumed = 0
  /** Until this time (milliseconds since 1970) WhatsApp's limit lets this number send nothing. */
  #pausedUntil = 0
  #cancelLook = () => {}

  constructor(parts: OutboxSenderDependencies) {
    this.#parts = parts
  }

  open(): void {
    this.#isOpen = true
    this.#mustResume = true
    this.#drain.ask()
  }

  close(): void {
    this.#isOpen = false
  }

  wake(): void {
    this.#drain.ask()
  }

  /**
   * Reserves a sending slot, so that the transaction that posts a text can create its item as already claimed.
   * No slot is given during a claim, which would not know that the contact is busy. Null: the text must be
   * claimed like any other item.
   */
  place(contactId: ContactId): ReservedSenderSlot | null {
    const isBusy = [...this.#running].some((running) => running.contactId === contactId)
    const mayClaim = this.#isOpen && !this.#mustResume && !this.#isClaiming && this.#pauseLeftMs() <= 0
    if (!mayClaim || isBusy || this.#roomLeft().plain === 0) return null
    const running = this.#run(contactId, false)
    const timesResumed = this.#timesResumed
    return {
      token: this.#parts.lease.token,
      send: ({ id, messageId }, message) => {
        // If the sender has resumed since the slot was given, the item may wait in the outbox again, so it is
        // not sent here.
        if (!this.#isOpen || timesResumed !== this.#timesResumed) return this.#leave(running, true)
        const task = { kind: 'message', messageId } as const
        const order = { id, contactId, hasFile: false, attempts: 0, isFirstTry: true, task }
        this.#begin(running, { order, errand: { kind: 'message', message } })
      },
      free: () => this.#leave(running, false),
      doubt: () => this.#leave(running, true),
    }
  }

  settled(orderId: number): void {
    this.#unacknowledged.get(orderId)?.()
    this.#unacknowledged.delete(orderId)
  }

  /** Stops sending and waits for the running items. The link must be stopped first. */
  async stop(): Promise<void> {
    this.#isOpen = false
    this.#stopping.abort(new NotConnected('the session stops'))
    this.#cancelLook()
    await this.#drain.idle()
    await Promise.all([...this.#running].map(({ done }) => done))
    this.#stopWaitingForAcks()
  }

  /** Claims due items until all sending slots are taken. */
  async #claimDue(): Promise<void> {
    const { share, lease, store } = this.#parts
    this.#isClaiming = true
    try {
      if (this.#isOpen && this.#mustResume) await this.#resume()
      const pauseMs = this.#pauseLeftMs()
      if (pauseMs > 0) return this.#lookIn(pauseMs)
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

  #pauseLeftMs(): number {
    return this.#pausedUntil - this.#parts.clock.now().getTime()
  }

  #roomLeft(): { plain: number; uploads: number } {
    const uploads = [...this.#running].filter(({ hasFile }) => hasFile).length
    return { plain: plainAtOnce - (this.#running.size - uploads), uploads: uploadsAtOnce - uploads }
  }

  /**
   * After the link broke: items that were being sent wait for their acknowledgements anew. Those without one
   * are sent again.
   */
  async #resume(): Promise<void> {
    const { act, lease } = this.#parts
    this.#timesResumed++
    this.#stopWaitingForAcks()
    const inHand = [...this.#running].flatMap(({ orderId }) => orderId ?? [])
    this.#mustResume = false // reset before the act, because a new reason may arise while it runs
    try {
      await act((work) => resumeOutbox(work, lease, inHand))
    } catch (error) {
      this.#mustResume = true
      throw error
    }
    this.#lookIn(resendDelayAfterLinkLossMs)
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

  /** Frees the slot of an item that is not sent. `mayBeClaimed`: its row may have the state `sending`. */
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
      this.#mustResume = true // the row has the state `sending`, but the item is not being sent
      this.#trouble(error, 'an outbox item could not be noted')
    }
    const { plain, uploads } = this.#roomLeft()
    this.#running.delete(running)
    // Looks for items only if some may wait: in this conversation, if it continues ('done') or a claim skipped
    // it, or in others, if no slot was free for them.
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
      await act((work) =>
        returnUnsentOutboxItem(work, id, order.attempts, new Date(work.now.getTime() + preparationMs)),
      )
      return 'done'
    }
    // An earlier attempt may have sent the message. If sending it again could send it twice, the message only
    // waits for its status.
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
    order: ClaimedOutboxItem,
    { change, found }: Extract<TakenOrder['errand'], { kind: 'change' }>,
  ): Promise<Outcome> {
    const { id, isFirstTry } = order
    const { act, link } = this.#parts
    if (found.state === 'gone') return this.#finish(id)
    if (found.state === 'unsent') {
      await act((work) => failRefusedMessageChange(work, id))
      return 'done'
    }
    const named = { id: change.changeId, message: found.message, isFirstTry }
    if (change.kind === 'edit') await link.edit({ ...named, text: change.payload.text })
    else if (change.kind === 'reaction') await link.react({ ...named, emoji: change.payload.emoji })
    else await link.deleteForEverybody(named)
    return this.#awaitAck(order)
  }

  async #finish(id: number): Promise<Outcome> {
    await this.#parts.act((work) => finishClaimedOutboxItem(work, id))
    return 'done'
  }

  /** Waits for the acknowledgement. Until it is processed, the row stays `sending` and its conversation waits. */
  #awaitAck(order: ClaimedOutboxItem): Outcome {
    const { id } = order
    const cancel = this.#parts.clock.after(ackPatienceMs, () => {
      this.#unacknowledged.delete(id)
      void this.#noteMissingAck(order)
    })
    this.#unacknowledged.set(id, cancel)
    return 'left'
  }

  async #noteMissingAck(order: ClaimedOutboxItem): Promise<void> {
    const { act, lease, capabilities } = this.#parts
    const { id, attempts, task } = order
    const failures = attempts + 1
    try {
      const isSettled = await act(async (work) => {
        if (task.kind !== 'message' || capabilities.repeatsSafely)
          return postponeUnacknowledgedItem(work, lease, { id, failures, until: dueAgain(work, failures) })
        const isMissing = !(await isEventProcessingLagging(work, lease))
        if (isMissing) await failMessageWithoutStatus(work, task.messageId)
        return isMissing
      })
      if (!isSettled && this.#isOpen) this.#awaitAck(order)
    } catch (error) {
      this.#mustResume = true // the row has the state `sending`, but no acknowledgement is awaited
      this.#trouble(error, 'a missing ack could not be noted')
      return
    }
    this.#drain.ask()
  }

  #stopWaitingForAcks(): void {
    for (const cancel of this.#unacknowledged.values()) cancel()
    this.#unacknowledged.clear()
  }

  async #undelivered(order: ClaimedOutboxItem, error: unknown): Promise<Outcome> {
    const { id, attempts, task } = order
    const { act, lease, log, clock } = this.#parts
    // Checked first, because its cause may be a database failure that came after WhatsApp took the message.
    if (error instanceof SendOutcomeUnknown) return this.#awaitAck(order)
    // The link is closed, or the database is full or lost. The item did not fail, so this does not count as an
    // attempt. The length of the pause hardly matters, because the item becomes due when the link opens.
    if (error instanceof NotConnected || databaseTroubleIn(error))
      return this.#postponeBy(id, Math.max(1, attempts))
    const failures = attempts + 1
    log.warn({ err: error, connectionId: lease.connectionId, orderId: id, failures }, 'an order was not sent')
    if (error instanceof SendRefused && error.retryAfterMs !== null && failures < refusalsAllowed) {
      const until = new Date(clock.now().getTime() + error.retryAfterMs)
      if (messageErrorForMetaCode(error.code) === 'ERR_WAPP_MSG_TOO_MANY')
        this.#pausedUntil = Math.max(this.#pausedUntil, until.getTime())
      await act((work) => returnUnsentOutboxItem(work, id, failures, until))
      return 'done'
    }
    if (!(error instanceof SendRefused) && failures < attemptsAllowed) return this.#postponeBy(id, failures)
    const code =
      (error instanceof SendRefused ? messageErrorForMetaCode(error.code) : null) ?? 'ERR_SENDING_WAPP_MSG'
    await act((work) => {
      if (task.kind === 'message') return failMessage(work, task.messageId, code)
      return task.kind === 'read' ? failClaimedOutboxItem(work, id) : failRefusedMessageChange(work, id)
    })
    return 'done'
  }

  /**
   * Makes the item due again later. Only for an item that was surely not sent, or whose provider ignores a
   * second sending under the same id.
   */
  async #postponeBy(id: number, failures: number): Promise<Outcome> {
    const { act, capabilities } = this.#parts
    const later = capabilities.repeatsSafely ? postponeOutboxItem : returnUnsentOutboxItem
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
  // A claim nearly always has one item, so its data are read in the same transaction, which saves another.
  return claimOutboxItems(work, lease, room, async (order) => ({
    order,
    // An unreadable item must not prevent the claim of the others.
    errand: await errandOf(work, store, order).catch(
      (cause: unknown) => ({ kind: 'unreadable', cause }) as const,
    ),
  }))
}

async function errandOf(
  work: CompanyWork,
  store: FileStore,
  { task, contactId }: ClaimedOutboxItem,
): Promise<TakenOrder['errand']> {
  if (task.kind === 'read') return task
  if (task.kind === 'message') {
    return {
      kind: 'message',
      message: await readOutgoingMessage(work, { messageId: task.messageId, contactId }, store),
    }
  }
  return { kind: 'change', change: task, found: await messageChangeTargetOf(work, task) }
}

function dueAgain(work: CompanyWork, failures: number): Date {
  return new Date(work.now.getTime() + reconnectBackoffMs(failures, work.chance()))
}
