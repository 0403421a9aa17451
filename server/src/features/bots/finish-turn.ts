import { type BotFailureReason, isTransientBotFailure, maxBotCallAttempts } from '@balcao/domain/bot-failures'
import type { ConnectionId, MessageId } from '@balcao/domain/ids'
import type { AssistantCost } from '../../outside/assistant/port'
import { queueFileRemoval } from '../../platform/files/remove-files'
import { Refusal } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { recordIntegrationCall } from '../integrations/integrations.verbs'
import { fileKeysOfMedia } from '../messages/media/media-facts'
import { joinConsecutiveTexts } from '../messages/outgoing/join-texts'
import { sendMessageDrafts } from '../messages/outgoing/send-message'
import { recordPromptCost } from '../prompts/prompts.verbs'
import { queueToRead } from '../queues/queues.access'
import {
  closeTicketByBot,
  handOverTicketToColleague,
  handOverTicketToQueue,
  lockTicketForBot,
} from '../tickets/acts/bot-acts'
import { requireUserOfQueue } from '../tickets/acts/choices'
import type { TicketRow } from '../tickets/tickets.queries'
import {
  type BotConversationRow,
  botConversation,
  endBotConversation,
  incrementBotTurnAttempts,
  saveBotConversation,
  saveTranscript,
} from './bots.queries'
import { leaveTicketToAgents, messagesToAnswerByBot } from './next-turn'
import { assistantAnswerDelayMs, enqueueBotTurn } from './order-turn'
import type { BotTurn, BotTurnOutcome, BotTurnTicketOutcome } from './turn'

export const wakeOutboxTask = 'bots.hurryReplies'

/** The longest delay of an answer. Later messages of the conversation are sent after the answer, so they wait too. */
const longestDelayMs = 60_000
const backoffMs = (tries: number) => 2_000 * 2 ** tries

/** Locks the ticket. Null: it has another bot or none by now, or this message is answered already. */
async function loadIfStillUnanswered(
  work: CompanyWork,
  turn: BotTurn,
): Promise<{ ticket: TicketRow; talk: BotConversationRow } | null> {
  const ticket = await lockTicketForBot(work, turn.ticketId)
  const talk = ticket && (await work.db.row(botConversation, { ticketId: turn.ticketId }))
  if (ticket === null || talk === null || talk.answered_id >= turn.message.id) return null
  const isSameBot =
    turn.by === 'prompt' ? ticket.prompt_id === turn.prompt.id : ticket.integration_id === turn.integration.id
  return isSameBot ? { ticket, talk } : null
}

/** Sends the answer and marks the message as answered atomically. If an agent took over, stores only the cost. */
export async function sendBotAnswer(
  work: CompanyWork,
  turn: BotTurn,
  outcome: BotTurnOutcome,
  cost: AssistantCost,
): Promise<void> {
  if (outcome.wasAsked) await countCost(work, turn, cost, outcome.failure)
  const due = await loadIfStillUnanswered(work, turn)
  if (due === null) {
    const keys = outcome.drafts.flatMap(({ media }) => fileKeysOfMedia(media))
    return queueFileRemoval(work, keys)
  }
  await sendDrafts(work, due.ticket, turn, outcome)
  await work.db.run(saveBotConversation, {
    ticketId: turn.ticketId,
    answeredId: turn.message.id,
    session: outcome.session,
    sessionAt: outcome.session === null ? null : work.now,
  })
  if (outcome.afterwards.kind !== 'goes-on') return endWith(work, due.ticket, outcome.afterwards)
  const next = await messagesToAnswerByBot(work, turn.ticketId, turn.message.id, 1)
  if (next.length > 0) enqueueBotTurn(work, turn.ticketId, turn.by === 'prompt' ? assistantAnswerDelayMs : 0)
}

/** Stores a transcript and its cost at once, because the answer may still fail. */
export async function saveTranscriptOfBotTurn(
  work: CompanyWork,
  turn: BotTurn,
  inbound: { readonly messageId: MessageId; readonly words: string },
  cost: AssistantCost,
): Promise<void> {
  await countCost(work, turn, cost, null)
  await work.db.run(saveTranscript, {
    ticketId: turn.ticketId,
    messageId: inbound.messageId,
    words: inbound.words,
  })
}

/** Stores the cost of a turn that the server's shutdown interrupted. The next start repeats the turn. */
export async function saveCostOfStoppedBotTurn(
  work: CompanyWork,
  turn: BotTurn,
  cost: AssistantCost,
): Promise<void> {
  if (cost.calls > 0) await countCost(work, turn, cost, null)
}

/** Enqueues a retry if the failure may be temporary; otherwise leaves the ticket to agents with a notice. */
export async function handleBotTurnFailure(
  work: CompanyWork,
  turn: BotTurn,
  reason: BotFailureReason,
  cost: AssistantCost,
): Promise<void> {
  await countCost(work, turn, cost, reason)
  const due = await loadIfStillUnanswered(work, turn)
  if (due === null) return
  const tries = due.talk.tries + 1
  if (isTransientBotFailure(reason) && tries < maxBotCallAttempts) {
    await work.db.run(incrementBotTurnAttempts, { ticketId: turn.ticketId })
    return enqueueBotTurn(work, turn.ticketId, backoffMs(due.talk.tries))
  }
  await leaveTicketToAgents(work, due.ticket, turn.by === 'prompt' ? turn.prompt.queue_id : null)
}

async function countCost(
  work: CompanyWork,
  turn: BotTurn,
  cost: AssistantCost,
  failure: BotFailureReason | null,
): Promise<void> {
  if (turn.by === 'prompt') await recordPromptCost(work, turn.prompt.id, { ...cost, failure })
  else await recordIntegrationCall(work, turn.integration.id, failure)
}

async function sendDrafts(
  work: CompanyWork,
  ticket: TicketRow,
  turn: BotTurn,
  { drafts }: BotTurnOutcome,
): Promise<void> {
  const delayMs = turn.by === 'integration' ? delayOf(turn) : 0
  const said = drafts.map((draft) => ({
    ticket,
    draft: { ...draft, clientId: null, quotedId: null, origin: 'bot' as const },
    userId: null,
  }))
  const delayed = joinConsecutiveTexts(said).map((one, at) => {
    const waits = Math.min(longestDelayMs, delayMs * (at + 1))
    if (waits === 0) return one
    if (ticket.connection_id !== null) orderHurry(work, ticket.connection_id, waits)
    return { ...one, draft: { ...one.draft, notBefore: new Date(work.now.getTime() + waits) } }
  })
  await sendMessageDrafts(work, delayed)
}

/** Wakes the connection's process when a delayed reply is due. Its polling would find the reply seconds later. */
function orderHurry({ enqueue, now }: CompanyWork, connectionId: ConnectionId, waits: number): void {
  enqueue({ task: wakeOutboxTask, payload: { connectionId }, runAt: new Date(now.getTime() + waits) })
}

function delayOf({ integration }: Extract<BotTurn, { by: 'integration' }>): number {
  return integration.type === 'typebot' ? integration.typebot_delay_message : 0
}

async function endWith(
  work: CompanyWork,
  ticket: TicketRow,
  to: Exclude<BotTurnTicketOutcome, { kind: 'goes-on' }>,
): Promise<void> {
  await work.db.run(endBotConversation, { ticketId: ticket.id })
  switch (to.kind) {
    case 'closed':
      return closeTicketByBot(work, ticket)
    case 'people':
      return handOverTicketToQueue(work, ticket, await knownQueue(work, to.queueId))
    case 'colleague': {
      const queueId = await knownQueue(work, to.queueId)
      const userId =
        queueId === null ? null : await companyQueueId(() => requireUserOfQueue(work, to.userId, queueId))
      if (queueId === null || userId === null) return handOverTicketToQueue(work, ticket, queueId)
      return handOverTicketToColleague(work, ticket, { queueId, userId })
    }
  }
}

/** The queue, if the company has it. Otherwise null, and the ticket stays in its queue. */
async function knownQueue(work: CompanyWork, id: TicketRow['queue_id']): Promise<TicketRow['queue_id']> {
  return id === null ? null : companyQueueId(async () => (await queueToRead(work, id)).id)
}

async function companyQueueId<Id>(find: () => Promise<Id>): Promise<Id | null> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
