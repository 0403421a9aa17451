import { backoffMs } from '@balcao/domain/connection-supervision'
import type { ContactId } from '@balcao/domain/ids'
import { NotConnected, type WhatsappLink } from '@balcao/whatsapp/gateway'
import { LeaseLost } from '@balcao/whatsapp/ports'
import {
  type ClaimedOrder,
  claimOrders,
  failClaimed,
  finishClaimed,
  postpone,
  reconcileMs,
  resumeOutTray,
} from '../../features/connections/drain-out-tray'
import type { Lease } from '../../features/connections/leases'
import type { MessageChange } from '../../features/connections/message-change'
import { outgoingMessage } from '../../features/messages/messages.read'
import { messageToCorrect, refuseChange } from '../../features/messages/settle-change'
import { failMessage } from '../../features/messages/settle-sending'
import type { Clock } from '../../platform/clock'
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
  readonly leaseIsLost: () => void
}

/** Carries the out-tray of one linked number to WhatsApp while its link is open. */
export interface Sender {
  /** The link has opened. */
  open(): void
  /** The link is not open any more. */
  close(): void
  /** Something was put into the tray, or left it. */
  wake(): void
  /** Takes nothing in hand any more; resolves when what was in hand is done. End the link first. */
  stop(): Promise<void>
}

/** Conversations at once whose next message has no file. */
const plainAtOnce = 4
/** And those whose next one has: a slow upload takes no place of a text. Each file is in memory meanwhile. */
const uploadsAtOnce = 12
/** How long WhatsApp's server may take to acknowledge before a message leaves again, under the same id. */
const ackPatienceMs = 30_000
const attemptsAllowed = 5
/** A recording that is still being made into a voice note is looked after again; the one who makes it wakes us before. */
const preparationMs = 2_000

export function startSender({ lease, link, act, clock, log, store, leaseIsLost }: SenderParts): Sender {
  const inHand = new Map<number, { contactId: ContactId; hasFile: boolean; done: Promise<void> }>()
  const unacknowledged = new Map<number, () => void>()
  let isOpen = false
  let mustResume = false
  let cancelLook = () => {}
  const drain = oneAtATime(takeInHand)

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
    async stop() {
      isOpen = false
      cancelLook()
      await drain.idle()
      await Promise.all([...inHand.values()].map(({ done }) => done))
      stopWaitingForAcks()
    },
  }

  async function takeInHand(): Promise<void> {
    try {
      if (isOpen && mustResume) await resume()
      while (isOpen) {
        const room = roomLeft()
        if (room.plain === 0 && room.uploads === 0) return
        const busy = [...inHand.values()].map(({ contactId }) => contactId)
        const orders = await act((work) => claimOrders(work, lease, { ...room, busy }))
        if (orders.length === 0) return
        for (const order of orders) {
          const { contactId, hasFile } = order
          inHand.set(order.id, { contactId, hasFile, done: carryOut(order) })
        }
      }
    } catch (error) {
      trouble(error, 'the out-tray could not be read')
    }
  }

  function roomLeft(): { plain: number; uploads: number } {
    const uploads = [...inHand.values()].filter(({ hasFile }) => hasFile).length
    return { plain: plainAtOnce - (inHand.size - uploads), uploads: uploadsAtOnce - uploads }
  }

  /** What left before the link broke may be heard of any moment; if not, it leaves again. */
  async function resume(): Promise<void> {
    stopWaitingForAcks()
    await act((work) => resumeOutTray(work, lease, [...inHand.keys()]))
    mustResume = false
    cancelLook = clock.after(reconcileMs, drain.ask)
  }

  async function carryOut(order: ClaimedOrder): Promise<void> {
    try {
      await deliver(order).catch((error: unknown) => undelivered(order, error))
    } catch (error) {
      mustResume = true // its row says `sending` and nobody sends it
      trouble(error, 'an out-tray order could not be noted')
    }
    inHand.delete(order.id)
    drain.ask()
  }

  async function deliver({ id, attempts, task }: ClaimedOrder): Promise<void> {
    if (task.kind === 'read') {
      await link.markRead(task.messages)
      return act((work) => finishClaimed(work, id))
    }
    if (task.kind === 'edit' || task.kind === 'reaction') return deliverChange(id, attempts, task)
    const message = await act((work) => outgoingMessage(work, task.messageId, store))
    if (message === null) return act((work) => finishClaimed(work, id))
    if (task.kind === 'deletion') {
      await link.deleteForEverybody({ chat: message.to, id: message.whatsappId, fromMe: true, author: null })
      return act((work) => finishClaimed(work, id))
    }
    if (message.ack >= 1 || message.isDeleted) return act((work) => finishClaimed(work, id))
    if (message.isBeingPrepared) {
      return act((work) => postpone(work, id, attempts, new Date(work.now.getTime() + preparationMs)))
    }
    await link.send({ ...message, id: message.whatsappId })
    awaitAck(id, attempts)
  }

  async function deliverChange(id: number, attempts: number, change: MessageChange): Promise<void> {
    const found = await act((work) => messageToCorrect(work, change.messageId))
    if (found.state === 'gone') return act((work) => finishClaimed(work, id))
    if (found.state === 'unsent') return act((work) => refuseChange(work, id))
    const order = { id: change.changeId, message: found.message }
    if (change.kind === 'edit') await link.edit({ ...order, text: change.payload.text })
    else await link.react({ ...order, emoji: change.payload.emoji })
    awaitAck(id, attempts)
  }

  /** The row stays `sending`, and its conversation waits, until reception has heard the ack. */
  function awaitAck(id: number, attempts: number): void {
    const cancel = clock.after(ackPatienceMs, () => {
      unacknowledged.delete(id)
      act((work) => postponeBy(work, id, attempts + 1))
        .catch((error: unknown) => trouble(error, 'a missing ack could not be noted'))
        .finally(drain.ask)
    })
    unacknowledged.set(id, cancel)
  }

  function stopWaitingForAcks(): void {
    for (const cancel of unacknowledged.values()) cancel()
    unacknowledged.clear()
  }

  async function undelivered({ id, attempts, task }: ClaimedOrder, error: unknown): Promise<void> {
    // The next opening of the link makes it due again, so the moment hardly matters.
    if (error instanceof NotConnected) return act((work) => postponeBy(work, id, Math.max(1, attempts)))
    const failures = attempts + 1
    log.warn({ err: error, connectionId: lease.connectionId, orderId: id, failures }, 'an order was not sent')
    if (failures < attemptsAllowed) return act((work) => postponeBy(work, id, failures))
    if (task.kind === 'edit' || task.kind === 'reaction') return act((work) => refuseChange(work, id))
    if (task.kind !== 'message') return act((work) => failClaimed(work, id))
    return act((work) => failMessage(work, task.messageId, 'ERR_SENDING_WAPP_MSG'))
  }

  function postponeBy(work: CompanyWork, id: number, failures: number): Promise<void> {
    const until = new Date(work.now.getTime() + backoffMs(failures, work.chance()))
    return postpone(work, id, failures, until)
  }

  function trouble(error: unknown, what: string): void {
    if (error instanceof LeaseLost) leaseIsLost()
    else log.warn({ err: error, connectionId: lease.connectionId }, what)
  }
}
