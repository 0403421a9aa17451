import type { AnswerOf } from '@balcao/contract/endpoint'
import type { getReplyWindowByToken, listTemplatesByToken } from '@balcao/contract/external-api'
import type { ConnectionId } from '@balcao/domain/ids'
import { isTemplateSendable, templatePartsOf, templateSlotsOf } from '@balcao/domain/message-templates'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from '../connections/connections.access'
import { addressListOf } from '../contacts/contact-address'
import { findContactIdByAnyAddress } from '../contacts/find-contact'
import type { TemplateRow } from '../message-templates/message-templates.queries'
import { storedTemplatesOfConnection } from '../message-templates/refresh-templates'
import { readReplyWindow } from '../messages/outgoing/reply-window'

type ToldTemplate = AnswerOf<typeof listTemplatesByToken>['templates'][number]

export async function templatesForApiToken(
  work: CompanyWork,
  connectionId: ConnectionId,
): Promise<ToldTemplate[]> {
  return (await storedTemplatesOfConnection(work, connectionId)).map(toldTemplate)
}

function toldTemplate({ id, name, language, category, status, components }: TemplateRow): ToldTemplate {
  const parts = templatePartsOf(components)
  return {
    ...{ id, name, language, category, status },
    isSendable: isTemplateSendable({ status }, parts),
    header: parts.header?.kind ?? null,
    body: parts.body,
    variables: templateSlotsOf(parts).map(({ part, key }) => ({ part, key })),
  }
}

/** The reply window of a number. One without a contact has never written to the company, so its window is closed. */
export async function replyWindowForApiToken(
  work: CompanyWork,
  connectionId: ConnectionId,
  number: string,
): Promise<AnswerOf<typeof getReplyWindowByToken>> {
  const { provider } = await connectionToRead(work, connectionId)
  const contactId = await findContactIdByAnyAddress(
    work,
    addressListOf({ kind: 'person', phone: number, lid: null }),
  )
  const { isLimited, closesAt } = await readReplyWindow(work, { contactId, connectionId, provider })
  const isOpen = !isLimited || (closesAt !== null && closesAt > work.now)
  return { isOpen, closesAt: closesAt?.toISOString() ?? null }
}
