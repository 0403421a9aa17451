import type { HelpVideoForm, HelpVideoView } from '@balcao/contract/helps'
import type { HelpId } from '@balcao/domain/ids'
import { readListPage } from '../../platform/database/list-page'
import { refuse } from '../../platform/refusal'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork, PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { helpChanged } from './helps.events'
import { countHelps, type HelpVideoRow, helpsPage, insertHelp, removeHelp, saveHelp } from './helps.queries'

export async function createHelp(work: PlatformWork, form: HelpVideoForm): Promise<HelpVideoView> {
  const { title, description, video } = form
  const record = helpView(await work.db.one(insertHelp, { title, description, video, at: work.now }))
  work.recordIn(null, helpChanged, { action: 'create', record })
  return record
}

export async function updateHelp(
  work: PlatformWork,
  id: HelpId,
  form: HelpVideoForm,
): Promise<HelpVideoView> {
  const { title, description, video } = form
  const row = await work.db.row(saveHelp, { id, title, description, video, at: work.now })
  const record = helpView(rowOrRefuse(row, 'ERR_NO_HELP_FOUND'))
  work.recordIn(null, helpChanged, { action: 'update', record })
  return record
}

export async function deleteHelp(work: PlatformWork, id: HelpId): Promise<void> {
  if ((await work.db.run(removeHelp, { id })) === 0) throw refuse('ERR_NO_HELP_FOUND')
  await recordPlatformAudit(work, { act: 'help.deleted', subject: { id } })
  work.recordIn(null, helpChanged, { action: 'delete', id })
}

type HelpPage = { records: HelpVideoView[]; count: number; hasMore: boolean }

export async function listHelps(
  { db }: Pick<CompanyWork, 'db'>,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<HelpPage> {
  const statements = { page: helpsPage, count: countHelps }
  const { rows, ...page } = await readListPage(db, statements, { words: searchParam.trim() }, pageNumber)
  return { records: rows.map(helpView), ...page }
}

export async function allHelpVideos({ db }: Pick<CompanyWork, 'db'>): Promise<HelpVideoView[]> {
  return (await db.rows(helpsPage, { words: '', limit: null, offset: 0 })).map(helpView)
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
