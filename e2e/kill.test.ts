import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { killAtSteps } from './proof/kill-at-steps'

test(
  'the product killed twice at each step, then WhatsApp once: each message stored once and in order, each answer shown once',
  patience,
  async () => {
    proven(await killAtSteps({ seed, victim: 'product', killsOfEach: 2, thenTheOther: 1 }))
  },
)
