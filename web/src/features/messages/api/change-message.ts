import { deleteMessage, type MessageView, retryMessage } from '@balcao/contract/messages'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Deletes one of our messages for everybody (MESSAGE-08). */
export function useDeleteMessage(takeIn: (message: MessageView) => void) {
  return useMutation({
    mutationFn: (message: MessageView) => call(deleteMessage, { params: { messageId: message.id } }),
    onSuccess: takeIn,
    onError: showError,
  })
}

/** *Try again*: for a message that did not leave, and for media that could not be fetched. */
export function useRetryMessage(takeIn: (message: MessageView) => void) {
  return useMutation({
    mutationFn: (message: MessageView) => call(retryMessage, { params: { messageId: message.id } }),
    onSuccess: takeIn,
    onError: showError,
  })
}
