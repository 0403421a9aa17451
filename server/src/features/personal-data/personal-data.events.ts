import { type LivePersonalDataExportPayload, liveChannel } from '@balcao/contract/live'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'
import type { PersonalDataExportRow } from './personal-data.queries'

/** Carries no links, because the platform's support gets the event too. Clients fetch the links. */
export const personalDataExportChanged = eventKind<
  Pick<PersonalDataExportRow, 'contact_id' | 'state' | 'total' | 'done'>
>({
  name: 'personalData.changed',
  audience: ({ contact_id: contactId, state, total, done }, { viewer }) =>
    hasPermission(viewer, 'contacts.personalData')
      ? {
          channel: liveChannel.personalData(viewer.companyId),
          payload: {
            action: 'update',
            contactId,
            state,
            total,
            done,
          } satisfies LivePersonalDataExportPayload,
        }
      : null,
})
