import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { longAbsence } from './proof/long-absence'
import { manyMessages } from './proof/many-messages'
import { repeated } from './proof/repeated'
import { isLong } from './src/long'

test(
  'many in over four numbers and a group and many out, with a kill of either side at a random moment',
  patience,
  async () => {
    const [incoming, outgoing] = isLong ? [100, 50] : [40, 20]
    const many = { seed, incoming, outgoing, kills: 1, phoneKills: 1, timeOuts: 0 }
    proven(await manyMessages(many))
  },
)

test(
  'ten minutes down with 30 messages waiting: all stored, announced once, tickets as without outage',
  patience,
  async () => {
    proven(await longAbsence({ seed, messages: 30, minutes: 10 }))
  },
)

test(
  'repeated deliveries and ids, acks out of order: rows once, unread right, acks only rise',
  patience,
  async () => {
    proven(await repeated({ seed, messages: 5 }))
  },
)
