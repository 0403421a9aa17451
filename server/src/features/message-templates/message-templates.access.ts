import type { ConnectionId, MessageTemplateId } from '@balcao/domain/ids'
import { rowOrRefuse } from '../../platform/row-or-refuse'
import type { CompanyWork } from '../../platform/work'
import { type TemplateRow, templateById, templateByName } from './message-templates.queries'

/** Loads a template of the company. Every user may use it. */
export async function templateToUse(
  work: Pick<CompanyWork, 'db'>,
  id: MessageTemplateId,
): Promise<TemplateRow> {
  return rowOrRefuse(await work.db.row(templateById, { id }), 'ERR_NO_TEMPLATE_FOUND')
}

export async function templateToUseByName(
  work: Pick<CompanyWork, 'db'>,
  named: { readonly connectionId: ConnectionId; readonly name: string; readonly language: string },
): Promise<TemplateRow> {
  return rowOrRefuse(await work.db.row(templateByName, named), 'ERR_NO_TEMPLATE_FOUND')
}
