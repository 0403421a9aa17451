import {
  deleteMessage,
  editMessage,
  getMessageInfo,
  listMessages,
  type MessageView,
  reactToMessage,
  retryMessage,
} from '@balcao/contract/messages'
import {
  getQuickMessage,
  type QuickMessageSuggestion,
  type QuickMessageView,
} from '@balcao/contract/quick-messages'
import { ticketSnapshotOf } from '@balcao/contract/ticket-list-reducer'
import type { TicketView } from '@balcao/contract/tickets'
import type { MessageId } from '@balcao/domain/ids'
import { shouldMarkTicketReadOnOpen } from '@balcao/domain/tickets'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../lib/call'
import { useViewer } from '../../../lib/session'
import { after } from '../../../lib/timers'
import { useWindowFocus } from '../../../lib/window-focus'
import { showError } from '../../../ui/toasts'

export function useDeleteMessage(takeIn: TakeIn) {
  return useMessageMutation(takeIn, (message: MessageView) =>
    call(deleteMessage, { params: { messageId: message.id } }),
  )
}

/** Retries a message that could not be sent, or media that could not be fetched. */
export function useRetryMessage(takeIn: TakeIn) {
  return useMessageMutation(takeIn, (message: MessageView) =>
    call(retryMessage, { params: { messageId: message.id } }),
  )
}

export function useEditMessage(takeIn: TakeIn) {
  return useMessageMutation(takeIn, ({ message, body }: { message: MessageView; body: string }) =>
    call(editMessage, { params: { messageId: message.id }, body: { body } }),
  )
}

/** Sets the company's reaction to a message; an empty emoji removes it. */
export function useReactToMessage(takeIn: TakeIn) {
  return useMessageMutation(takeIn, ({ message, emoji }: { message: MessageView; emoji: string }) =>
    call(reactToMessage, { params: { messageId: message.id }, body: { emoji } }),
  )
}

type TakeIn = (message: MessageView) => void

function useMessageMutation<Input>(takeIn: TakeIn, mutationFn: (input: Input) => Promise<MessageView>) {
  return useMutation({ mutationFn, onSuccess: takeIn, onError: showError })
}

/** When one of our messages was sent, delivered and read. A higher delivery status (`ack`) causes a new fetch. */
export function useMessageInfo(messageId: MessageId, ack: number) {
  return useQuery({
    queryKey: ['message-info', messageId, ack],
    queryFn: ({ signal }) => call(getMessageInfo, { params: { messageId } }, { signal }),
    placeholderData: (before) => before,
  })
}

/** Fetches the full text of a quick message: long lists contain only the beginnings of some texts. */
export function useFetchFullQuickMessage() {
  return useMutation({
    mutationFn: ({ id }: QuickMessageSuggestion): Promise<QuickMessageView> =>
      call(getQuickMessage, { params: { quickMessageId: id } }),
    onError: showError,
  })
}

/** A message that arrives in an open conversation counts as seen after this time. */
const glanceMilliseconds = 600

/** Marks new messages as read while the owner of the ticket has the window in focus, by fetching them (TICKET-51). */
export function useMarkMessagesSeen(ticket: TicketView): void {
  const viewer = useViewer()
  const hasFocus = useWindowFocus()
  const marks =
    hasFocus && ticket.unreadMessages > 0 && shouldMarkTicketReadOnOpen(viewer, ticketSnapshotOf(ticket))
  const { id, unreadMessages } = ticket

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further message is a reason to mark again
  useEffect(() => {
    if (!marks) return
    return after(glanceMilliseconds, () => {
      // After a failure the messages stay unread, and the next message or focus tries again.
      call(listMessages, { params: { ticketId: id } }).catch(() => undefined)
    })
  }, [marks, id, unreadMessages])
}
