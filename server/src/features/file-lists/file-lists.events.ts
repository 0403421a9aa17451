import { type LiveFileListPayload, liveChannel } from '@balcao/contract/live'
import type { FileListId } from '@balcao/domain/ids'
import { eventKind, memoizePayload } from '../../platform/live/event-kind'
import { fileListView, type UnsignedFileList } from './file-lists.view'

type FileListChange =
  | { readonly action: 'create' | 'update'; readonly list: UnsignedFileList }
  | { readonly action: 'delete'; readonly fileListId: FileListId }

const payloadOf = memoizePayload((change: FileListChange, links): LiveFileListPayload => {
  if (change.action === 'delete') return { action: 'delete', fileId: change.fileListId }
  return { action: change.action, files: fileListView(change.list, links) }
})

/** A file list changed. All users of the company get the event, because all may open the page. */
export const fileListChanged = eventKind<FileListChange>({
  name: 'fileList.changed',
  audience: (change, { viewer }, links) => ({
    channel: liveChannel.fileList(viewer.companyId),
    payload: payloadOf(change, links),
    ...(change.action !== 'delete' && { alsoOn: [liveChannel.keptFileList(viewer.companyId)] }),
  }),
})
