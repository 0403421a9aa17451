import { type LiveQuickMessagePayload, liveChannel } from '@balcao/contract/live'
import type { QuickMessageId, UserId } from '@balcao/domain/ids'
import { eventKind, memoizePayload, type Subscriber } from '../../platform/live/event-kind'
import { quickMessageView, type UnsignedQuickMessage } from './quick-messages.view'

interface Audience {
  readonly isShared: boolean
  readonly userId: UserId | null
}

interface QuickMessageChanged {
  readonly id: QuickMessageId
  readonly before: Audience | null
  /** The quick message; null for receivers who lose it, because it is deleted or no longer shared. */
  readonly record: UnsignedQuickMessage | null
}

const savedPayload = (action: 'create' | 'update') =>
  memoizePayload(
    (record: UnsignedQuickMessage, links): LiveQuickMessagePayload => ({
      action,
      record: quickMessageView(record, links),
    }),
  )
const quickMessagePayload = { create: savedPayload('create'), update: savedPayload('update') }
const removalPayload = memoizePayload(
  ({ id }: QuickMessageChanged): LiveQuickMessagePayload => ({ action: 'delete', id }),
)

/** Users who may use the quick message get the record; users who may no longer use it get its removal. */
export const quickMessageChanged = eventKind<QuickMessageChanged>({
  name: 'quickMessage.changed',
  audience: (changed, subscriber, links) => {
    const { before, record } = changed
    const to = liveChannel.quickMessage(subscriber.viewer.companyId)
    const after = record && { isShared: record.geral, userId: record.userId }
    const saw = before !== null && mayUse(subscriber, before)
    if (record !== null && after !== null && mayUse(subscriber, after)) {
      return { channel: to, payload: quickMessagePayload[saw ? 'update' : 'create'](record, links) }
    }
    return saw ? { channel: to, payload: removalPayload(changed, links) } : null
  },
})

function mayUse({ viewer }: Subscriber, { isShared, userId }: Audience): boolean {
  return isShared || viewer.userId === userId
}
