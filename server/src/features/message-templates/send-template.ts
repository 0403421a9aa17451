import type { ParsedInputOf } from '@balcao/contract/endpoint'
import type { sendTemplate as call } from '@balcao/contract/message-templates'
import { noTemplateValues } from '@balcao/domain/message-templates'
import type { UploadedFile } from '../../platform/http/upload'
import type { PersonWork } from '../../platform/work'
import type { UnsignedMessage } from '../messages/messages.view'
import { sendMessages } from '../messages/outgoing/send-message'
import { ticketToAnswer } from '../tickets/tickets.access'
import { templateToUse } from './message-templates.access'
import { headerMediaOf, templateContent } from './template-content'

/** Sends a template in an open ticket, also when its reply window is closed. */
export async function sendTemplate(
  work: PersonWork,
  {
    params: { ticketId },
    body: { templateId, values = noTemplateValues, clientId },
  }: ParsedInputOf<typeof call>,
  files: readonly UploadedFile[],
): Promise<UnsignedMessage> {
  const ticket = await ticketToAnswer(work, ticketId)
  const template = await templateToUse(work, templateId)
  const content = templateContent(template, ticket, values, headerMediaOf(files))
  const draft = { ...content, clientId: clientId ?? null, quotedId: null, origin: 'person' as const }
  const [sent] = await sendMessages(work, ticket.id, [draft])
  if (sent === undefined) throw new Error('one draft is one message')
  return sent
}
