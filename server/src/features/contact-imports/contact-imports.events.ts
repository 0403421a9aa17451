import { type LiveContactImportPayload, liveChannel } from '@balcao/contract/live'
import { hasPermission } from '@balcao/domain/permissions'
import { eventKind } from '../../platform/live/event-kind'
import type { ContactImportRow } from './contact-imports.queries'
import { contactImportView } from './contact-imports.view'

/** An import started, progressed or ended. Sent to users who may import. */
export const contactImportChanged = eventKind<{ import: ContactImportRow }>({
  name: 'contactImport.changed',
  audience: ({ import: row }, { viewer }) =>
    hasPermission(viewer, 'contacts.importAndExport')
      ? {
          channel: liveChannel.contactImport(viewer.companyId),
          payload: { action: 'update', import: contactImportView(row) } satisfies LiveContactImportPayload,
        }
      : null,
})
