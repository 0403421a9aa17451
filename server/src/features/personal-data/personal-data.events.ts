import { type LivePersonalData, liveChannel } from '@balcao/contract/live'
import { holds } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'
import type { ExportRow } from './personal-data.queries'

/**
 * The progress or the end of an export, for users who may order one. Carries no links, because support visits receive
 * the event too; clients fetch them.
 */
export const personalDataChanged = eventKind<Pick<ExportRow, 'contact_id' | 'state' | 'total' | 'done'>>({
  name: 'personalData.changed',
  audience: ({ contact_id: contactId, state, total, done }, { viewer }) =>
    holds(viewer, 'contacts.personalData')
      ? {
          channel: liveChannel.personalData(viewer.companyId),
          payload: { action: 'update', contactId, state, total, done } satisfies LivePersonalData,
        }
      : null,
})
