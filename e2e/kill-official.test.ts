import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { officialNumber } from './proof/official-number'
import { isLong } from './src/long'

test(
  'EXACTLY-ONCE an official number loses and doubles no webhook or answer in two kills',
  patience,
  async () => {
    const size = isLong ? { webhooks: 1_000, sends: 50 } : { webhooks: 200, sends: 5 }
    proven(await officialNumber({ ...size, seed, kills: 2, tell: () => undefined }))
  },
)
