import { type LiveQueueOptionsPayload, type LiveQueuePayload, liveChannel } from '@balcao/contract/live'
import type { QueueView } from '@balcao/contract/queues'
import type { QueueId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

export const queueChanged = eventKind<{ action: 'create' | 'update'; queue: QueueView }>({
  name: 'queue.changed',
  audience: ({ action, queue }, subscriber) => ({
    channel: liveChannel.queue(subscriber.viewer.companyId),
    payload: { action, queue } satisfies LiveQueuePayload,
  }),
})

export const queueDeleted = eventKind<{ queueId: QueueId }>({
  name: 'queue.deleted',
  audience: ({ queueId }, subscriber) => ({
    channel: liveChannel.queue(subscriber.viewer.companyId),
    payload: { action: 'delete', queueId } satisfies LiveQueuePayload,
  }),
})

/** The menu of a queue changed; pages that show it fetch it again. */
export const queueOptionsChanged = eventKind<{ queueId: QueueId }>({
  name: 'queue.optionsChanged',
  audience: ({ queueId }, subscriber) => ({
    channel: liveChannel.queueOptions(subscriber.viewer.companyId),
    payload: { action: 'update', queueId } satisfies LiveQueueOptionsPayload,
  }),
})
