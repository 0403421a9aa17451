import { randomUUID } from 'node:crypto'
import {
  insertMovedTickets,
  liveTicketIdsOfContacts,
  updateMovedTickets,
} from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { recordMissingUser } from '../late-users'
import {
  chooseLiveTickets,
  claimLiveTicketOfContact,
  isChosenAsLiveTicket,
  isMergedIntoLiveTicket,
  ticketsByContact,
} from '../live-tickets'
import type { MoveInBatch } from '../piece'
import type { MoveInStep, SourceRow } from '../step'
import { textOf, timeOf, timeOrNull } from '../values'
import { type MovedTicketEvent, recordMovedTicketEvents } from '../whaticket/history'
import { whatsappInboxTypesSql } from './account'
import { chatwootReadingSpec } from './office'

const [open, resolved, pending, snoozed] = [0, 1, 2, 3]

/**
 * Moves WhatsApp conversations to tickets. A contact may have several unresolved ones, but only one live ticket
 * here: an open one with an agent is preferred, then the newest.
 */
export const conversationsStep: MoveInStep = {
  name: 'conversations',
  again: ['ticket'],
  reading: chatwootReadingSpec(
    'conversations',
    `status assignee_id team_id contact_id inbox_id last_activity_at
      snoozed_until first_reply_created_at`,
    {
      joins: 'left join contacts k on k.id = t.contact_id',
      also: [`coalesce(to_jsonb(k) ->> 'identifier' like '%@g.us', false) as is_group`],
    },
  ),
  async begin(context) {
    const lastAt = context.source.has('conversations', 'last_activity_at') ? 'last_activity_at' : 'updated_at'
    await chooseLiveTickets(
      context,
      `select c.id::text as id, c.contact_id::text as contact from conversations c
       join inboxes i on i.id = c.inbox_id
       where c.account_id = $1 and c.status <> ${resolved} and i.channel_type in ${whatsappInboxTypesSql}
       order by (c.status = ${open} and c.assignee_id is not null) desc, c.${lastAt} desc, c.id desc`,
    )
  },
  async carry(piece, rows, context) {
    await piece.look(rows, (row) => [
      ['ticket', textOf(row, 'id')],
      ['contact', textOf(row, 'contact_id')],
      ['user', textOf(row, 'assignee_id')],
      ['queue', textOf(row, 'team_id')],
      ['connection', textOf(row, 'inbox_id')],
      ...['created', 'accepted', 'closed'].map((kind) => ['event', `${textOf(row, 'id')} ${kind}`] as const),
    ])
    const live = await ticketsByContact(piece, liveTicketIdsOfContacts, rows, 'contact_id')
    const ids = await piece.newIds('tickets', rows.length)
    const made: object[] = []
    const changed: object[] = []
    for (const [at, row] of rows.entries()) {
      const sourceId = textOf(row, 'id')
      const contactId = piece.ref('contact', textOf(row, 'contact_id'))
      const connectionId = piece.ref('connection', textOf(row, 'inbox_id'))
      if (contactId === null || connectionId === null) {
        piece.skip('ticket', sourceId, connectionId === null ? 'other-channel' : 'contact-missing')
        continue
      }
      recordMissingUser(piece, 'ticket', row, 'assignee_id')
      const known = piece.ref('ticket', sourceId)
      if (known !== null && isMergedIntoLiveTicket(context, sourceId, known)) continue
      const id = known ?? ids[at] ?? 0
      const state = stateOf(
        piece,
        row,
        isChosenAsLiveTicket(context, sourceId) && claimLiveTicketOfContact(live, contactId, id),
      )
      if (known !== null) {
        changed.push({ id, ...state })
        continue
      }
      piece.became('ticket', sourceId, id)
      made.push({
        ...{ id, uuid: randomUUID(), contact_id: contactId, connection_id: connectionId },
        is_group: row.is_group === true,
        last_message: '',
        created_at: timeOf(row, 'created_at', piece.work.now),
        ...state,
      })
    }
    piece.moved += await piece.insert(insertMovedTickets, made)
    if (changed.length > 0) await piece.work.db.run(updateMovedTickets, { rows: toJsonRows(changed) })
    await tell(piece, rows)
  },
}

function stateOf(piece: MoveInBatch, row: SourceRow, mayLive: boolean) {
  const status = Number(row.status)
  const user_id = piece.ref('user', textOf(row, 'assignee_id'))
  const rest = {
    queue_id: piece.ref('queue', textOf(row, 'team_id')),
    unread: 0,
    last_at: timeOf(row, 'last_activity_at', timeOf(row, 'updated_at', piece.work.now)),
    snoozed_until: timeOrNull(row, 'snoozed_until'),
  }
  if (status !== resolved && !mayLive) piece.skip('ticket', textOf(row, 'id'), 'closed-beside-another')
  if (status === resolved || !mayLive) return { status: 'closed', user_id, ...rest }
  if (user_id === null || status === pending) return { status: 'pending', user_id: null, ...rest }
  return { status: status === snoozed ? 'snoozed' : 'open', user_id, ...rest }
}

/** Inserts a conversation's events (creation, first answer, end), from which the dashboard's figures come. */
async function tell(piece: MoveInBatch, rows: readonly SourceRow[]): Promise<void> {
  const events = rows.flatMap((row): MovedTicketEvent[] => {
    const id = textOf(row, 'id')
    const ticket_id = piece.ref('ticket', id)
    const created = timeOrNull(row, 'created_at')
    if (ticket_id === null || created === null) return []
    const answered = timeOrNull(row, 'first_reply_created_at')
    const ended = Number(row.status) === resolved ? timeOrNull(row, 'last_activity_at') : null
    const user_id = piece.ref('user', textOf(row, 'assignee_id'))
    return [
      { kind: 'created', at: created, seconds: null, user_id: null },
      { kind: 'accepted', at: answered, seconds: between(created, answered), user_id },
      { kind: 'closed', at: ended, seconds: between(answered ?? created, ended), user_id },
    ].flatMap(({ at, ...event }) =>
      at === null ? [] : [{ key: `${id} ${event.kind}`, row: { ticket_id, at, ...event } }],
    )
  })
  await recordMovedTicketEvents(piece, events)
}

function between(from: Date, until: Date | null): number | null {
  return until === null || until < from ? null : Math.round((until.getTime() - from.getTime()) / 1_000)
}
