import { messageInfo } from '@balcao/contract/messages'
import type { MessageId } from '@balcao/domain/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'

/** When a message of ours went, arrived and was read; asked anew whenever `ack` rises. */
export function useMessageInfo(messageId: MessageId, ack: number) {
  return useQuery({
    queryKey: ['message-info', messageId, ack],
    queryFn: ({ signal }) => call(messageInfo, { params: { messageId } }, { signal }),
    placeholderData: (before) => before,
  })
}
