import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { killAtSteps } from './proof/kill-at-steps'

test(
  'the product and WhatsApp killed at each step: each message stored once, each answer shown once',
  patience,
  async () => {
    proven(await killAtSteps({ seed, victim: 'product', killsOfEach: 2, thenTheOther: 1 }))
  },
)
