import type { ContactId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A contact is about to leave the lists; whoever still needs it refuses here. */
export const contactLeaving = reactionPoint<{ contactId: ContactId }>('contact leaving')
