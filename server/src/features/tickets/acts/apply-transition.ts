import {
  allowsTicketTransition,
  type TicketStatus,
  type TicketTransitionName,
  type TicketTransitionRule,
  ticketTransitions,
} from '@balcao/domain/tickets'
import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { insertHistoryEntries, type NewHistoryEntry, recordHistoryEntry } from '../history/add-history-entry'
import { markTicketRead } from '../mark-ticket-read'
import { recordChangedTicketRow } from '../record-change'
import type { TicketChange } from '../tickets.events'
import { automaticMessagesEnding, ticketAccepted, ticketResolved } from '../tickets.hooks'
import { saveTickets, type TicketRow } from '../tickets.queries'
import { readTicketViewRows } from '../tickets.read'
import type { UnsignedTicket } from '../tickets.view'

type ChangeableColumn =
  | 'user_id'
  | 'queue_id'
  | 'connection_id'
  | 'chatbot'
  | 'use_integration'
  | 'prompt_id'
  | 'integration_id'

/**
 * The columns that the caller of a transition sets; the transition's rule sets the others. `status` is used only by
 * transitions that let the caller choose it.
 */
type TransitionColumns = Partial<Pick<TicketRow, ChangeableColumn>> & {
  readonly status?: TicketStatus
}

/** The bot columns of a ticket that people answer. */
export const clearedBotColumns = {
  chatbot: false,
  use_integration: false,
  prompt_id: null,
  integration_id: null,
} as const

interface Transition {
  readonly before: TicketRow
  readonly name: TicketTransitionName
  readonly change?: TransitionColumns
}

/**
 * Applies transitions to tickets, with history entries, hooks and events. Every change of a ticket's status, owner,
 * queue, connection or bot is a transition. The caller has locked the tickets, and names each only once. Refuses a
 * ticket in the wrong state.
 */
export async function applyTransitions(
  work: CompanyWork,
  transitions: readonly Transition[],
): Promise<readonly UnsignedTicket[]> {
  if (transitions.length === 0) return []
  const steps = transitions.map(({ before, name, change = {} }) => {
    const rule: TicketTransitionRule = ticketTransitions[name]
    if (!allowsTicketTransition(name, before.status)) throw refuse('ERR_TICKET_STATE')
    return { before, rule, next: nextRow(work, before, rule, change) }
  })
  for (const { before, rule } of steps) {
    if (rule.marksReadFor === 'owner-before') await markReadByActor(work, before)
    if (rule.cancelsAutomaticMessages) await work.runHook(automaticMessagesEnding, { ticketId: before.id })
  }

  const nextRows = steps.map(({ next }) => next)
  sendSaves(work, nextRows)
  const entries = steps.map(entryOf)
  const written = entries.filter((entry) => entry !== null)
  const ticketIds = steps.map(({ before }) => before.id)
  const [entryIds, views] = await Promise.all([
    insertHistoryEntries(work, written),
    readTicketViewRows(work, ticketIds),
  ])

  const tickets: UnsignedTicket[] = []
  for (const [at, { before, next, rule }] of steps.entries()) {
    const view = views.get(before.id)
    if (view === undefined) throw new Error(`ticket ${before.id} vanished under its lock`)
    const entry = entries[at]
    if (entry != null) recordHistoryEntry(work, entry, entryIds.shift() ?? 0, view)
    tickets.push(recordChangedTicketRow(work, before, view, { transferredBy: transferrerOf(work, rule) }))
    if (rule.marksReadFor === 'owner-after') await markReadByActor(work, next)
    await sendTransitionTexts(work, before, rule)
  }
  return tickets
}

export async function applyTransition(
  work: CompanyWork,
  before: TicketRow,
  name: TicketTransitionName,
  change: TransitionColumns = {},
): Promise<UnsignedTicket> {
  const [ticket] = await applyTransitions(work, [{ before, name, change }])
  if (ticket === undefined) throw new Error('one transition has one result')
  return ticket
}

function sendSaves(work: CompanyWork, rows: readonly TicketRow[]): void {
  work.db.send(saveTickets, {
    ticketIds: rows.map(({ id }) => id),
    statuses: rows.map(({ status }) => status),
    userIds: rows.map(({ user_id }) => user_id),
    queueIds: rows.map(({ queue_id }) => queue_id),
    connectionIds: rows.map(({ connection_id }) => connection_id),
    chatbots: rows.map(({ chatbot }) => chatbot),
    useIntegrations: rows.map(({ use_integration }) => use_integration),
    promptIds: rows.map(({ prompt_id }) => prompt_id),
    integrationIds: rows.map(({ integration_id }) => integration_id),
    at: work.now,
  })
}

function entryOf(step: {
  before: TicketRow
  next: TicketRow
  rule: TicketTransitionRule
}): NewHistoryEntry | null {
  const { before, next, rule } = step
  if (rule.history === null) return null
  const connectionId = next.connection_id === before.connection_id ? null : next.connection_id
  return { ticket: next, kind: rule.history, connectionId }
}

function nextRow(
  { actor }: CompanyWork,
  before: TicketRow,
  rule: TicketTransitionRule,
  change: TransitionColumns,
): TicketRow {
  const next = { ...before, ...(rule.bot === 'ends' && clearedBotColumns), ...change }
  const actorId = actor.kind === 'person' ? actor.userId : null
  if (rule.owner === 'actor' && actorId === null) throw new Error('only a person may become the owner')
  const owners = { actor: actorId, none: null, unchanged: before.user_id, chosen: next.user_id }
  const statuses = { unchanged: before.status, chosen: next.status }
  const status = rule.to === 'unchanged' || rule.to === 'chosen' ? statuses[rule.to] : rule.to
  return { ...next, status, user_id: owners[rule.owner] }
}

async function markReadByActor(work: CompanyWork, { id }: TicketRow): Promise<void> {
  if (isPersonWork(work)) await markTicketRead(work, id)
}

function isPersonWork(work: CompanyWork): work is PersonWork {
  return work.actor.kind === 'person'
}

async function sendTransitionTexts(
  work: CompanyWork,
  before: TicketRow,
  { says }: TicketTransitionRule,
): Promise<void> {
  const { id: ticketId, contact_id: contactId, is_group: isGroup, user_id } = before
  if (says === 'greeting') await work.runHook(ticketAccepted, { ticketId, contactId, isGroup })
  if (says === 'farewell')
    await work.runHook(ticketResolved, { ticketId, isGroup, wasAttended: user_id !== null })
}

/** The person who transferred the ticket. Users who lose access to it see the name (RT-24). */
function transferrerOf(
  { actor }: CompanyWork,
  { history }: TicketTransitionRule,
): TicketChange['transferredBy'] {
  if (history !== 'transferred' || actor.kind !== 'person') return undefined
  return { id: actor.userId, name: actor.name }
}
