import type { MediaType } from '@balcao/domain/messages'
import { storeFound } from '../media-folder'
import type { Piece } from '../piece'
import type { SourceRow, StepContext } from '../step'
import { textOf } from '../values'

type Files = ReadonlyMap<SourceRow, object | null>

/** Stores the files of rows that name one. The folders are those in which the family keeps this kind. */
export function filesIn(folders: (row: SourceRow) => readonly string[]) {
  return async (context: StepContext, rows: readonly SourceRow[]): Promise<Files> => {
    const files = new Map<SourceRow, object | null>()
    for (const row of rows) {
      const name = textOf(row, 'mediaPath') || textOf(row, 'path')
      if (name === '') continue
      const shownName = textOf(row, 'mediaName') || name.slice(name.lastIndexOf('/') + 1)
      let path: string | null = null
      for (const folder of [...folders(row), '']) {
        path ??= await context.media.find(folder === '' ? name : `${folder}/${name}`, context.sourceId)
      }
      const declared = {
        mediaType: mediaTypeOf(name),
        mimetype: 'application/octet-stream',
        fileName: shownName,
      }
      const { mediaType, media } = await storeFound(context, path, declared)
      const { state, seconds: _seconds, ...facts } = media
      files.set(row, state === 'ready' ? { ...facts, mediaType } : null)
    }
    return files
  }
}

function mediaTypeOf(name: string): MediaType {
  if (/\.(jpe?g|png|gif|webp)$/i.test(name)) return 'image'
  if (/\.(mp3|ogg|oga|m4a|wav|opus)$/i.test(name)) return 'audio'
  return /\.(mp4|mov|webm|3gp)$/i.test(name) ? 'video' : 'application'
}

export function fileOf(
  row: SourceRow,
  { piece, prepared }: { piece: Piece; prepared: unknown },
  kind: string,
): object | null {
  const file = (prepared as Files).get(row)
  if (file === null) piece.skip(kind, textOf(row, 'id'), 'file-missing')
  return file ?? null
}
