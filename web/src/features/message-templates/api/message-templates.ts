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
import { call, callWithFiles } from '../../../lib/call'
import { messageTemplatesQuery } from '../../../lib/lists/message-templates'
import { showError } from '../../../ui/toasts'
import { useRefetchingMutation } from '../../../ui/use-refetching-mutation'

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
  return useRefetchingMutation(
    messageTemplatesQuery(connectionId).queryKey,
    async ({ draft: { buttons, ...draft }, sample: file }: WrittenTemplate) => {
      const { sample } =
        file === null
          ? { sample: null }
          : await callWithFiles(uploadTemplateSample, { body: { connectionId } }, [file])
      const { name, language, ...content } = { ...draft, buttons: [...buttons], sample }
      return id === null
        ? call(createMessageTemplate, { body: { ...content, name, language, connectionId } })
        : call(updateMessageTemplate, { params: { templateId: id }, body: content })
    },
    'settled',
  )
}

export function useDeleteTemplate(connectionId: ConnectionId) {
  return useRefetchingMutation(
    messageTemplatesQuery(connectionId).queryKey,
    (templateId: MessageTemplateId) => call(deleteMessageTemplate, { params: { templateId } }),
    'settled',
  )
}

interface SentTemplate {
  readonly templateId: MessageTemplateId
  readonly values: TemplateValues
  readonly file: File | null
  /** The same id for every retry, so that the server sends the message once. */
  readonly clientId: string
}

/** Sends a template to the ticket's contact. The message arrives in the conversation as a live event. */
export function useSendTemplate(ticketId: TicketId) {
  return useMutation({
    mutationFn: ({ file, ...body }: SentTemplate) =>
      file === null
        ? call(sendTemplate, { params: { ticketId }, body })
        : callWithFiles(
            sendTemplate,
            { params: { ticketId }, body: { ...body, values: JSON.stringify(body.values) } },
            [file],
          ),
    onError: showError,
  })
}
