import type { ConnectionId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { jobKind } from '../../platform/jobs'
import { wakeOutbox } from '../connections/add-to-outbox'
import { contactErasing } from '../contacts/contacts.hooks'
import { messageForIntegration, messageForPrompt, messageNotForBot } from '../reception/reception.hooks'
import { automaticMessagesEnding } from '../tickets/tickets.hooks'
import { endBotConversation, eraseBotConversationsOfContact } from './bots.queries'
import { wakeOutboxTask } from './finish-turn'
import { skipMessageForBot, startAssistantTurn, startIntegrationTurn } from './order-turn'
import { type BotDependencies, botTurnJob } from './take-turn'

const hurryRepliesJob = jobKind({
  task: wakeOutboxTask,
  payload: z.object({
    connectionId: z
      .number()
      .int()
      .transform((id) => id as ConnectionId),
  }), // the cast only brands a checked value
  carryOut: (company, { connectionId }) => company.act(async (work) => wakeOutbox(work, connectionId)),
})

/** Assistants and external bots answer pending tickets that the handling of new messages assigns to them (BOT-11). */
export function botsFeature(parts: BotDependencies): Feature {
  return {
    name: 'bots',
    jobs: [botTurnJob(parts), hurryRepliesJob],
    hooks: [
      onHook(messageForIntegration, startIntegrationTurn),
      onHook(messageForPrompt, startAssistantTurn),
      onHook(messageNotForBot, skipMessageForBot),
      // Runs when an agent takes over or the ticket is closed: deletes the bot's conversation and its transcripts.
      onHook(automaticMessagesEnding, async (work, { ticketId }) => {
        await work.db.run(endBotConversation, { ticketId })
      }),
      onHook(contactErasing, async (work, { contactId }) => {
        await work.db.run(eraseBotConversationsOfContact, { contactId })
      }),
    ],
  }
}
