import {
  getQuickMessage,
  type QuickMessageChoice,
  type QuickMessageView,
} from '@balcao/contract/quick-messages'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/call'
import { showError } from '../../../ui/toasts'

/** Fetches the full text of a quick message: a very long list truncates its last texts. */
export function useWholeQuickMessage() {
  return useMutation({
    mutationFn: ({ id }: QuickMessageChoice): Promise<QuickMessageView> =>
      call(getQuickMessage, { params: { quickMessageId: id } }),
    onError: showError,
  })
}
