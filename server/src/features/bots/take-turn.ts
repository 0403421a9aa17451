import type { TicketId } from '@balcao/domain/ids'
import { z } from 'zod'
import { BotFailure } from '../../outside/bots/port'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { Log } from '../../platform/log'
import { storableTexts } from '../reception/storable-texts'
import { type AssistantParts, askAssistant } from './ask-assistant'
import { askIntegration, type IntegrationParts } from './ask-integration'
import { replyKeeper } from './keep-reply'
import { nextTurn, type TurnParts } from './next-turn'
import { turnTask } from './order-turn'
import { settleAnswer, settleFailure } from './settle-turn'
import type { Outcome } from './turn'

/** For one answer, with everything that belongs to it: a transcript, the words, a voice, files. */
const patienceMs = 90_000

export type BotParts = TurnParts & AssistantParts & IntegrationParts & { readonly log: Pick<Log, 'warn'> }

/**
 * Answers a customer's next message in place of people. What is outside happens between two acts: one that says what is
 * due, and one that sends the answer if it still is. Nothing is sent twice, and nothing after a person took the ticket.
 */
export function takeTurnJob(parts: BotParts): JobKind {
  return jobKind({
    task: turnTask,
    crew: 'bots',
    payload: z.object({
      ticketId: z
        .number()
        .int()
        .transform((id) => id as TicketId),
    }), // branding is parsing
    async carryOut(company, { ticketId }) {
      const turn = await company.act((work) => nextTurn(work, ticketId, parts))
      if (turn === null) return
      const signal = AbortSignal.any([company.stopping, AbortSignal.timeout(patienceMs)])
      const keep = replyKeeper(parts.store, company.companyId)
      try {
        const outcome =
          turn.by === 'prompt'
            ? await askAssistant(turn, parts, keep, signal)
            : await askIntegration(turn, parts, keep, signal)
        await company.act((work) => settleAnswer(work, turn, storableOutcome(outcome)))
      } catch (error) {
        // The house is closing: the next start takes the turn.
        if (company.stopping.aborted) throw error
        const isKnown = error instanceof BotFailure
        const reason = isKnown ? error.reason : 'unexpected'
        const cause = isKnown ? {} : { err: error }
        parts.log.warn({ companyId: company.companyId, ticketId, reason, ...cause }, 'a bot did not answer')
        await company.act((work) => settleFailure(work, turn, reason))
      }
    },
  })
}

/** Outside services are strangers too: what nobody can store is left out, and what is nothing then is not sent. */
function storableOutcome(outcome: Outcome): Outcome {
  const clean = storableTexts(outcome)
  return { ...clean, drafts: clean.drafts.filter(({ body, media }) => media !== null || body.trim() !== '') }
}
