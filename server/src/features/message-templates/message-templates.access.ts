import type { ConnectionId, MessageTemplateId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type TemplateRow, templateById, templateByName } from './message-templates.queries'

/** Every user may use the company's templates. */
export async function templateToUse(
  work: Pick<CompanyWork, 'db'>,
  id: MessageTemplateId,
): Promise<TemplateRow> {
  const template = await work.db.row(templateById, { id })
  if (template === null) throw refuse('ERR_NO_TEMPLATE_FOUND')
  return template
}

export async function templateToUseByName(
  work: Pick<CompanyWork, 'db'>,
  named: { readonly connectionId: ConnectionId; readonly name: string; readonly language: string },
): Promise<TemplateRow> {
  const template = await work.db.row(templateByName, named)
  if (template === null) throw refuse('ERR_NO_TEMPLATE_FOUND')
  return template
}
