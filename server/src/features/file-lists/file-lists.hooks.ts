import type { FileListId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** A list is about to be deleted, and is locked; a feature that still needs its files refuses here. */
export const fileListDeleting = hook<{ readonly listId: FileListId }>('file list deleting')
