import { type LiveTagPayload, liveChannel } from '@balcao/contract/live'
import type { TagWithUsageView } from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { eventKind } from '../../platform/live/event-kind'

export const tagChanged = eventKind<{ action: 'create' | 'update'; tag: TagWithUsageView }>({
  name: 'tag.changed',
  audience: ({ action, tag }, { viewer }) => ({
    channel: liveChannel.tag(viewer.companyId),
    payload: { action, tags: tag } satisfies LiveTagPayload,
  }),
})

export const tagDeleted = eventKind<{ tagId: TagId }>({
  name: 'tag.deleted',
  audience: ({ tagId }, { viewer }) => ({
    channel: liveChannel.tag(viewer.companyId),
    payload: { action: 'delete', tagId } satisfies LiveTagPayload,
  }),
})
