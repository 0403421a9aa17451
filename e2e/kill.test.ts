import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { killAtSteps } from './proof/kill-at-steps'
import { isLong } from './src/long'

test(
  'the product and WhatsApp killed at each step: each message stored once, each answer shown once',
  patience,
  async () => {
    const [killsOfEach, thenTheOther] = isLong ? [2, 1] : [1, 1]
    proven(await killAtSteps({ seed, victim: 'product', killsOfEach, thenTheOther }))
  },
)
