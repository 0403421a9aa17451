import type { FileListId } from '@balcao/domain/ids'
import { reactionPoint } from '../../platform/reactions'

/** A list is about to be deleted, and is locked; whoever still needs its files refuses here. */
export const fileListLeaving = reactionPoint<{ readonly listId: FileListId }>('file list leaving')
