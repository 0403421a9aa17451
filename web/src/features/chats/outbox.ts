import { type ChatMessageView, sendChatMessage } from '@balcao/contract/chats'
import type { ChatId, UserId } from '@balcao/domain/ids'
import { isUnreachableError } from '../../lib/api-error'
import { call, callWithFiles } from '../../lib/call'
import { retryWhenReachable } from '../../lib/live'
import { observable, useObservable } from '../../lib/observable'
import { currentSession, onSessionChange } from '../../lib/session'

type SentListener = (message: ChatMessageView) => void

/** A message that the server has not confirmed yet. */
export interface OutgoingChatMessage {
  readonly clientId: string
  readonly chatId: ChatId
  readonly message: string
  readonly mentions: readonly UserId[]
  readonly file: File | null
  /** `waiting`: the server was unreachable; the message is sent again after a reconnect or a pause. */
  readonly state: 'sending' | 'waiting' | 'failed'
  readonly onSent: SentListener
  /** The uploaded share of the file, 0 to 1. */
  readonly progress: number
}

/** The unconfirmed messages. They live outside the components, so that opening another chat keeps them. */
const outgoing = observable<readonly OutgoingChatMessage[]>([])

// A sign-out clears the list, so that the next user does not send messages of the previous user.
onSessionChange(() => {
  if (currentSession().state === 'signed-out') outgoing.set([])
})

// Waiting messages are sent one after the other, so that the members read them in order.
let resent = Promise.resolve()
const sendWaitingLater = retryWhenReachable(() => {
  resent = resent.then(async () => {
    for (const { clientId } of outgoing.get()) {
      const waiting = outgoing.get().find((one) => one.clientId === clientId && one.state === 'waiting')
      if (waiting !== undefined) await sendOutgoingChatMessage(waiting)
    }
  })
})

export function useOutgoingChatMessages(chatId: ChatId): readonly OutgoingChatMessage[] {
  return useObservable(outgoing).filter((one) => one.chatId === chatId)
}

/** Sends or retries a message. The client id lets the server store a retried message only once. */
export async function sendOutgoingChatMessage(
  wanted: Omit<OutgoingChatMessage, 'state' | 'progress'>,
): Promise<void> {
  const { clientId, chatId, message, mentions, file, onSent } = wanted
  put({ ...wanted, state: 'sending', progress: 0 })
  const params = { chatId }
  try {
    const { chat: _, ...sent } =
      file === null
        ? await call(sendChatMessage, { params, body: { message, clientId, mentions: [...mentions] } })
        : await callWithFiles(
            sendChatMessage,
            // The server parses a form field with one value as a string, so the list is sent as JSON.
            { params, body: { message, clientId, mentions: JSON.stringify(mentions) } },
            [file],
            { onProgress: (progress) => change(clientId, { progress }) },
          )
    onSent(sent)
    discardOutgoingChatMessage(clientId)
  } catch (error) {
    const isWaiting = isUnreachableError(error)
    // The message in the chat shows its failure, without a toast (CHAT-13).
    change(clientId, { state: isWaiting ? 'waiting' : 'failed' })
    if (isWaiting) sendWaitingLater()
  }
}

export function discardOutgoingChatMessage(clientId: string): void {
  outgoing.set(outgoing.get().filter((one) => one.clientId !== clientId))
}

function put(one: OutgoingChatMessage): void {
  const isKnown = outgoing.get().some(({ clientId }) => clientId === one.clientId)
  if (isKnown) change(one.clientId, one)
  else outgoing.set([...outgoing.get(), one])
}

function change(clientId: string, part: Partial<OutgoingChatMessage>): void {
  outgoing.set(outgoing.get().map((one) => (one.clientId === clientId ? { ...one, ...part } : one)))
}
