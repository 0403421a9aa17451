import {
  createMessageTemplate,
  deleteMessageTemplate,
  refreshMessageTemplates,
  sendTemplate,
  updateMessageTemplate,
  uploadTemplateSample,
} from '@balcao/contract/message-templates'
import type { ConnectionId, MessageTemplateId, TicketId } from '@balcao/domain/ids'
import type { TemplateDraft, TemplateValues } from '@balcao/domain/message-templates'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, upload } from '../../../lib/call'
import { messageTemplatesQuery } from '../../../lib/lists/message-templates'
import { showError } from '../../../ui/toasts'

export function useRefreshTemplates(connectionId: ConnectionId) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(refreshMessageTemplates, { body: { connectionId } }),
    onSuccess: (list) => queries.setQueryData(messageTemplatesQuery(connectionId).queryKey, list),
    onError: showError,
  })
}

interface WrittenTemplate {
  readonly draft: TemplateDraft
  readonly sample: File | null
}

export function useSaveTemplate(connectionId: ConnectionId, id: MessageTemplateId | null) {
  const settle = useSettle(connectionId)
  return useMutation({
    mutationFn: async ({ draft: { buttons, ...draft }, sample }: WrittenTemplate) => {
      const handle = sample === null ? null : await uploadSample(connectionId, sample)
      const { name, language, ...content } = { ...draft, buttons: [...buttons], sample: handle }
      return id === null
        ? call(createMessageTemplate, { body: { ...content, name, language, connectionId } })
        : call(updateMessageTemplate, { params: { templateId: id }, body: content })
    },
    onSettled: settle,
    onError: showError,
  })
}

async function uploadSample(connectionId: ConnectionId, sample: File): Promise<string> {
  return (await upload(uploadTemplateSample, { body: { connectionId } }, [sample])).sample
}

export function useDeleteTemplate(connectionId: ConnectionId) {
  const settle = useSettle(connectionId)
  return useMutation({
    mutationFn: (templateId: MessageTemplateId) => call(deleteMessageTemplate, { params: { templateId } }),
    onSettled: settle,
    onError: showError,
  })
}

function useSettle(connectionId: ConnectionId) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: messageTemplatesQuery(connectionId).queryKey })
}

interface SentTemplate {
  readonly templateId: MessageTemplateId
  readonly values: TemplateValues
  readonly file: File | null
  /** The same id for every retry, so that the server sends the message once. */
  readonly clientId: string
}

/** The message arrives in the conversation as a live event. */
export function useSendTemplate(ticketId: TicketId) {
  return useMutation({
    mutationFn: ({ file, ...body }: SentTemplate) =>
      file === null
        ? call(sendTemplate, { params: { ticketId }, body })
        : upload(
            sendTemplate,
            { params: { ticketId }, body: { ...body, values: JSON.stringify(body.values) } },
            [file],
          ),
    onError: showError,
  })
}
