import {
  getQuickMessage,
  type QuickMessageChoice,
  type QuickMessageView,
} from '@balcao/contract/quick-messages'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Reads a quick message with all of its text: of a very full list the last ones are only their beginnings. */
export function useWholeQuickMessage() {
  return useMutation({
    mutationFn: ({ id }: QuickMessageChoice): Promise<QuickMessageView> =>
      call(getQuickMessage, { params: { quickMessageId: id } }),
    onError: showError,
  })
}
