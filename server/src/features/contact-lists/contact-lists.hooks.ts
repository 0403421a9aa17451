import type { ContactListId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** A list is about to be deleted, and is locked; a feature that still needs it refuses here (CLIST-13). */
export const contactListLeaving = hook<{ readonly listId: ContactListId }>('contact list leaving')
