import type { HelpVideoForm, HelpVideoView } from '@balcao/contract/helps'
import type { HelpId } from '@balcao/domain/ids'
import { readListPage } from '../../platform/database/list-page'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { helpVideosChanged } from './helps.events'
import {
  countHelpVideos,
  type HelpVideoRow,
  helpVideosPage,
  insertHelpVideo,
  removeHelpVideo,
  saveHelpVideo,
} from './helps.queries'

export async function createHelpVideo(work: PlatformWork, form: HelpVideoForm): Promise<HelpVideoView> {
  const { title, description, video } = form
  const record = helpView(await work.db.one(insertHelpVideo, { title, description, video, at: work.now }))
  work.recordIn(null, helpVideosChanged, { action: 'create', record })
  return record
}

export async function updateHelpVideo(
  work: PlatformWork,
  id: HelpId,
  form: HelpVideoForm,
): Promise<HelpVideoView> {
  const { title, description, video } = form
  const row = await work.db.row(saveHelpVideo, { id, title, description, video, at: work.now })
  const record = helpView(rowOrRefuse(row, 'ERR_NO_HELP_FOUND'))
  work.recordIn(null, helpVideosChanged, { action: 'update', record })
  return record
}

export async function deleteHelpVideo(work: PlatformWork, id: HelpId): Promise<void> {
  if ((await work.db.run(removeHelpVideo, { id })) === 0) throw refuse('ERR_NO_HELP_FOUND')
  await recordPlatformAudit(work, { act: 'help.deleted', subject: { id } })
  work.recordIn(null, helpVideosChanged, { action: 'delete', id })
}

type HelpPage = { records: HelpVideoView[]; count: number; hasMore: boolean }

export async function listHelpVideos(
  { db }: Pick<CompanyWork, 'db'>,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<HelpPage> {
  const statements = { page: helpVideosPage, count: countHelpVideos }
  const { rows, ...page } = await readListPage(db, statements, { words: searchParam.trim() }, pageNumber)
  return { records: rows.map(helpView), ...page }
}

export async function allHelpVideos({ db }: Pick<CompanyWork, 'db'>): Promise<HelpVideoView[]> {
  return (await db.rows(helpVideosPage, { words: '', limit: null, offset: 0 })).map(helpView)
}

function helpView(row: HelpVideoRow): HelpVideoView {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    video: row.video,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
