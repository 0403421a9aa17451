import type { HelpForm, HelpView } from '@balcao/contract/helps'
import type { HelpId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { PlatformWork } from '../../platform/work'
import { recordPlatformAudit } from '../audit/record-audit'
import { helpChanged } from './helps.events'
import { insertHelp, removeHelp, saveHelp } from './helps.queries'
import { helpView } from './helps.view'

export async function createHelp(work: PlatformWork, form: HelpForm): Promise<HelpView> {
  const { title, description, video } = form
  const record = helpView(await work.db.one(insertHelp, { title, description, video, at: work.now }))
  work.recordIn(null, helpChanged, { action: 'create', record })
  return record
}

export async function updateHelp(work: PlatformWork, id: HelpId, form: HelpForm): Promise<HelpView> {
  const { title, description, video } = form
  const row = await work.db.row(saveHelp, { id, title, description, video, at: work.now })
  if (row === null) throw refuse('ERR_NO_HELP_FOUND')
  const record = helpView(row)
  work.recordIn(null, helpChanged, { action: 'update', record })
  return record
}

export async function deleteHelp(work: PlatformWork, id: HelpId): Promise<void> {
  if ((await work.db.run(removeHelp, { id })) === 0) throw refuse('ERR_NO_HELP_FOUND')
  await recordPlatformAudit(work, { act: 'help.deleted', subject: { id } })
  work.recordIn(null, helpChanged, { action: 'delete', id })
}
