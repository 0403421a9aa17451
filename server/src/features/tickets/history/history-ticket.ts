import type { ConnectionId, QueueId, TicketId } from '@balcao/domain/ids'
import type { CompanyWork } from '../../../platform/work'
import { systemTextsInCompanyLanguage } from '../../companies/companies.read'
import { lockContactForTicket } from '../../contacts/contacts.access'
import type { ContactRow } from '../../contacts/contacts.queries'
import { type MessageShownInTicketList, previewOfMessage } from '../note-message'
import { recordTicketChange } from '../record-change'
import { lockTicket, type TicketRow } from '../tickets.queries'
import {
  historyTicketOfContact,
  insertHistoryTicket,
  saveHistoryTicketSummary,
} from './history-ticket.queries'

/** The closed ticket, locked, for the messages from before the phone was linked. Statistics skip it (`is_history`). */
export async function findOrCreateHistoryTicket(
  work: CompanyWork,
  contact: ContactRow,
  connectionId: ConnectionId,
  queueFor: () => Promise<QueueId | null>,
): Promise<TicketRow> {
  // The lock keeps two concurrent parts of the history from inserting two tickets.
  await lockContactForTicket(work, contact.id)
  const known = await work.db.row(historyTicketOfContact, { contactId: contact.id })
  if (known !== null) return known
  return work.db.one(insertHistoryTicket, {
    uuid: work.newUuid(),
    contactId: contact.id,
    connectionId,
    queueId: await queueFor(),
    isGroup: contact.is_group,
    at: work.now,
  })
}

export async function refreshHistoryTicketSummary(
  work: CompanyWork,
  ticketId: TicketId,
  { last, firstAt, lastAt }: { last: MessageShownInTicketList; firstAt: Date; lastAt: Date },
): Promise<void> {
  const before = await work.db.one(lockTicket, { ticketId })
  const preview = previewOfMessage(last, await systemTextsInCompanyLanguage(work))
  await work.db.run(saveHistoryTicketSummary, {
    ticketId,
    lastMessageId: last.id,
    preview,
    fromMe: last.fromMe,
    ack: last.ack,
    firstAt,
    lastAt,
  })
  await recordTicketChange(work, before, ticketId)
}
