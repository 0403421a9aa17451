import { channel, type LiveQueue } from '@balcao/contract/live'
import type { QueueView } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

/** Queues are known to everybody of the company. */
export const queueChanged = eventKind<{ action: 'create' | 'update'; queue: QueueView }>({
  name: 'queue.changed',
  reach: ({ action, queue }, seat) => ({
    channel: channel.queue(seat.viewer.companyId),
    payload: { action, queue } satisfies LiveQueue,
  }),
})

export const queueDeleted = eventKind<{ queueId: QueueId }>({
  name: 'queue.deleted',
  reach: ({ queueId }, seat) => ({
    channel: channel.queue(seat.viewer.companyId),
    payload: { action: 'delete', queueId } satisfies LiveQueue,
  }),
})
