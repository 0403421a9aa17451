import * as calls from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { callerRoute, type Route, route, type UserCaller } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import { serializeAnswerWithRawJson } from '../../platform/http/written-answer'
import type { MediaLinkSigner } from '../../platform/media-links'
import type { PersonWork, Workplace } from '../../platform/work'
import { hasUnreadMessagesFor, markTicketRead } from '../tickets/mark-ticket-read'
import { ticketToShow } from '../tickets/tickets.access'
import { readWireTicket } from '../tickets/tickets.read'
import { ticketView, unsignedTicket } from '../tickets/tickets.view'
import { deleteMessage } from './changes/delete-message'
import { editMessage } from './changes/edit-message'
import { reactToMessage } from './changes/react-to-message'
import {
  type ConversationPageRequest,
  readConversationPage,
  readMessageInfo,
  searchConversation,
} from './messages.read'
import { messageView, signedMessageJson, type UnsignedMessage } from './messages.view'
import { createTextMessageBatcher, isPlainTextDraft } from './outgoing/post-queue'
import { retryMessage } from './outgoing/retry-message'
import { sendMessages } from './outgoing/send-message'
import type { LocalSenders } from './outgoing/senders.port'
import { draftsOfRequest, plainTextDraftOf, type SendMessageRequest } from './outgoing/sent-drafts'

/** Reads ticket and page concurrently. For a ticket that was merged, it reads the remaining ticket's page instead. */
async function openConversation(work: PersonWork, ticketId: TicketId, place: ConversationPageRequest) {
  const [shown, page] = await Promise.all([
    ticketToShow(work, ticketId),
    readConversationPage(work, ticketId, place),
  ])
  return { shown, ...(shown.id === ticketId ? page : await readConversationPage(work, shown.id, place)) }
}

export function messageRoutes(
  links: MediaLinkSigner,
  workplace: Workplace,
  senders: LocalSenders,
): readonly Route[] {
  const post = createTextMessageBatcher(workplace, senders)

  /** Sends a message; plain texts of concurrent calls share one transaction. */
  async function send(
    caller: UserCaller,
    ticketId: TicketId,
    body: SendMessageRequest,
    files: readonly UploadedFile[],
  ): Promise<readonly UnsignedMessage[]> {
    const draft = plainTextDraftOf(body, files)
    if (draft !== null && isPlainTextDraft(draft))
      return [await post({ actor: caller.actor, ticketId, draft })]
    return caller.act(async (work) =>
      sendMessages(work, ticketId, await draftsOfRequest(work, body, files, 'person')),
    )
  }

  return [
    callerRoute(calls.listMessages, async (caller, { params, query }) => {
      const { messages, shown, ...page } = await caller.read((work) =>
        openConversation(work, params.ticketId, query),
      )
      const isSeenNow = query.unseen !== true && hasUnreadMessagesFor(caller.actor, shown)
      const ticket = isSeenNow
        ? await caller.act(async (work) => {
            await markTicketRead(work, shown.id)
            return readWireTicket(work, shown.id)
          })
        : unsignedTicket(shown)
      const written = messages.map((message) => signedMessageJson(message, links))
      return serializeAnswerWithRawJson(
        { messages: `[${written.join(',')}]` },
        { ticket: ticketView(ticket, links), ...page },
      )
    }),
    route(calls.searchMessages, (work, { params, query }) =>
      searchConversation(work, params.ticketId, { words: query.searchParam, before: query.before }),
    ),
    callerRoute(calls.sendMessage, async (caller, { params: { ticketId }, body, files }) => {
      const sent = await send(caller, ticketId, body, files)
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
    route(calls.getMessageInfo, (work, { params }) => readMessageInfo(work, params.messageId)),
    route(calls.retryMessage, async (work, { params }) =>
      messageView(await retryMessage(work, params.messageId), links),
    ),
  ]
}
