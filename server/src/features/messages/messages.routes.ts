import * as calls from '@balcao/contract/messages'
import type { MessageId } from '@balcao/domain/ids'
import { type Route, route } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import type { MediaLinks } from '../../platform/media-links'
import { markTicketRead } from '../tickets/mark-ticket-read'
import { wireTicket } from '../tickets/tickets.read'
import { ticketView } from '../tickets/tickets.view'
import { deleteMessage } from './delete-message'
import { listConversation } from './messages.read'
import { messageView } from './messages.view'
import { retryMessage } from './retry-message'
import { type Draft, sendMessages } from './send-message'

export function messageRoutes(links: MediaLinks): readonly Route[] {
  return [
    route(calls.listMessages, async (work, { params, query }) => {
      const { messages, ...page } = await listConversation(work, params.ticketId, query)
      await markTicketRead(work, params.ticketId)
      const ticket = ticketView(await wireTicket(work, params.ticketId), links)
      return { messages: messages.map((message) => messageView(message, links)), ticket, ...page }
    }),
    route(calls.sendMessage, async (work, { params, body, files }) => {
      const drafts =
        files.length === 0 ? [textDraft(body)] : files.map((file, at) => fileDraft(body, file, at))
      const sent = await sendMessages(work, params.ticketId, drafts)
      const views = sent.map((message) => messageView(message, links))
      const [only, ...others] = views
      return only !== undefined && others.length === 0 ? only : views
    }),
    route(calls.deleteMessage, async (work, { params }) =>
      messageView(await deleteMessage(work, params.messageId), links),
    ),
    route(calls.retryMessage, async (work, { params }) =>
      messageView(await retryMessage(work, params.messageId), links),
    ),
  ]
}

interface SentBody {
  readonly body: string | readonly string[]
  readonly clientId?: string | readonly string[] | undefined
  readonly voice?: boolean | readonly boolean[] | undefined
  readonly quotedMsg?: { readonly id: MessageId } | null | undefined
}

function textDraft({ body, clientId, quotedMsg }: SentBody): Draft {
  return {
    body: nth(body, 0) ?? '',
    clientId: nth(clientId, 0) ?? null,
    mediaType: null,
    media: null,
    quotedId: quotedMsg?.id ?? null,
    isAutomatic: false,
  }
}

/** One message per file (MESSAGE-06): the n-th body is its caption, the quote goes with the first. */
function fileDraft(
  { body, clientId, voice = false, quotedMsg }: SentBody,
  file: UploadedFile,
  at: number,
): Draft {
  const { mimetype, fileName, sizeBytes, width, height, key, mediaType } = file
  return {
    body: captionOf(nth(body, at) ?? '', fileName),
    clientId: nth(clientId, at) ?? null,
    mediaType,
    media: {
      ...{ state: 'ready', mimetype, fileName, sizeBytes, seconds: null, width, height, key },
      ...(nth(voice, at) === true && mediaType === 'audio' && { isVoice: true }),
    },
    quotedId: at === 0 ? (quotedMsg?.id ?? null) : null,
    isAutomatic: false,
  }
}

/** Existing clients send the file's name as its body; a name is no caption. */
function captionOf(body: string, fileName: string): string {
  return body === fileName ? '' : body
}

/** What came for the n-th file; a single value is the first one's. */
function nth<Value extends string | boolean>(
  value: Value | readonly Value[] | undefined,
  at: number,
): Value | undefined {
  return typeof value === 'object' ? value[at] : at === 0 ? value : undefined
}
