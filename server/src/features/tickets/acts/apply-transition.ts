import {
  allows,
  type TicketStatus,
  type TransitionName,
  type TransitionRule,
  ticketTransitions,
} from '@balcao/domain/tickets'

import { refuse } from '../../../platform/refusal'
import type { CompanyWork, PersonWork } from '../../../platform/work'
import { addHistoryEntry } from '../history/add-history-entry'
import { markTicketRead } from '../mark-ticket-read'
import { recordChange } from '../record-change'
import type { TicketChange } from '../tickets.events'
import { automaticMessagesEnding, ticketAccepted, ticketResolved } from '../tickets.hooks'
import { saveTicket, type TicketRow } from '../tickets.queries'
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
 * The columns that the caller sets, beside the rule of the transition. `status` counts only where the rule says
 * `chosen`.
 */
export type TransitionChange = Partial<Pick<TicketRow, ChangeableColumn>> & { readonly status?: TicketStatus }

/** The bot columns of a ticket that people answer. */
export const withoutBot = {
  chatbot: false,
  use_integration: false,
  prompt_id: null,
  integration_id: null,
} as const

/**
 * Takes a locked ticket to its next state with all side effects of the transition, and publishes the change. Every change of
 * a ticket's status, owner, queue, connection or bot is one of these transitions. Refuses a ticket in the wrong state.
 */
export async function applyTransition(
  work: CompanyWork,
  before: TicketRow,
  name: TransitionName,
  change: TransitionChange = {},
): Promise<UnsignedTicket> {
  const rule: TransitionRule = ticketTransitions[name]
  if (!allows(name, before.status)) throw refuse('ERR_TICKET_STATE')
  const next = nextRow(work, before, rule, change)

  if (rule.marksReadFor === 'owner-before') await markReadByActor(work, before)
  if (rule.cancelsAutomaticMessages) await work.runHook(automaticMessagesEnding, { ticketId: before.id })
  await work.db.run(saveTicket, {
    ticketId: next.id,
    status: next.status,
    userId: next.user_id,
    queueId: next.queue_id,
    connectionId: next.connection_id,
    chatbot: next.chatbot,
    useIntegration: next.use_integration,
    promptId: next.prompt_id,
    integrationId: next.integration_id,
    at: work.now,
  })
  const connectionId = next.connection_id === before.connection_id ? null : next.connection_id
  if (rule.history !== null) await addHistoryEntry(work, next, rule.history, { connectionId })
  const ticket = await recordChange(work, before, next.id, { transferredBy: transferrerOf(work, rule) })
  if (rule.marksReadFor === 'owner-after') await markReadByActor(work, next)
  await sayAfter(work, before, rule)
  return ticket
}

/** The row after the transition. */
function nextRow(
  { actor }: CompanyWork,
  before: TicketRow,
  rule: TransitionRule,
  change: TransitionChange,
): TicketRow {
  const next = { ...before, ...(rule.bot === 'ends' && withoutBot), ...change }
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

async function sayAfter(work: CompanyWork, before: TicketRow, { says }: TransitionRule): Promise<void> {
  const { id: ticketId, contact_id: contactId, is_group: isGroup, user_id } = before
  if (says === 'greeting') await work.runHook(ticketAccepted, { ticketId, contactId, isGroup })
  if (says === 'farewell')
    await work.runHook(ticketResolved, { ticketId, isGroup, wasAttended: user_id !== null })
}

/** The person who transfers the ticket. The event shows the name to users who lose access to it (RT-24). */
function transferrerOf({ actor }: CompanyWork, { history }: TransitionRule): TicketChange['transferredBy'] {
  if (history !== 'transferred' || actor.kind !== 'person') return undefined
  return { id: actor.userId, name: actor.name }
}
