import { test } from 'vitest'
import { patience, proven, seed } from './proof/in-tests'
import { longAbsence } from './proof/long-absence'
import { manyMessages } from './proof/many-messages'
import { repeated } from './proof/repeated'

test(
  '100 in over four numbers and a group and 50 out, with a kill of either side at a random moment',
  patience,
  async () => {
    const many = { seed, incoming: 100, outgoing: 50, kills: 1, phoneKills: 1, timeOuts: 0 }
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
