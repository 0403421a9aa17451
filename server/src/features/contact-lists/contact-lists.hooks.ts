import type { ContactListId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** The list is about to be deleted, and is locked. A feature that still needs the list refuses here (CLIST-13). */
export const contactListDeleting = hook<{ readonly listId: ContactListId }>('contact list deleting')
