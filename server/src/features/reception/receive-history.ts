import { type ContactNameWithSource, nameWithStrongestSource } from '@balcao/domain/contact-name'
import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import { onlyQueueOf } from '@balcao/domain/reception/queue-at-once'
import type {
  InboundChatHistory,
  InboundHistoryPartStored,
  InboundMessage,
  PersonAddress,
} from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { queuesOfConnection } from '../connections/connections.read'
import { addImportedHistoryToProgress } from '../connections/history-progress'
import type { ContactRow } from '../contacts/contacts.queries'
import { contactNameOfPushName, recogniseHistoryContact } from '../contacts/recognise-contact'
import { storeConversationHistory } from '../messages/history/store-history'
import { readCompanySetting } from '../settings/settings.read'
import { findOrCreateHistoryTicket } from '../tickets/history/history-ticket'
import type { TicketRow } from '../tickets/tickets.queries'
import { enqueueHistoryImportEnd } from './end-silent-history'
import { countWaitingHistoryParts } from './inbound-events.queries'

interface Incoming<Inbound> {
  readonly connectionId: ConnectionId
  readonly inbound: Inbound
}

/** Stores history in a closed ticket, without message events. Parts overlap: existing messages stay. Idempotent. */
export async function receiveHistory(
  work: CompanyWork,
  dataKeys: DataKeys,
  { connectionId, inbound }: Incoming<InboundChatHistory>,
): Promise<void> {
  const { chat, messages } = inbound
  const isGroup = chat.kind === 'group'
  const isIgnored = isGroup && (await readCompanySetting(work, 'CheckMsgIsGroup')) === 'enabled'
  let stored = 0
  if (!isIgnored && messages.length > 0) {
    const contact = await recogniseHistoryContact(work, { chat, called: nameIn(inbound) })
    const ticket = await ticketOfThePast(work, contact, connectionId)
    const authors = await authorsOf(work, messages)
    const part = { ticket, contact, connectionId, messages, authors }
    stored = await storeConversationHistory(work, dataKeys, part)
  }
  await recordHistoryProgress(work, connectionId, { stored, isLast: false })
}

/** Records that all messages of a part are in the inbound queue. The last part allows the import to end. */
export function recordHistoryPart(
  work: CompanyWork,
  { connectionId, inbound }: Incoming<InboundHistoryPartStored>,
): Promise<void> {
  return recordHistoryProgress(work, connectionId, { stored: 0, isLast: inbound.isLast })
}

/** Locks the connection's row first, so that of two concurrent last parts the later one sees that the other is done. */
async function recordHistoryProgress(
  work: CompanyWork,
  connectionId: ConnectionId,
  news: { stored: number; isLast: boolean },
): Promise<void> {
  await addImportedHistoryToProgress(work, connectionId, news, async () => {
    const { waiting } = await work.db.one(countWaitingHistoryParts, { connectionId })
    // The current event counts as waiting, because it is marked done only by this transaction.
    return waiting > 1
  })
  if (!news.isLast) enqueueHistoryImportEnd(work, connectionId)
}

/** The name in the phone book, otherwise the contact's own name; for a group its subject. */
function nameIn({ chat, name, messages }: InboundChatHistory): ContactNameWithSource | null {
  if (chat.kind === 'group') return name === null ? null : { name, source: 'subject' }
  const fromBook: ContactNameWithSource | null = name === null ? null : { name, source: 'phone-book' }
  const latest = messages.findLast((message) => !message.fromMe && message.pushName !== null)
  return nameWithStrongestSource(
    [fromBook, contactNameOfPushName(latest?.pushName ?? null)].filter((one) => one !== null),
  )
}

/** The contacts of a group's writers, each found once: a part has a hundred messages, mostly of the same writers. */
async function authorsOf(
  work: CompanyWork,
  messages: readonly InboundMessage[],
): Promise<(author: PersonAddress | null) => ContactId | null> {
  const known = new Map<string, ContactId>()
  for (const { author, pushName: name } of messages) {
    if (author === null || known.has(nameOf(author))) continue
    const { id } = await recogniseHistoryContact(work, { chat: author, called: contactNameOfPushName(name) })
    known.set(nameOf(author), id)
  }
  return (author) => (author === null ? null : (known.get(nameOf(author)) ?? null))
}

function nameOf({ phone, lid }: PersonAddress): string {
  return `${phone} ${lid}`
}

/** The closed ticket for the phone's history of a contact, in the queue that reception would assign. */
function ticketOfThePast(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
): Promise<TicketRow> {
  return findOrCreateHistoryTicket(work, contact, connectionId, async () =>
    onlyQueueOf(await queuesOfConnection(work, connectionId)),
  )
}
