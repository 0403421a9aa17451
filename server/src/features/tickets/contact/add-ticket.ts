import type { ConnectionId, UserId } from '@balcao/domain/ids'
import type { TicketHistoryKind, TicketStatus } from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork } from '../../../platform/work'
import type { ContactRow } from '../../contacts/contacts.queries'
import { clearedBotColumns } from '../acts/apply-transition'
import type { QueueAndBotColumns } from '../acts/place-ticket'
import { addHistoryEntries, type NewHistoryEntry } from '../history/add-history-entry'
import { recordChangedTicketRow } from '../record-change'
import { insertTickets, type TicketRow } from '../tickets.queries'
import type { UnsignedTicket } from '../tickets.view'

interface NewTicketFields {
  readonly contact: Pick<ContactRow, 'id' | 'is_group'>
  readonly connectionId: ConnectionId | null
  readonly userId?: UserId | null
  readonly status: TicketStatus
  /** The queue and the bot; by default none. */
  readonly placement?: QueueAndBotColumns
  /** The first entries of the history, by default only `created`. */
  readonly history?: readonly TicketHistoryKind[]
}

interface AddedTicket {
  readonly row: TicketRow
  readonly ticket: UnsignedTicket
}

/**
 * The caller holds the contacts' locks and has found no live ticket. If a statement without these locks has inserted
 * one meanwhile, the unique index rejects the new ticket: ERR_CREATING_TICKET (decision 0095).
 */
export async function addTickets(
  work: CompanyWork,
  fields: readonly NewTicketFields[],
): Promise<readonly AddedTicket[]> {
  if (fields.length === 0) return []
  const places = fields.map(({ placement }) => ({ queue_id: null, ...clearedBotColumns, ...placement }))
  const rows = await work.db.rows(insertTickets, {
    uuids: fields.map(() => work.newUuid()),
    contactIds: fields.map(({ contact }) => contact.id),
    connectionIds: fields.map(({ connectionId }) => connectionId),
    queueIds: places.map(({ queue_id }) => queue_id),
    userIds: fields.map(({ userId }) => userId ?? null),
    statuses: fields.map(({ status }) => status),
    areGroups: fields.map(({ contact }) => contact.is_group),
    chatbots: places.map(({ chatbot }) => chatbot),
    useIntegrations: places.map(({ use_integration }) => use_integration),
    promptIds: places.map(({ prompt_id }) => prompt_id),
    integrationIds: places.map(({ integration_id }) => integration_id),
    at: work.now,
  })
  if (rows.length < fields.length) throw refuse('ERR_CREATING_TICKET')

  const entries = rows.flatMap((ticket, at) => entriesOf(ticket, fields[at]?.history ?? ['created']))
  const views = await addHistoryEntries(work, entries)
  return rows.flatMap((row) => {
    const view = views.get(row.id)
    return view === undefined ? [] : [{ row, ticket: recordChangedTicketRow(work, null, view) }]
  })
}

export async function addTicket(work: CompanyWork, fields: NewTicketFields): Promise<AddedTicket> {
  const [added] = await addTickets(work, [fields])
  if (added === undefined) throw refuse('ERR_CREATING_TICKET')
  return added
}

function entriesOf(ticket: TicketRow, history: readonly TicketHistoryKind[]): NewHistoryEntry[] {
  return history.map((kind) => {
    const isQueuedLater = kind === 'created' && history.includes('queued')
    return {
      ticket: isQueuedLater ? { ...ticket, queue_id: null } : ticket,
      kind,
      isOutbound: kind === 'created' && ticket.status === 'closed',
    }
  })
}
