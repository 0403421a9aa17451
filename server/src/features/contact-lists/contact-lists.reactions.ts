import type { ContactListId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A list is about to be deleted, and is locked; whoever still needs it refuses here (CLIST-13). */
export const contactListLeaving = reactionPoint<{ readonly listId: ContactListId }>('contact list leaving')
