import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSingleNode } from '../../platform/cluster/node'
import { createLog } from '../../platform/log'
import { createWakeUpSignals } from '../../platform/signals'
import type { Workplace } from '../../platform/work'
import { manualTimers } from '../../testing/manual-timers'
import { playedGateway } from '../../testing/played-gateway'
import { openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { ConnectionSessions } from './sessions'

let testApp: TestApp
let sessions: ConnectionSessions
beforeEach(async () => {
  testApp = await openOwnTestApp()
})
afterEach(async () => {
  await sessions.stop()
  await testApp.close()
})

/** A sessions process that gets no wake-up, with one company and connected numbers. */
async function fixture(numbers: number) {
  const company = await testApp.company()
  const connectionIds: ConnectionId[] = []
  for (let n = 0; n < numbers; n++) connectionIds.push(await company.connection(`Loja ${n}`))
  const gateway = playedGateway()
  const clock = manualTimers(testApp.now)
  const acts: string[] = []
  const { workplace } = testApp.app
  const counting: Workplace = {
    ...workplace,
    withCompany: (actor, act) => {
      if (actor.companyId === company.id) acts.push('company')
      return workplace.withCompany(actor, act)
    },
    withPlatform: (reason, act, actor) => {
      acts.push('platform')
      return workplace.withPlatform(reason, act, actor)
    },
  }
  sessions = new ConnectionSessions({
    workplace: counting,
    gateway,
    signals: createWakeUpSignals(),
    clock,
    log: createLog({ level: 'silent' }),
    dataKeys: testApp.dataKeys,
    store: testApp.store,
    node: createSingleNode(1),
    openLinks: { set: () => undefined },
  })
  await until('all are connected', async () => {
    const connected = { company_id: company.id, status: 'CONNECTED' }
    return (await testApp.table('connections').count(connected)) === numbers
  })
  // Each sender looks once more after its link has opened.
  await until('the senders have resumed', () => clock.waiting() === numbers + 1)
  clock.fire()
  return { company, connectionIds, gateway, clock, acts }
}

async function write(company: TestCompany, over: ConnectionId, body: string): Promise<void> {
  const ticketId = await company.hears({ over, from: '5511900002000' })
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  await company.admin.does(sendMessage, { params: { ticketId }, body: { body } })
}

test('the look of the process sends a due item without a wake-up, and leaves one that is not due', async () => {
  const { company, connectionIds, gateway, clock } = await fixture(2)
  const [first, second] = connectionIds as [ConnectionId, ConnectionId]
  await write(company, first, 'vencido')
  await write(company, second, 'depois')
  const inAnHour = new Date(testApp.now().getTime() + 3_600_000)
  await testApp.table('outbox').update({ connection_id: second }, { next_attempt_at: inAnHour })
  expect(gateway.orders).toEqual([])

  clock.fire()

  await until('the due one is sent', () => gateway.orders.length > 0)
  await until('its row says so', async () => {
    return (await testApp.table('outbox').count({ kind: 'message', state: 'sending' })) === 1
  })
  expect(gateway.orders.map(({ content }) => content)).toEqual([{ kind: 'text', text: 'vencido' }])
})

test('a look over idle numbers is one act, besides the renewal of the leases of their company', async () => {
  const { acts, clock } = await fixture(3)

  // The first looks may overlap with what the senders still read.
  await until('a look of two acts', async () => {
    acts.splice(0)
    clock.fire()
    await until('the look is done', () => acts.includes('platform') && acts.includes('company'))
    return acts.length === 2
  })
})
