import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { Feature } from '../../platform/feature'
import { onHook } from '../../platform/hooks'
import { jobKind } from '../../platform/jobs'
import type { CompanyWork } from '../../platform/work'
import { wakeOutbox } from '../connections/wake-outbox'
import { contactErasing } from '../contacts/contacts.hooks'
import { messageForIntegration, messageForNobody, messageForPrompt } from '../reception/reception.hooks'
import { automaticMessagesEnding } from '../tickets/tickets.hooks'
import { endTalk, eraseTalksOf } from './bots.queries'
import { orderAssistantTurn, orderBotTurn, passOverMessage } from './order-turn'
import { hurryTask } from './settle-turn'
import { type BotParts, takeTurnJob } from './take-turn'

const hurryRepliesJob = jobKind({
  task: hurryTask,
  payload: z.object({
    connectionId: z
      .number()
      .int()
      .transform((id) => id as ConnectionId),
  }), // the cast only brands a checked value
  carryOut: (company, { connectionId }) => company.act(async (work) => wakeOutbox(work, connectionId)),
})

/** A user takes over or the ticket is closed: ends the talk and deletes its transcripts. */
async function forgetTalk(work: CompanyWork, { ticketId }: { readonly ticketId: TicketId }): Promise<void> {
  await work.db.run(endTalk, { ticketId })
}

/** Assistants and outside bots answer pending tickets that reception routes to them (BOT-11). */
export function botsFeature(parts: BotParts): Feature {
  return {
    name: 'bots',
    jobs: [takeTurnJob(parts), hurryRepliesJob],
    hooks: [
      onHook(messageForIntegration, orderBotTurn),
      onHook(messageForPrompt, orderAssistantTurn),
      onHook(messageForNobody, passOverMessage),
      onHook(automaticMessagesEnding, forgetTalk),
      onHook(contactErasing, async (work, { contactId }) => {
        await work.db.run(eraseTalksOf, { contactId })
      }),
    ],
  }
}
