import { expect, test } from 'vitest'
import { killAtSteps } from './proof/kill-at-steps'
import { longAbsence } from './proof/long-absence'
import { manyMessages } from './proof/many-messages'
import { isProven, type Proof } from './proof/proof'
import { repeated } from './proof/repeated'

/** About a tenth of `npm run prove` (docs/exactly-once.md), where the long runs and their figures are. */
const seed = 42
const patience = { timeout: 600_000 }

test(
  'the product killed twice at each step: each message stored once and in order, each answer shown once',
  patience,
  async () => {
    proven(await killAtSteps({ seed, victim: 'product', killsOfEach: 2 }))
  },
)

test(
  'WhatsApp killed at each step: each message stored once and in order, each answer shown once',
  patience,
  async () => {
    proven(await killAtSteps({ seed, victim: 'phones', killsOfEach: 1 }))
  },
)

test(
  '100 in over four numbers and a group and 50 out, with a kill at a random moment',
  patience,
  async () => {
    proven(await manyMessages({ seed, incoming: 100, outgoing: 50, kills: 1, timeOuts: 0 }))
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

function proven(proof: Proof): void {
  expect(isProven(proof), JSON.stringify({ ...proof, parts: [...proof.parts] }, null, 1)).toBe(true)
}
