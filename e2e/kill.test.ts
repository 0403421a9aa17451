import { expect, test } from 'vitest'
import { botConversations } from './proof/bot-conversations'
import { campaigns } from './proof/campaigns'
import { killAtSteps } from './proof/kill-at-steps'
import { longAbsence } from './proof/long-absence'
import { manyMessages } from './proof/many-messages'
import { isProven, type Proof } from './proof/proof'
import { repeated } from './proof/repeated'

/** About a tenth of `npm run prove` (docs/exactly-once.md), where the long runs and their figures are. */
const seed = 42
/** Ends what hangs: a busy machine takes ten times as long as a quiet one. */
const patience = { timeout: 1_200_000 }

test(
  'the product killed twice at each step, then WhatsApp once: each message stored once and in order, each answer shown once',
  patience,
  async () => {
    proven(await killAtSteps({ seed, victim: 'product', killsOfEach: 2, thenTheOther: 1 }))
  },
)

test(
  '100 in over four numbers and a group and 50 out, with a kill of either side at a random moment',
  patience,
  async () => {
    const many = { seed, incoming: 100, outgoing: 50, kills: 1, phoneKills: 1, timeOuts: 0 }
    proven(await manyMessages(many))
  },
)

test(
  'ten minutes down with 30 messages waiting: all there, announced once, tickets as if we had been up',
  patience,
  async () => {
    proven(await longAbsence({ seed, messages: 30, minutes: 10 }))
  },
)

test(
  'delivered twice, handed over again, said twice, acks in the wrong order: rows once, unread right, acks only rise',
  patience,
  async () => {
    proven(await repeated({ seed, messages: 5 }))
  },
)

test(
  'BOT-01 BOT-11 three customers at once with a menu, an assistant and a webhook, the product killed in the middle: no answer lost, none twice, in order',
  patience,
  async () => {
    proven(await botConversations({ seed, customers: 3, kills: 1 }))
  },
)

test(
  'EXACTLY-ONCE CAMP-05 CAMP-07 campaigns over two numbers, the product killed in the middle: each contact reads it once, counts right; a 463 pauses both campaigns of a number within one message',
  patience,
  async () => {
    proven(await campaigns({ seed, numbers: 2, contactsOfEach: 30, kills: 1 }))
  },
)

function proven(proof: Proof): void {
  expect(isProven(proof), JSON.stringify({ ...proof, parts: [...proof.parts] }, null, 1)).toBe(true)
}
