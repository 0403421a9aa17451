import { test } from 'vitest'
import { day } from './proof/day'
import { patience, proven, seed } from './proof/in-tests'
import { isLong } from './src/long'

test(
  'five processes on one database, each killed and stopped: nothing lost, doubled or out of order',
  patience,
  async () => {
    proven(await day({ seed, servers: 'own', pages: isLong ? 10 : 4, messages: isLong ? 40 : 8 }))
  },
)
