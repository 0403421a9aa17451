import { test } from 'vitest'
import { day } from './proof/day'
import { dayBites } from './proof/day-bites'
import { patience, proven, seed } from './proof/in-tests'
import { isLong } from './src/long'

test(
  'five processes on one database, each killed and stopped: nothing lost, doubled or out of order',
  patience,
  async () => {
    proven(await day({ seed, servers: 'own', pages: 4, messages: 8 }))
  },
)

test.runIf(isLong)(
  'the same with HAProxy, Redis, S3 and a standby, each lost, and updated from the last release',
  patience,
  async () => {
    const tell = (line: string) => void process.stdout.write(`${line}\n`)
    proven(await day({ seed, servers: 'debian', updates: true, pages: 4, messages: 8, tell }))
  },
)

test.runIf(isLong)(
  'the day notices other secrets, dead processes that live on, and a mute bus',
  patience,
  async () => {
    proven(await dayBites({ seed }))
  },
)
