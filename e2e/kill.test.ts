import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { killAtSteps } from './proof/kill-at-steps'
import { isLong } from './src/long'

test(
  'the product killed at each step, WhatsApp on the way in and out: each message stored once, each answer shown once',
  patience,
  async () => {
    const whatsapp = isLong ? { killsOfEach: 1 } : { killsOfEach: 1, at: ['receipt', 'send'] as const }
    const killsOfEach = isLong ? 2 : 1
    proven(await killAtSteps({ seed, victim: 'product', killsOfEach, thenTheOther: whatsapp }))
  },
)
