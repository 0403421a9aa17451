import { humanTakeoverText } from '@balcao/domain/assistant-texts'
import { maxBotAnswersPerHour } from '@balcao/domain/bot-failures'
import type { IntegrationId, MessageId, PromptId, TicketId } from '@balcao/domain/ids'
import type { DataKeys } from '../../platform/encryption'
import type { MediaLinkSigner } from '../../platform/media-links'
import { Refusal } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { buildIntegrationBotSettings, decryptIntegrationSecrets } from '../integrations/integration-secrets'
import { findIntegration } from '../integrations/integrations.read'
import { isIntegrationPaused } from '../integrations/integrations.view'
import { placeholderBodies } from '../messages/incoming/inbound-content'
import { sendMessage } from '../messages/outgoing/send-message'
import { companyPlan, modulesOfPlan } from '../plans/plans.read'
import { decryptPromptApiKeys } from '../prompts/prompt-keys'
import { findPrompt } from '../prompts/prompts.read'
import { handOverTicketToQueue, lockTicketForBot } from '../tickets/acts/bot-acts'
import type { TicketRow } from '../tickets/tickets.queries'
import {
  type BotConversationMessageRow,
  type BotConversationRow,
  botConversation,
  botConversationContext,
  countAutomaticAnswersSince,
  earlierConversationMessages,
  endBotConversation,
  messageRowsToAnswerByBot,
} from './bots.queries'
import { enqueueBotTurn } from './order-turn'
import {
  type BotTurn,
  type IntegrationBotTurn,
  type PromptBotTurn,
  textOfBotConversationMessage,
  textReplyMessage,
} from './turn'

export interface BotTurnDependencies {
  readonly dataKeys: DataKeys
  readonly links: MediaLinkSigner
}

/** How long an answer waits at most for a media file that is being fetched. */
const mediaTimeoutMs = 60_000
const retryDelayMs = 2_000

/** An assistant answers at most this many messages at once; its next turn answers the rest. */
const maxBatchSize = 100
const hourMs = 3_600_000

/** The next turn of the ticket's bot. Null: nothing to answer, the bot lost the ticket, or a file is being fetched. */
export async function loadNextBotTurn(
  work: CompanyWork,
  ticketId: TicketId,
  parts: BotTurnDependencies,
): Promise<BotTurn | null> {
  const ticket = await lockTicketForBot(work, ticketId)
  if (ticket === null) {
    await work.db.run(endBotConversation, { ticketId })
    return null
  }
  const talk = await work.db.row(botConversation, { ticketId })
  if (talk === null) return null
  const isIntegration = ticket.integration_id !== null
  const waiting = await messagesToAnswerByBot(
    work,
    ticketId,
    talk.answered_id,
    isIntegration ? 1 : maxBatchSize,
  )
  const message = waiting.at(-1)
  if (message === undefined) return null
  if (waiting.some((said) => isMediaBeingFetched(work, said, isIntegration))) {
    enqueueBotTurn(work, ticketId, retryDelayMs)
    return null
  }
  const turn = (await isEndless(work, ticketId))
    ? null
    : await turnOf(work, { ticket, talk, message, waiting }, parts)
  if (turn === null) await leaveTicketToAgents(work, ticket, ticket.queue_id)
  return turn
}

export function messagesToAnswerByBot(
  work: CompanyWork,
  ticketId: TicketId,
  after: MessageId,
  most: number,
): Promise<readonly WaitingRow[]> {
  const since = new Date(work.now.getTime() - mediaTimeoutMs)
  return work.db.rows(messageRowsToAnswerByBot, {
    ticketId,
    after,
    awaited: placeholderBodies,
    since,
    limit: most,
  })
}

type WaitingRow = BotConversationMessageRow & { readonly is_awaited: boolean }

/** Whether the ticket has got so many automatic answers that two bots may be answering each other without end. */
async function isEndless(work: CompanyWork, ticketId: TicketId): Promise<boolean> {
  const since = new Date(work.now.getTime() - hourMs)
  return (await work.db.one(countAutomaticAnswersSince, { ticketId, since })).answers >= maxBotAnswersPerHour
}

interface BotTurnState {
  readonly ticket: TicketRow
  readonly talk: BotConversationRow
  readonly message: BotConversationMessageRow
  readonly waiting: readonly BotConversationMessageRow[]
}

/** The turn of the ticket's bot. Null when the bot is deleted, paused, or not in the plan. */
async function turnOf(
  work: CompanyWork,
  stand: BotTurnState,
  parts: BotTurnDependencies,
): Promise<BotTurn | null> {
  const flags = modulesOfPlan(await companyPlan(work))
  const { integration_id: integrationId, prompt_id: promptId } = stand.ticket
  // Foreign keys guarantee that both rows exist. The casts only add the branded id types.
  if (integrationId !== null)
    return flags.has('useIntegrations')
      ? integrationTurn(work, stand, integrationId as IntegrationId, parts)
      : null
  if (promptId !== null && flags.has('useOpenAi')) return promptTurn(work, stand, promptId as PromptId, parts)
  return null
}

async function promptTurn(
  work: CompanyWork,
  { ticket, talk, message, waiting }: BotTurnState,
  id: PromptId,
  { dataKeys }: BotTurnDependencies,
): Promise<PromptBotTurn | null> {
  const prompt = await findPrompt(work, id)
  if (prompt === null) return null
  const { contact_name: customerName } = await work.db.one(botConversationContext, { ticketId: ticket.id })
  const asked = waiting.slice(-prompt.max_messages)
  const room = prompt.max_messages - asked.length
  const newestFirst = await work.db.rows(earlierConversationMessages, {
    ticketId: ticket.id,
    answeredId: talk.answered_id,
    awaited: placeholderBodies,
    limit: room,
  })
  return {
    by: 'prompt',
    ticketId: ticket.id,
    message,
    transcripts: talk.transcripts,
    prompt,
    keys: decryptPromptApiKeys(work, prompt, dataKeys),
    customerName,
    history: [...newestFirst.reverse(), ...asked],
    unanswered: asked,
  }
}

async function integrationTurn(
  work: CompanyWork,
  { ticket, talk, message }: BotTurnState,
  id: IntegrationId,
  { dataKeys, links }: BotTurnDependencies,
): Promise<IntegrationBotTurn | null> {
  const integration = await findIntegration(work, id)
  if (integration === null || isIntegrationPaused(integration)) return null
  const around = await work.db.one(botConversationContext, { ticketId: ticket.id })
  const key = message.media?.key ?? null
  return {
    by: 'integration',
    ticketId: ticket.id,
    message,
    integration,
    bot: buildIntegrationBotSettings(integration, decryptIntegrationSecrets(work, integration, dataKeys)),
    said: {
      companyId: work.companyId,
      ticket: { id: ticket.id, uuid: ticket.uuid, queueId: ticket.queue_id },
      contact: { id: around.contact_id, name: around.contact_name, number: around.contact_number ?? '' },
      message: {
        id: message.id,
        text: textOfBotConversationMessage(message),
        mediaType: message.media_type,
        mediaUrl: key === null ? null : links.toFile(key, message.media?.fileName ?? undefined),
        sentAt: message.created_at.toISOString(),
      },
      session: sessionOf(talk, integration.typebot_expires, work.now),
      now: work.now,
    },
    variables: {
      name: around.contact_name,
      number: around.contact_number ?? '',
      email: around.contact_email,
      now: work.now,
      timeZone: around.time_zone,
      language: around.language,
    },
  }
}

/** The bot's session, or a new one after a silence longer than the timeout (INTEG-09). A timeout of 0 means never. */
function sessionOf(
  { session, session_at }: BotConversationRow,
  expiresMinutes: number,
  now: Date,
): string | null {
  if (session === null || session_at === null || expiresMinutes === 0) return session
  return now.getTime() - session_at.getTime() > expiresMinutes * 60_000 ? null : session
}

/** Whether the turn must wait for a file: outside bots get links to all files, assistants need only audio. */
function isMediaBeingFetched(work: CompanyWork, said: WaitingRow, isIntegration: boolean): boolean {
  if (work.now.getTime() - said.created_at.getTime() >= mediaTimeoutMs) return false
  const isWanted = isIntegration || said.media_type === 'audio'
  return said.is_awaited || (isWanted && said.media?.state === 'on-its-way')
}

export async function leaveTicketToAgents(
  work: CompanyWork,
  ticket: TicketRow,
  queueId: TicketRow['queue_id'],
): Promise<void> {
  const { language } = await work.db.one(botConversationContext, { ticketId: ticket.id })
  const words = {
    ...textReplyMessage(humanTakeoverText(language)),
    ...{ clientId: null, quotedId: null, origin: 'automatic' as const },
  }
  try {
    await sendMessage(work, ticket, words, null)
  } catch (error) {
    // The notice to the customer may be refused, for example without a connection. Agents get the ticket anyway.
    if (!(error instanceof Refusal)) throw error
  }
  await handOverTicketToQueue(work, ticket, queueId)
  await work.db.run(endBotConversation, { ticketId: ticket.id })
}
