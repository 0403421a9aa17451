import { type ContactName, strongestName } from '@balcao/domain/contact-name'
import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import type {
  InboundHistory,
  InboundHistoryPart,
  InboundMessage,
  PersonAddress,
} from '@balcao/whatsapp/gateway'
import type { DataKeys } from '../../platform/encryption'
import type { CompanyWork } from '../../platform/work'
import { noteHistory } from '../connections/history-progress'
import { pushName, recogniseFromThePast } from '../contacts/recognise-contact'
import { storeHistory } from '../messages/store-history'
import { settingOf } from '../settings/settings.read'
import { awaitEndOfHistory } from './end-silent-history'
import { historyIsWaiting } from './inbound-events.queries'
import { ticketOfThePast } from './ticket-of-the-past'

interface Incoming<Inbound> {
  readonly connectionId: ConnectionId
  readonly inbound: Inbound
}

/**
 * A piece of the phone's history stands in a closed conversation: it opens nothing, and nobody is told of its messages.
 * Pieces overlap with each other and with what was received live; what is here already stays as it is. May repeat.
 */
export async function receiveHistory(
  work: CompanyWork,
  dataKeys: DataKeys,
  { connectionId, inbound }: Incoming<InboundHistory>,
): Promise<void> {
  const { chat, messages } = inbound
  const isGroup = chat.kind === 'group'
  const isIgnored = isGroup && (await settingOf(work, 'CheckMsgIsGroup')) === 'enabled'
  let stored = 0
  if (!isIgnored && messages.length > 0) {
    const contact = await recogniseFromThePast(work, { chat, called: nameIn(inbound) })
    const ticket = await ticketOfThePast(work, contact, connectionId)
    const authors = await authorsOf(work, messages)
    stored = await storeHistory(work, dataKeys, { ticket, contact, connectionId, messages, authors })
  }
  await noteProgress(work, connectionId, { stored, isLast: false })
}

/** Everything of one part is in the inbound queue. */
export function noteHistoryPart(
  work: CompanyWork,
  { connectionId, inbound }: Incoming<InboundHistoryPart>,
): Promise<void> {
  return noteProgress(work, connectionId, { stored: 0, isLast: inbound.isLast })
}

/** The row of the connection is locked first: of the last two pieces, in two partitions, the later one sees the other done. */
async function noteProgress(
  work: CompanyWork,
  connectionId: ConnectionId,
  news: { stored: number; isLast: boolean },
): Promise<void> {
  await noteHistory(work, connectionId, news, async () => {
    const { waiting } = await work.db.one(historyIsWaiting, [connectionId])
    return waiting > 1 // this one is not done before its act is
  })
  if (!news.isLast) awaitEndOfHistory(work, connectionId)
}

/** What the phone book calls them, else what they call themselves; groups have their own. */
function nameIn({ chat, name, messages }: InboundHistory): ContactName | null {
  if (chat.kind === 'group') return name === null ? null : { name, source: 'subject' }
  const fromBook: ContactName | null = name === null ? null : { name, source: 'phone-book' }
  const latest = messages.findLast((message) => !message.fromMe && message.pushName !== null)
  return strongestName([fromBook, pushName(latest?.pushName ?? null)].filter((one) => one !== null))
}

/** Who wrote in a group, each once: a piece holds a hundred messages at most, of mostly the same few. */
async function authorsOf(
  work: CompanyWork,
  messages: readonly InboundMessage[],
): Promise<(author: PersonAddress | null) => ContactId | null> {
  const known = new Map<string, ContactId>()
  for (const { author, pushName: name } of messages) {
    if (author === null || known.has(nameOf(author))) continue
    const { id } = await recogniseFromThePast(work, { chat: author, called: pushName(name) })
    known.set(nameOf(author), id)
  }
  return (author) => (author === null ? null : (known.get(nameOf(author)) ?? null))
}

function nameOf({ phone, lid }: PersonAddress): string {
  return `${phone} ${lid}`
}
