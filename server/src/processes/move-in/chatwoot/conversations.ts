import { randomUUID } from 'node:crypto'
import {
  assignUsersOfMovedEvents,
  insertMovedTicketEvents,
  insertMovedTickets,
  liveTicketIdsOfContacts,
  updateMovedTickets,
} from '../../../features/tickets/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import { recordMissingUser } from '../late-users'
import { chooseLiveTickets, isMergedIntoLive, type LiveTickets } from '../live-tickets'
import type { MoveInBatch } from '../piece'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { textOf, timeOf, timeOrNull } from '../values'
import { whatsappInboxTypesSql } from './account'
import { chatwootReadingSpec } from './office'

const [open, resolved, pending, snoozed] = [0, 1, 2, 3]
const winners = new WeakMap<StepContext, LiveTickets>()

/** Moves WhatsApp conversations. Of several live ones of a contact, the newest open one stays live. */
export const conversations: MoveInStep = {
  name: 'conversations',
  again: ['ticket'],
  reading: chatwootReadingSpec(
    'conversations',
    [
      'status',
      'assignee_id',
      'team_id',
      'contact_id',
      'inbox_id',
      'last_activity_at',
      'snoozed_until',
      'first_reply_created_at',
    ],
    {
      joins: 'left join contacts k on k.id = t.contact_id',
      also: [`coalesce(to_jsonb(k) ->> 'identifier' like '%@g.us', false) as is_group`],
    },
  ),
  async begin(context) {
    const lastAt = context.source.has('conversations', 'last_activity_at') ? 'last_activity_at' : 'updated_at'
    const live = await context.source.rows<SourceRow>(
      `select c.id, c.contact_id from conversations c join inboxes i on i.id = c.inbox_id
       where c.account_id = $1 and c.status <> ${resolved} and i.channel_type in ${whatsappInboxTypesSql}
       order by (c.status = ${open} and c.assignee_id is not null) desc, c.${lastAt} desc, c.id desc`,
      [context.sourceId],
    )
    const found = live.map((row) => ({ id: textOf(row, 'id'), contactId: textOf(row, 'contact_id') }))
    winners.set(context, await chooseLiveTickets(context, found))
  },
  async carry(piece, rows, context) {
    await piece.look(
      rows.flatMap((row) => [
        ['ticket', textOf(row, 'id')] as const,
        ['contact', textOf(row, 'contact_id')] as const,
        ['user', textOf(row, 'assignee_id')] as const,
        ['queue', textOf(row, 'team_id')] as const,
        ['connection', textOf(row, 'inbox_id')] as const,
        ...['created', 'accepted', 'closed'].map(
          (kind) => ['event', `${textOf(row, 'id')} ${kind}`] as const,
        ),
      ]),
    )
    const contactIds = rows.flatMap((row) => piece.ref('contact', textOf(row, 'contact_id')) ?? [])
    const live = new Map(
      (await piece.work.db.rows(liveTicketIdsOfContacts, { contactIds })).map((one) => [
        one.contact_id,
        one.id,
      ]),
    )
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
      if (known !== null && isMergedIntoLive(winners.get(context), sourceId, known)) continue
      const id = known ?? ids[at] ?? 0
      const state = stateOf(piece, row, winners.get(context)?.ids.has(sourceId) === true, {
        contactId,
        live,
        id,
      })
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

function stateOf(
  piece: MoveInBatch,
  row: SourceRow,
  isChosen: boolean,
  {
    contactId,
    live,
    id,
  }: { readonly contactId: number; readonly live: Map<number, number>; readonly id: number },
) {
  const status = Number(row.status)
  const user_id = piece.ref('user', textOf(row, 'assignee_id'))
  const rest = {
    queue_id: piece.ref('queue', textOf(row, 'team_id')),
    unread: 0,
    last_at: timeOf(row, 'last_activity_at', timeOf(row, 'updated_at', piece.work.now)),
    snoozed_until: timeOrNull(row, 'snoozed_until'),
  }
  const holder = live.get(contactId)
  const mayLive = isChosen && (holder === undefined || holder === id)
  if (status !== resolved && !mayLive) piece.skip('ticket', textOf(row, 'id'), 'closed-beside-another')
  if (status === resolved || !mayLive) return { status: 'closed', user_id, ...rest }
  live.set(contactId, id)
  if (user_id === null || status === pending) return { status: 'pending', user_id: null, ...rest }
  return { status: status === snoozed ? 'snoozed' : 'open', user_id, ...rest }
}

/** Inserts the events of creation, first answer and end, from which the dashboard's figures are computed. */
async function tell(piece: MoveInBatch, rows: readonly SourceRow[]): Promise<void> {
  const events = rows.flatMap((row) => {
    const ticket_id = piece.ref('ticket', textOf(row, 'id'))
    const created = timeOrNull(row, 'created_at')
    if (ticket_id === null || created === null) return []
    const answered = timeOrNull(row, 'first_reply_created_at')
    const ended = Number(row.status) === resolved ? timeOrNull(row, 'last_activity_at') : null
    const user_id = piece.ref('user', textOf(row, 'assignee_id'))
    return [
      { kind: 'created', at: created, seconds: null, user_id: null },
      { kind: 'accepted', at: answered, seconds: between(created, answered), user_id },
      { kind: 'closed', at: ended, seconds: between(answered ?? created, ended), user_id },
    ]
      .filter(({ at }) => at !== null)
      .map((event) => ({ key: `${textOf(row, 'id')} ${event.kind}`, event: { ticket_id, ...event } }))
  })
  const known = events.flatMap(({ key, event: { user_id } }) => {
    const id = piece.ref('event', key)
    return id === null || user_id === null ? [] : [{ id, user_id }]
  })
  if (known.length > 0) await piece.work.db.run(assignUsersOfMovedEvents, { rows: toJsonRows(known) })
  const fresh = events.filter(({ key }) => piece.ref('event', key) === null)
  const ids = await piece.newIds('ticket_events', fresh.length)
  const made = fresh.map(({ key, event }, at) => {
    piece.became('event', key, ids[at] ?? 0)
    return { id: ids[at], ...event }
  })
  await piece.insert(insertMovedTicketEvents, made)
}

function between(from: Date, until: Date | null): number | null {
  return until === null || until < from ? null : Math.round((until.getTime() - from.getTime()) / 1_000)
}
