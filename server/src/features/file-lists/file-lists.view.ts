import type { FileListOptionView, FileListView } from '@balcao/contract/file-lists'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { FileListOptionRow, FileListRow } from './file-lists.queries'

type UnsignedOption = Omit<FileListOptionView, 'path'> & { readonly mediaKey: string | null }

/** A file list without the links to its files. The links expire, so each answer and event signs new ones. */
export type UnsignedFileList = Omit<FileListView, 'options'> & { readonly options: readonly UnsignedOption[] }

export function unsignedFileList(row: FileListRow): UnsignedFileList {
  return {
    id: row.id,
    name: row.name,
    message: row.message,
    options: row.options.map(unsignedOption),
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function unsignedOption({ id, name, media, createdAt, updatedAt }: FileListOptionRow): UnsignedOption {
  return {
    id,
    name,
    mediaKey: media?.key ?? null,
    mediaType: media?.mediaType ?? null,
    file: media?.fileName ?? null,
    mimetype: media?.mimetype ?? null,
    sizeBytes: media?.sizeBytes ?? null,
    createdAt,
    updatedAt,
  }
}

export function fileListView({ options, ...list }: UnsignedFileList, links: MediaLinkSigner): FileListView {
  const signed = options.map(({ mediaKey, ...option }) => ({
    ...option,
    path: mediaKey === null ? null : links.toFile(mediaKey, option.file ?? undefined),
  }))
  return { ...list, options: signed }
}
