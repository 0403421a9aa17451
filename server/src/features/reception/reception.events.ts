import { type LiveDeadLettersPayload, liveChannel } from '@balcao/contract/live'
import type { DeadLetter } from '@balcao/contract/reception'
import type { InboundEventId } from '@balcao/domain/ids'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind, type SocketMessage, type Subscriber } from '../../platform/live/event-kind'

/** An inbound event was dead-lettered and waits for an admin's decision. */
export const deadLetterRecorded = eventKind<{ entry: DeadLetter }>({
  name: 'deadLetter.recorded',
  audience: ({ entry }, subscriber) => toAdmins(subscriber, { action: 'create', entry }),
})

/** A dead letter was replayed or dismissed. */
export const deadLetterRemoved = eventKind<{ entryId: InboundEventId }>({
  name: 'deadLetter.left',
  audience: ({ entryId }, subscriber) => toAdmins(subscriber, { action: 'delete', entryId }),
})

export const allDeadLettersReplayed = eventKind<Record<string, never>>({
  name: 'deadLetter.allLeft',
  audience: (_, subscriber) => toAdmins(subscriber, { action: 'clear' }),
})

function toAdmins({ viewer }: Subscriber, payload: LiveDeadLettersPayload): SocketMessage | null {
  if (!hasPermission(viewer, 'connections-page:actionButtons')) return null
  return { channel: liveChannel.inboundEvents(viewer.companyId), payload }
}
