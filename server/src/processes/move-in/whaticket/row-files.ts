import type { MediaType } from '@balcao/domain/messages'
import { type JsonRows, toJsonRows } from '../../../platform/database/insert-rows'
import type { Statement } from '../../../platform/database/statement'
import { storeSourceMediaFile } from '../media-folder'
import type { MoveInBatch } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { SourceRow, StepContext } from '../step'
import { textOf } from '../values'

type Files = ReadonlyMap<SourceRow, object | null>

/** Creates a function that stores rows' files. `folders` returns where the source keeps files of this kind. */
export function createRowFileStorer(folders: (row: SourceRow) => readonly string[]) {
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
      const { mediaType, media } = await storeSourceMediaFile(context, path, declared)
      const { state, seconds: _seconds, ...facts } = media
      files.set(row, state === 'ready' ? { ...facts, mediaType } : null)
    }
    return files
  }
}

/** The columns with file paths. Rows without a company's id get it through `joins` from their ticket, chat or list. */
const naming = [
  { table: 'Messages', column: 'mediaUrl', joins: 'join "Tickets" o on o.id = t."ticketId"' },
  { table: 'QuickMessages', column: 'mediaPath', folder: 'quickMessage/' },
  { table: 'QuickMessages', column: 'mediaPath' },
  { table: 'Schedules', column: 'mediaPath' },
  { table: 'ScheduledMessages', column: 'mediaPath' },
  { table: 'Campaigns', column: 'mediaPath' },
  { table: 'ChatMessages', column: 'mediaPath', joins: 'join "Chats" o on o.id = t."chatId"' },
  {
    table: 'FilesOptions',
    column: 'path',
    joins: 'join "Files" o on o.id = t."fileId"',
    folder: 'fileList/',
  },
  { table: 'FilesOptions', column: 'path', joins: 'join "Files" o on o.id = t."fileId"' },
]

const inOwnFolder = '^(https?://[^/]+/)?/?(public/)?(company|media/|media-persistant/)[0-9]+/'

/** Finds paths outside companies' folders that rows of several companies name: any of them may own the file. */
export async function findFilePathsOfSeveralCompanies(source: SourceDatabase): Promise<readonly string[]> {
  const named = naming
    .filter(({ table, column }) => source.has(table, column))
    .map(({ table, column, joins, folder = '' }) => {
      const path = [`^https?://[^/]+/`, '[?#].*$', '^/?(public/)?'].reduce(
        (name, part) => `regexp_replace(${name}, '${part}', '', 'i')`,
        `t."${column}"`,
      )
      const company = joins === undefined ? 't."companyId"' : 'o."companyId"'
      return `select '${folder}' || ${path} as path, ${company} as company from "${table}" t ${joins ?? ''}
        where t."${column}" <> '' and t."${column}" !~* '${inOwnFolder}'`
    })
  const rows = await source.rows<{ path: string }>(
    `select path from (${named.join(' union all ')}) as named
     group by path having count(distinct company) > 1`,
  )
  return rows.map(({ path }) => path)
}

function mediaTypeOf(name: string): MediaType {
  if (/\.(jpe?g|png|gif|webp)$/i.test(name)) return 'image'
  if (/\.(mp3|ogg|oga|m4a|wav|opus)$/i.test(name)) return 'audio'
  return /\.(mp4|mov|webm|3gp)$/i.test(name) ? 'video' : 'application'
}

export function storedFileOfRow(
  row: SourceRow,
  { piece, prepared }: { piece: MoveInBatch; prepared: unknown },
  kind: string,
): object | null {
  const file = (prepared as Files).get(row)
  if (file === null) piece.skip(kind, textOf(row, 'id'), 'file-missing')
  return file ?? null
}

/** Creates a function for repeated runs: moved rows whose file was missing before get it if it is found now. */
export function createAttacherOfFilesFoundLater(kind: string, statement: Statement<JsonRows, never>) {
  return async (piece: MoveInBatch, rows: readonly SourceRow[], prepared: unknown): Promise<void> => {
    const found = rows.flatMap((row) => {
      const media = (prepared as Files).get(row) ?? null
      return media === null ? [] : [{ sourceId: textOf(row, 'id'), media }]
    })
    if (found.length === 0) return
    await piece.work.db.run(statement, {
      rows: toJsonRows(found.map(({ sourceId, media }) => ({ id: piece.ref(kind, sourceId), media }))),
    })
    for (const { sourceId } of found) piece.settle(kind, sourceId, 'file-missing')
  }
}
