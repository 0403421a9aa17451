import { type MessageView, sendMessage } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { useMemo } from 'react'
import { isUnreachableError } from '../../lib/api-error'
import { call, callWithFiles } from '../../lib/call'
import { retryWhenReachable } from '../../lib/live'
import { observable, useObservable } from '../../lib/observable'
import { onSignOut } from '../../lib/session'
import { type OutgoingContent, type OutgoingMessage, type OutgoingState, outgoingFileOf } from './outgoing'

type StoredListener = (message: MessageView, file: File | null) => void

/**
 * The messages that this tab has sent and the server has not stored yet. The list outlives the mounted
 * conversation: an upload continues while another ticket is open. Each ticket sends its messages one after the
 * other.
 */
const outbox = observable<readonly OutgoingMessage[]>([])
const storedListeners = new Set<StoredListener>()
const lines = new Map<TicketId, Promise<void>>()
const uploads = new Map<string, AbortController>()

// A sign-out discards unstored messages, so that none is sent in the name of the next person who signs in.
onSignOut(() => {
  outbox.set([])
  lines.clear()
  for (const upload of uploads.values()) upload.abort()
})

/** Shows the message at once and sends it. Never throws: the message itself shows a refusal. */
export function sendOutgoingMessage(outgoing: OutgoingMessage): void {
  outbox.set([...outbox.get(), outgoing])
  enqueue(outgoing)
}

/** Sends a message again. The client id is the same, so the server does not store the message twice. */
export function retryOutgoingMessage(outgoing: OutgoingMessage): void {
  setState(outgoing.clientId, { step: 'sending', progress: undefined })
  enqueue(outgoing)
}

export function discardOutgoingMessage(clientId: string): void {
  outbox.set(outbox.get().filter((one) => one.clientId !== clientId))
  uploads.get(clientId)?.abort()
}

/** Moves the unstored and refused messages of a merged ticket to the ticket that remains. */
export function moveOutgoingMessages(from: TicketId, to: TicketId): void {
  outbox.set(outbox.get().map((one) => (one.ticketId === from ? { ...one, ticketId: to } : one)))
}

export function useOutgoingMessages(ticketId: TicketId): readonly OutgoingMessage[] {
  const all = useObservable(outbox)
  return useMemo(() => all.filter((one) => one.ticketId === ticketId), [all, ticketId])
}

export function hasUnsentMessages(): boolean {
  return outbox.get().length > 0
}

/** Calls back with each message that the server has stored, before it leaves the outbox. */
export function onMessageStored(listener: StoredListener): () => void {
  storedListeners.add(listener)
  return () => storedListeners.delete(listener)
}

// Messages that did not reach the server are sent again after a reconnect or a pause, in their order.
const sendWaitingLater = retryWhenReachable(() => {
  for (const one of outbox.get()) if (one.state.step === 'waiting') retryOutgoingMessage(one)
})

function enqueue(outgoing: OutgoingMessage): void {
  const before = lines.get(outgoing.ticketId) ?? Promise.resolve()
  lines.set(
    outgoing.ticketId,
    before.then(() => deliver(outgoing)),
  )
}

async function deliver(outgoing: OutgoingMessage): Promise<void> {
  // The user has discarded the message before its turn.
  if (!outbox.get().some((one) => one.clientId === outgoing.clientId)) return
  try {
    const answer = await post(outgoing)
    for (const message of Array.isArray(answer) ? answer : [answer]) {
      for (const listener of storedListeners) listener(message, outgoingFileOf(outgoing))
    }
    discardOutgoingMessage(outgoing.clientId)
  } catch (error) {
    const isWaiting = isUnreachableError(error)
    setState(outgoing.clientId, isWaiting ? { step: 'waiting' } : { step: 'refused', error })
    if (isWaiting) sendWaitingLater()
  } finally {
    uploads.delete(outgoing.clientId)
  }
}

function post(outgoing: OutgoingMessage) {
  const { ticketId, body, clientId, quoted, content } = outgoing
  const input = {
    params: { ticketId },
    body: { body, clientId, ...(quoted !== null && { quotedMsg: { id: quoted.id } }), ...fieldsOf(content) },
  }
  const file = outgoingFileOf(outgoing)
  if (file === null) return call(sendMessage, input)
  const stop = new AbortController()
  uploads.set(clientId, stop)
  const onProgress = (progress: number) => setState(clientId, { step: 'sending', progress })
  return callWithFiles(sendMessage, input, [file], { signal: stop.signal, onProgress })
}

function fieldsOf(content: OutgoingContent) {
  switch (content.kind) {
    case 'voice':
      return { voice: true }
    case 'place':
      return { location: content.place }
    case 'contacts':
      return { contactIds: content.contacts.map(({ id }) => id) }
    default:
      return {}
  }
}

function setState(clientId: string, state: OutgoingState): void {
  outbox.set(outbox.get().map((one) => (one.clientId === clientId ? { ...one, state } : one)))
}
