import { channel, type LiveQueue, type LiveQueueOptions } from '@balcao/contract/live'
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

/** The menu of a queue changed: whoever shows it fetches it again. */
export const queueOptionsChanged = eventKind<{ queueId: QueueId }>({
  name: 'queue.optionsChanged',
  reach: ({ queueId }, seat) => ({
    channel: channel.queueOptions(seat.viewer.companyId),
    payload: { action: 'update', queueId } satisfies LiveQueueOptions,
  }),
})
