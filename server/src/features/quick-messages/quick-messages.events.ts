import { channel, type LiveQuickMessage } from '@balcao/contract/live'
import type { QuickMessageId, UserId } from '@balcao/domain/ids'
import { eventKind, type Seat } from '../../platform/live/event-kind'
import { quickMessageView, type UnsignedQuickMessage } from './quick-messages.view'

/** Whose it is: shared, or one person's own. */
interface Reach {
  readonly isShared: boolean
  readonly userId: UserId | null
}

/** Made, changed or gone (`record` null): whoever may use it gets it, whoever no longer may sees it leave. */
export const quickMessageChanged = eventKind<{
  id: QuickMessageId
  before: Reach | null
  record: UnsignedQuickMessage | null
}>({
  name: 'quickMessage.changed',
  reach: ({ id, before, record }, seat, links) => {
    const to = channel.quickMessage(seat.viewer.companyId)
    const after = record && { isShared: record.geral, userId: record.userId }
    const saw = before !== null && mayUse(seat, before)
    if (record !== null && after !== null && mayUse(seat, after)) {
      const action = saw ? 'update' : 'create'
      const payload: LiveQuickMessage = { action, record: quickMessageView(record, links) }
      return { channel: to, payload }
    }
    if (!saw) return null
    return { channel: to, payload: { action: 'delete', id } satisfies LiveQuickMessage }
  },
})

function mayUse({ viewer }: Seat, { isShared, userId }: Reach): boolean {
  return isShared || viewer.userId === userId
}
