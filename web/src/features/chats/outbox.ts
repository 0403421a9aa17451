import { type ChatMessageView, sendChatMessage } from '@balcao/contract/chats'
import type { ChatId, UserId } from '@balcao/domain/ids'
import { call, upload } from '../../lib/call'
import { observable, useObservable } from '../../lib/observable'

/** A message that the server has not confirmed yet. */
export interface OutgoingChatMessage {
  readonly clientId: string
  readonly chatId: ChatId
  readonly message: string
  readonly mentions: readonly UserId[]
  readonly file: File | null
  readonly state: 'sending' | 'failed'
  /** The uploaded share of the file, 0 to 1. */
  readonly progress: number
}

/**
 * The messages that the server has not confirmed. The list lives outside the components, so that opening
 * another chat keeps it.
 */
const outgoing = observable<readonly OutgoingChatMessage[]>([])

export function useOutgoingChatMessages(chatId: ChatId): readonly OutgoingChatMessage[] {
  return useObservable(outgoing).filter((one) => one.chatId === chatId)
}

/**
 * Sends or retries a message. The client id identifies it, so that the server stores a retried message once.
 * A failed message stays in the list and shows its failure.
 */
export async function sendOutgoingChatMessage(
  wanted: Omit<OutgoingChatMessage, 'state' | 'progress'>,
  onSent: (message: ChatMessageView) => void,
): Promise<void> {
  const { clientId, chatId, message, mentions, file } = wanted
  put({ ...wanted, state: 'sending', progress: 0 })
  const params = { chatId }
  try {
    const { chat: _, ...sent } =
      file === null
        ? await call(sendChatMessage, { params, body: { message, clientId, mentions: [...mentions] } })
        : await upload(
            sendChatMessage,
            // A form field with one element is parsed as a text; a JSON text stays a list.
            { params, body: { message, clientId, mentions: JSON.stringify(mentions) } },
            [file],
            { onProgress: (progress) => change(clientId, { progress }) },
          )
    onSent(sent)
    discardChatMessage(clientId)
  } catch {
    change(clientId, { state: 'failed' }) // The message itself shows the failure (CHAT-13).
  }
}

export function discardChatMessage(clientId: string): void {
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
