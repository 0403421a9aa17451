import type { ContactView } from '@balcao/contract/contacts'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { ContactWithConnectionRow } from './contacts.queries'

/**
 * The wire view of a contact, for answers and events. Times may be strings, because events store their rows as JSON.
 */
export function contactView(row: ContactWithConnectionRow, links: MediaLinkSigner): ContactView {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    number: row.number,
    email: row.email,
    profilePicUrl: row.picture_key === null ? null : links.toFile(row.picture_key),
    isGroup: row.is_group,
    extraInfo: row.extra_info,
    whatsapp: row.whatsapp,
    isRemoved: row.removed_at !== null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
