import type { TicketId } from '@balcao/domain/ids'
import { z } from 'zod'
import type { AssistantCost } from '../../outside/assistant/port'
import { BotFailure } from '../../outside/bots/port'
import { type JobKind, jobKind } from '../../platform/jobs'
import type { Log } from '../../platform/log'
import type { CompanyWork } from '../../platform/work'
import { makeTextsStorable } from '../reception/storable-texts'
import { type AssistantDependencies, askAssistant } from './ask-assistant'
import { askIntegration, type IntegrationDependencies } from './ask-integration'
import {
  handleBotTurnFailure,
  saveCostOfStoppedBotTurn,
  saveTranscriptOfBotTurn,
  sendBotAnswer,
} from './finish-turn'
import { createBotReplyFileWriter } from './keep-reply'
import { type BotTurnDependencies, loadNextBotTurn } from './next-turn'
import { takeBotTurnTask } from './order-turn'
import type { BotTurnCallbacks, BotTurnOutcome } from './turn'

/** The time limit of one turn: transcripts, answer, speech and files. */
const timeoutMs = 90_000

export type BotDependencies = BotTurnDependencies &
  AssistantDependencies &
  IntegrationDependencies & { readonly log: Pick<Log, 'warn'> }

/** The job in which a bot answers: reads the messages, calls a service outside transactions, sends if still needed. */
export function botTurnJob(parts: BotDependencies): JobKind {
  return jobKind({
    task: takeBotTurnTask,
    workerPool: 'bots',
    payload: z.object({
      ticketId: z
        .number()
        .int()
        .transform((id) => id as TicketId),
    }), // the cast only brands a checked value
    async carryOut(company, { ticketId }) {
      const turn = await company.act((work) => loadNextBotTurn(work, ticketId, parts))
      if (turn === null) return
      const bill = openBill()
      /** Runs `settle` in a transaction that also stores the cost that is not stored yet. */
      const settled = async (settle: (work: CompanyWork, cost: AssistantCost) => Promise<void>) => {
        const cost = bill.unsettled()
        await company.act((work) => settle(work, cost))
        bill.settle(cost)
      }
      const errand: BotTurnCallbacks = {
        signal: AbortSignal.any([company.stopping, AbortSignal.timeout(timeoutMs)]),
        paid: bill.paid,
        keepReply: createBotReplyFileWriter(parts.store, company.companyId),
        saveTranscript: (messageId, words) =>
          settled((work, cost) => saveTranscriptOfBotTurn(work, turn, { messageId, words }, cost)),
      }
      try {
        const outcome =
          turn.by === 'prompt'
            ? await askAssistant(turn, parts, errand)
            : await askIntegration(turn, parts, errand)
        await settled((work, cost) => sendBotAnswer(work, turn, storableOutcome(outcome), cost))
      } catch (error) {
        // The server is shutting down: the next start repeats the turn.
        if (company.stopping.aborted) {
          await settled((work, cost) => saveCostOfStoppedBotTurn(work, turn, cost))
          throw error
        }
        const isKnown = error instanceof BotFailure
        const reason = isKnown ? error.reason : 'unexpected'
        const cause = isKnown ? {} : { err: error }
        parts.log.warn({ companyId: company.companyId, ticketId, reason, ...cause }, 'a bot did not answer')
        await settled((work, cost) => handleBotTurnFailure(work, turn, reason, cost))
      }
    },
  })
}

interface Bill {
  readonly paid: (cost: AssistantCost) => void
  unsettled(): AssistantCost
  settle(cost: AssistantCost): void
}

/** Adds up the cost of a turn until a transaction stores it. */
function openBill(): Bill {
  let open: AssistantCost = { calls: 0, tokensIn: 0, tokensOut: 0 }
  const add = (cost: AssistantCost, sign: 1 | -1) => {
    open = {
      calls: open.calls + sign * cost.calls,
      tokensIn: open.tokensIn + sign * cost.tokensIn,
      tokensOut: open.tokensOut + sign * cost.tokensOut,
    }
  }
  return { paid: (cost) => add(cost, 1), unsettled: () => open, settle: (cost) => add(cost, -1) }
}

/** Removes empty drafts, and characters that PostgreSQL can't store: answers of outside services may contain both. */
function storableOutcome(outcome: BotTurnOutcome): BotTurnOutcome {
  const clean = makeTextsStorable(outcome)
  return { ...clean, drafts: clean.drafts.filter(({ body, media }) => media !== null || body.trim() !== '') }
}
