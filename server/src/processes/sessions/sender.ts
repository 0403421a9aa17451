import { backoffMs } from '@balcao/domain/connection-supervision'
import type { ContactId } from '@balcao/domain/ids'
import { type MessageReference, NotConnected, type WhatsappLink } from '@balcao/whatsapp/gateway'
import { LeaseLost } from '@balcao/whatsapp/ports'
import {
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
import { type OutgoingMessage, outgoingMessage } from '../../features/messages/messages.read'
import { type Changeable, messageToChange, refuseChange } from '../../features/messages/settle-change'
import { failMessage } from '../../features/messages/settle-sending'
import type { ByteSlots } from '../../platform/byte-slots'
import type { Clock } from '../../platform/clock'
import { databaseTroubleIn } from '../../platform/database/database-trouble'
import type { FileStore } from '../../platform/files/file-store'
import type { Log } from '../../platform/log'
import type { CompanyWork } from '../../platform/work'
import { oneAtATime } from './one-at-a-time'

export interface SenderParts {
  readonly lease: Lease
  readonly link: WhatsappLink
  readonly act: <T>(does: (work: CompanyWork) => Promise<T>) => Promise<T>
  readonly clock: Clock
  readonly log: Log
  readonly store: FileStore
  /** Slots for files being sent: during an upload its encrypted copy is on the disk. */
  readonly uploads: ByteSlots
  readonly leaseIsLost: () => void
}

/** Sends the outbox of one connection to WhatsApp while its link is open. */
export interface Sender {
  /** The link has opened. */
  open(): void
  /** The link has closed. */
  close(): void
  /** An item was added to the outbox, or became due. */
  wake(): void
  /** WhatsApp has answered this item; it is no longer awaited. */
  settled(orderId: number): void
  /** Claims no more items; resolves when the running ones are done. The link must be stopped first. */
  stop(): Promise<void>
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

export function startSender({
  lease,
  link,
  act,
  clock,
  log,
  store,
  uploads,
  leaseIsLost,
}: SenderParts): Sender {
  const running = new Map<
    number,
    { contactId: ContactId; hasFile: boolean; wasPassedOver: boolean; done: Promise<void> }
  >()
  const unacknowledged = new Map<number, () => void>()
  const stopping = new AbortController()
  let isOpen = false
  let mustResume = false
  let cancelLook = () => {}
  const drain = oneAtATime(claimDue)

  return {
    open() {
      isOpen = true
      mustResume = true
      drain.ask()
    },
    close() {
      isOpen = false
    },
    wake: () => drain.ask(),
    settled(orderId) {
      unacknowledged.get(orderId)?.()
      unacknowledged.delete(orderId)
    },
    async stop() {
      isOpen = false
      stopping.abort(new NotConnected('the session stops'))
      cancelLook()
      await drain.idle()
      await Promise.all([...running.values()].map(({ done }) => done))
      stopWaitingForAcks()
    },
  }

  /** Claims all due items up to the free places; the others wait for a free place. */
  async function claimDue(): Promise<void> {
    try {
      if (isOpen && mustResume) await resume()
      const room = roomLeft()
      if (!isOpen || (room.plain === 0 && room.uploads === 0)) return
      for (const inOne of running.values()) inOne.wasPassedOver = true
      const busy = [...running.values()].map(({ contactId }) => contactId)
      for (const taken of await act((work) => claimAndRead(work, { ...room, busy }))) {
        const { id, contactId, hasFile } = taken.order
        running.set(id, { contactId, hasFile, wasPassedOver: false, done: carryOut(taken) })
      }
    } catch (error) {
      trouble(error, 'the outbox could not be read')
    }
  }

  async function claimAndRead(
    work: CompanyWork,
    room: { plain: number; uploads: number; busy: readonly ContactId[] },
  ): Promise<readonly TakenOrder[]> {
    const taken: TakenOrder[] = []
    // At most sixteen, nearly always one: reading them in the claiming act saves an act of their own.
    for (const order of await claimOrders(work, lease, room)) {
      // An unreadable item must not prevent the claim of the others; it fails alone.
      const errand = await errandOf(work, order).catch(
        (cause: unknown) => ({ kind: 'unreadable', cause }) as const,
      )
      taken.push({ order, errand })
    }
    return taken
  }

  async function errandOf(work: CompanyWork, { task }: ClaimedOrder): Promise<TakenOrder['errand']> {
    if (task.kind === 'read') return task
    if (task.kind === 'message') {
      return { kind: 'message', message: await outgoingMessage(work, task.messageId, store) }
    }
    return { kind: 'change', change: task, found: await messageToChange(work, task) }
  }

  function roomLeft(): { plain: number; uploads: number } {
    const uploads = [...running.values()].filter(({ hasFile }) => hasFile).length
    return { plain: plainAtOnce - (running.size - uploads), uploads: uploadsAtOnce - uploads }
  }

  /** Acks of items sent before the link broke may still arrive; without one the item is sent again. */
  async function resume(): Promise<void> {
    stopWaitingForAcks()
    await act((work) => resumeOutbox(work, lease, [...running.keys()]))
    mustResume = false
    cancelLook = clock.after(reconcileMs, drain.ask)
  }

  async function carryOut(taken: TakenOrder): Promise<void> {
    const { id } = taken.order
    let outcome: Outcome = 'done'
    try {
      outcome = await deliver(taken).catch((error: unknown) => undelivered(taken.order, error))
    } catch (error) {
      mustResume = true // its row says `sending`, but it is not being sent
      trouble(error, 'an outbox item could not be noted')
    }
    const { plain, uploads } = roomLeft()
    const wasPassedOver = running.get(id)?.wasPassedOver ?? false
    running.delete(id)
    // Otherwise no item can have become due: its conversation waits for the acknowledgement, and the others were
    // checked.
    if (outcome === 'done' || wasPassedOver || plain === 0 || uploads === 0) drain.ask()
  }

  async function deliver({ order, errand }: TakenOrder): Promise<Outcome> {
    const { id, attempts } = order
    if (errand.kind === 'unreadable') throw errand.cause
    if (errand.kind === 'change') return deliverChange(order, errand)
    if (errand.kind === 'read') {
      await link.markRead(errand.messages)
      return finish(id)
    }
    const { message } = errand
    if (message === null || message.ack >= 1 || message.isDeleted) return finish(id)
    if (message.isBeingPrepared) {
      await act((work) => putBack(work, id, new Date(work.now.getTime() + preparationMs)))
      return 'done'
    }
    const send = () => link.send({ ...message, id: message.whatsappId, isFirstTry: order.isFirstTry })
    if (message.fileBytes === null) await send()
    else await uploads.take(lease.companyId, message.fileBytes, send, stopping.signal)
    return awaitAck(id, attempts)
  }

  async function deliverChange(
    { id, attempts, isFirstTry }: ClaimedOrder,
    { change, found }: Extract<TakenOrder['errand'], { kind: 'change' }>,
  ): Promise<Outcome> {
    if (found.state === 'gone') return finish(id)
    if (found.state === 'unsent') {
      await act((work) => refuseChange(work, id))
      return 'done'
    }
    const named = { id: change.changeId, message: found.message, isFirstTry }
    if (change.kind === 'edit') await link.edit({ ...named, text: change.payload.text })
    else if (change.kind === 'reaction') await link.react({ ...named, emoji: change.payload.emoji })
    else await link.deleteForEverybody(named)
    return awaitAck(id, attempts)
  }

  async function finish(id: number): Promise<Outcome> {
    await act((work) => finishClaimed(work, id))
    return 'done'
  }

  /** The row stays `sending`, and its conversation waits, until reception has processed the ack. */
  function awaitAck(id: number, attempts: number): Outcome {
    const cancel = clock.after(ackPatienceMs, () => {
      unacknowledged.delete(id)
      void noteMissingAck(id, attempts)
    })
    unacknowledged.set(id, cancel)
    return 'left'
  }

  async function noteMissingAck(id: number, attempts: number): Promise<void> {
    const failures = attempts + 1
    try {
      const isPostponed = await act((work) =>
        postponeUnreceived(work, lease, { id, failures, until: dueAgain(work, failures) }),
      )
      if (!isPostponed && isOpen) awaitAck(id, attempts)
    } catch (error) {
      trouble(error, 'a missing ack could not be noted')
    }
    drain.ask()
  }

  function stopWaitingForAcks(): void {
    for (const cancel of unacknowledged.values()) cancel()
    unacknowledged.clear()
  }

  async function undelivered({ id, attempts, task }: ClaimedOrder, error: unknown): Promise<Outcome> {
    // The next opening of the link makes it due again, so the exact time hardly matters. A full or lost database is
    // no failure of this item, so it counts as no attempt.
    if (error instanceof NotConnected || databaseTroubleIn(error))
      return postponeBy(id, Math.max(1, attempts))
    const failures = attempts + 1
    log.warn({ err: error, connectionId: lease.connectionId, orderId: id, failures }, 'an order was not sent')
    if (failures < attemptsAllowed) return postponeBy(id, failures)
    await act((work) => {
      if (task.kind === 'message') return failMessage(work, task.messageId, 'ERR_SENDING_WAPP_MSG')
      return task.kind === 'read' ? failClaimed(work, id) : refuseChange(work, id)
    })
    return 'done'
  }

  async function postponeBy(id: number, failures: number): Promise<Outcome> {
    await act((work) => postpone(work, id, failures, dueAgain(work, failures)))
    return 'done'
  }

  function dueAgain(work: CompanyWork, failures: number): Date {
    return new Date(work.now.getTime() + backoffMs(failures, work.chance()))
  }

  function trouble(error: unknown, what: string): void {
    if (error instanceof LeaseLost) leaseIsLost()
    else log.warn({ err: error, connectionId: lease.connectionId }, what)
  }
}
