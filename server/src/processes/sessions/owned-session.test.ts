import { deleteConnection, getConnection, retryConnection } from '@balcao/contract/connections'
import type { ConnectionId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acquireLease } from '../../features/connections/leases'
import { createByteSlots } from '../../platform/byte-slots'
import { outgoingFileByteLimits } from '../../platform/files/file-room'
import { createLog } from '../../platform/log'
import { playedGateway } from '../../testing/played-gateway'
import { openOwnTestApp, runningClock, type TestApp, type TestCompany } from '../../testing/test-app'
import { until } from '../../testing/until'
import { openConnectionSession } from './owned-session'
import { createSharedTransactionRunner } from './shared-acts'
import { lockLease } from './testing/lock-lease'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp({ clock: runningClock })
})
afterAll(() => testApp.close())

async function sessionOf(
  company: TestCompany,
  connectionId: ConnectionId,
  log = createLog({ level: 'silent' }),
) {
  const { workplace } = testApp.app
  const lease = await workplace.withCompany({ kind: 'system', name: 'test', companyId: company.id }, (work) =>
    acquireLease(work, connectionId, 'test'),
  )
  if (lease === null) throw new Error('the lease is taken')
  const parts = {
    workplace,
    gateway: playedGateway(),
    clock: runningClock,
    log,
    dataKeys: testApp.dataKeys,
    store: testApp.store,
    uploads: createByteSlots(outgoingFileByteLimits),
    share: createSharedTransactionRunner(workplace),
  }
  return () =>
    openConnectionSession(parts, {
      lease,
      provider: 'beta',
      desiredVersion: 1,
      bringHistory: false,
      over: () => {},
    })
}

test.each([
  ['deletes the connection', true, 'this connection was deleted', 'info'],
  ['takes the lease', false, 'a connection lost its lease', 'warn'],
])(
  'a lease that is lost because a user or process %s is logged as such',
  async (_, isDeleted, message, level) => {
    const company = await testApp.company()
    const connectionId = await company.connection('Loja')
    const lines: { msg: string; level: string }[] = []
    const write = (line: string) => lines.push(JSON.parse(line))
    const open = await sessionOf(
      company,
      connectionId,
      createLog({ level: 'info', isReadable: false, write }),
    )
    const session = open()

    if (isDeleted) await company.admin.does(deleteConnection, { params: { connectionId } })
    session.lose('taken')

    const losses = () => lines.filter(({ msg }) => /lost its lease|was deleted/.test(msg))
    await until('the loss is logged', async () => losses().length > 0)
    expect(losses()).toMatchObject([{ msg: message, level }])
    await session.end()
  },
)

test('a report is rewritten when a desired state replaces its own during the write', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const open = await sessionOf(company, connectionId)
  // A report is written under its lease. Another transaction locks the lease, so the write waits.
  const lock = await lockLease(testApp, connectionId)
  const session = open()
  await until('the report waits for the lease', lock.isAwaited)

  const call = { params: { connectionId } }
  await company.admin.does(retryConnection, call)
  session.adoptDesiredState(2)
  await lock.release()

  await until(
    'the page says CONNECTED',
    async () => (await company.admin.does(getConnection, call)).status === 'CONNECTED',
  )
  await session.end()
})
