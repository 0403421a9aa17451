import {
  deleteMessage,
  editMessage,
  type MessageView,
  reactToMessage,
  retryMessage,
} from '@balcao/contract/messages'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Deletes one of our messages for everyone (MESSAGE-08). */
export function useDeleteMessage(takeIn: (message: MessageView) => void) {
  return useMutation({
    mutationFn: (message: MessageView) => call(deleteMessage, { params: { messageId: message.id } }),
    onSuccess: takeIn,
    onError: showError,
  })
}

/** *Try again*: for a message that could not be sent, and for media that could not be fetched. */
export function useRetryMessage(takeIn: (message: MessageView) => void) {
  return useMutation({
    mutationFn: (message: MessageView) => call(retryMessage, { params: { messageId: message.id } }),
    onSuccess: takeIn,
    onError: showError,
  })
}

export interface Edit {
  readonly message: MessageView
  readonly body: string
}

/** Edits one of our texts for everyone. */
export function useEditMessage(takeIn: (message: MessageView) => void) {
  return useMutation({
    mutationFn: ({ message, body }: Edit) =>
      call(editMessage, { params: { messageId: message.id }, body: { body } }),
    onSuccess: takeIn,
    onError: showError,
  })
}

export interface Reaction {
  readonly message: MessageView
  /** Empty removes our reaction. */
  readonly emoji: string
}

/** Sets or removes the company's reaction to a message. */
export function useReact(takeIn: (message: MessageView) => void) {
  return useMutation({
    mutationFn: ({ message, emoji }: Reaction) =>
      call(reactToMessage, { params: { messageId: message.id }, body: { emoji } }),
    onSuccess: takeIn,
    onError: showError,
  })
}
