import { messageInfo } from '@balcao/contract/messages'
import type { MessageId } from '@balcao/domain/ids'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/call'

/** The times at which a message of ours was sent, delivered and read; fetched again when `ack` rises. */
export function useMessageInfo(messageId: MessageId, ack: number) {
  return useQuery({
    queryKey: ['message-info', messageId, ack],
    queryFn: ({ signal }) => call(messageInfo, { params: { messageId } }, { signal }),
    placeholderData: (before) => before,
  })
}
