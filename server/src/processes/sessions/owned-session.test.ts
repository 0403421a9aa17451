import { getConnection, startSession } from '@balcao/contract/connections'
import { afterAll, beforeAll, test } from 'vitest'
import { acquireLease } from '../../features/connections/leases'
import { byteTurns } from '../../platform/byte-turns'
import { sendingRoom } from '../../platform/files/disk-file-store'
import { createLog } from '../../platform/log'
import { playedGateway } from '../../testing/played-gateway'
import { openTown, runningClock, type Town } from '../../testing/town'
import { until } from '../../testing/until'
import { openSession } from './owned-session'

let town: Town
beforeAll(async () => {
  town = await openTown({ clock: runningClock })
})
afterAll(() => town.close())

test('a report is written again when a wish replaces its own while the database takes it', async () => {
  const company = await town.company()
  const connectionId = await company.connection('Loja')
  const { workplace } = town.house
  const lease = await workplace.withCompany({ kind: 'house', name: 'test', companyId: company.id }, (work) =>
    acquireLease(work, connectionId, 'test'),
  )
  if (lease === null) throw new Error('the lease is taken')
  // A report is written under its lease. While another transaction holds the lease, the report is on its way.
  await town.rows('begin')
  await town.rows('select from connection_leases where connection_id = $1 for update', [connectionId])
  const session = openSession(
    {
      workplace,
      gateway: playedGateway(),
      clock: runningClock,
      log: createLog({ level: 'silent' }),
      dataKeys: town.dataKeys,
      store: town.store,
      uploads: byteTurns(sendingRoom),
    },
    { lease, wishVersion: 1, bringHistory: false, over: () => {} },
  )
  await until('the report waits for the lease', async () => {
    const blocked = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
    return (await town.rows(blocked)).length > 0
  })

  const call = { params: { connectionId } }
  await company.admin.does(startSession, call)
  session.adoptWish(2)
  await town.rows('rollback')

  await until(
    'the page says CONNECTED',
    async () => (await company.admin.does(getConnection, call)).status === 'CONNECTED',
  )
  await session.end()
})
