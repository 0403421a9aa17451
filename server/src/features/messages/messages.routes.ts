import * as calls from '@balcao/contract/messages'
import { type Route, route } from '../../platform/http/route'
import type { MediaLinks } from '../../platform/media-links'
import { markTicketRead } from '../tickets/mark-ticket-read'
import { ticketToRead } from '../tickets/tickets.access'
import { wireTicket } from '../tickets/tickets.read'
import { ticketView } from '../tickets/tickets.view'
import { deleteMessage } from './delete-message'
import { editMessage } from './edit-message'
import { messageInfo } from './message-info'
import { listConversation } from './messages.read'
import { messageView } from './messages.view'
import { reactToMessage } from './react-to-message'
import { retryMessage } from './retry-message'
import { sendMessages } from './send-message'
import { draftsOf } from './sent-drafts'

export function messageRoutes(links: MediaLinks): readonly Route[] {
  return [
    route(calls.listMessages, async (work, { params, query }) => {
      const { id } = await ticketToRead(work, params.ticketId)
      const { messages, ...page } = await listConversation(work, id, query)
      await markTicketRead(work, id)
      const ticket = ticketView(await wireTicket(work, id), links)
      return { messages: messages.map((message) => messageView(message, links)), ticket, ...page }
    }),
    route(calls.sendMessage, async (work, { params, body, files }) => {
      const drafts = await draftsOf(work, body, files)
      const sent = await sendMessages(work, params.ticketId, drafts)
      const views = sent.map((message) => messageView(message, links))
      const [only, ...others] = views
      return only !== undefined && others.length === 0 ? only : views
    }),
    route(calls.deleteMessage, async (work, { params }) =>
      messageView(await deleteMessage(work, params.messageId), links),
    ),
    route(calls.editMessage, async (work, { params, body }) =>
      messageView(await editMessage(work, params.messageId, body), links),
    ),
    route(calls.reactToMessage, async (work, { params, body }) =>
      messageView(await reactToMessage(work, params.messageId, body), links),
    ),
    route(calls.messageInfo, (work, { params }) => messageInfo(work, params.messageId)),
    route(calls.retryMessage, async (work, { params }) =>
      messageView(await retryMessage(work, params.messageId), links),
    ),
  ]
}
