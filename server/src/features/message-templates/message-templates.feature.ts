import type { ParsedInputOf } from '@balcao/contract/endpoint'
import * as calls from '@balcao/contract/message-templates'
import { noTemplateValues } from '@balcao/domain/message-templates'
import type { Feature } from '../../platform/feature'
import type { FileStore } from '../../platform/files/file-store'
import { onHook } from '../../platform/hooks'
import { callerRoute, readRoute, route } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { PersonWork } from '../../platform/work'
import type { UnsignedMessage } from '../messages/messages.view'
import { messageView } from '../messages/messages.view'
import { sendMessages } from '../messages/outgoing/send-message'
import { metaAccountChanged } from '../official-numbers/official-numbers.hooks'
import { ticketToAnswer } from '../tickets/tickets.access'
import { applyTemplateWebhook } from './apply-news'
import { templateToUse } from './message-templates.access'
import { messageTemplateChanged } from './message-templates.events'
import {
  listTemplates,
  refreshTemplates,
  refreshTemplatesJob,
  type TemplateDependencies,
} from './refresh-templates'
import { createTemplate, deleteTemplate, updateTemplate, uploadSampleOfTemplate } from './save-template'
import { headerMediaOf, templateMessageContent } from './template-content'

export function messageTemplatesFeature(
  parts: TemplateDependencies & {
    readonly files: Pick<FileStore, 'open' | 'remove'>
    readonly links: MediaLinkSigner
  },
): Feature {
  return {
    name: 'messageTemplates',
    routes: [
      readRoute(calls.listMessageTemplates, (work, { query }) => listTemplates(work, query.connectionId)),
      callerRoute(calls.refreshMessageTemplates, (caller, { body }) =>
        refreshTemplates(parts, caller, body.connectionId),
      ),
      callerRoute(calls.createMessageTemplate, (caller, input) => createTemplate(parts, caller, input)),
      callerRoute(calls.updateMessageTemplate, (caller, input) => updateTemplate(parts, caller, input)),
      callerRoute(calls.deleteMessageTemplate, async (caller, { params }) => {
        await deleteTemplate(parts, caller, params.templateId)
        return { message: 'message template deleted' }
      }),
      callerRoute(calls.uploadTemplateSample, ({ act }, { files, ...input }) =>
        uploadSampleOfTemplate(parts, { act }, input, files),
      ),
      route(calls.sendTemplate, async (work, { files, ...input }) =>
        messageView(await sendTemplate(work, input, files), parts.links),
      ),
    ],
    jobs: [refreshTemplatesJob(parts)],
    events: [messageTemplateChanged],
    hooks: [onHook(metaAccountChanged, applyTemplateWebhook)],
  }
}

/** Sends a template in an open ticket, even while the reply window is closed. */
async function sendTemplate(
  work: PersonWork,
  {
    params: { ticketId },
    body: { templateId, values = noTemplateValues, clientId },
  }: ParsedInputOf<typeof calls.sendTemplate>,
  files: readonly UploadedFile[],
): Promise<UnsignedMessage> {
  const ticket = await ticketToAnswer(work, ticketId)
  const template = await templateToUse(work, templateId)
  const content = templateMessageContent(template, ticket, values, headerMediaOf(files))
  const draft = { ...content, clientId: clientId ?? null, quotedId: null, origin: 'person' as const }
  const [sent] = await sendMessages(work, ticket.id, [draft])
  if (sent === undefined) throw new Error('one draft is one message')
  return sent
}
