import type { MessageTemplateId } from '@balcao/domain/ids'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { type TemplateRow, templateById } from './message-templates.queries'

/** Every user of the company may read and use its templates; another company's are not found. */
export async function templateToUse(
  work: Pick<CompanyWork, 'db'>,
  id: MessageTemplateId,
): Promise<TemplateRow> {
  const template = await work.db.row(templateById, { id })
  if (template === null) throw refuse('ERR_NO_TEMPLATE_FOUND')
  return template
}
