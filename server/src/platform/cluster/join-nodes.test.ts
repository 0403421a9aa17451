import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../testing/until'
import { systemClock } from '../clock'
import { createLog } from '../log'
import { backendOf, endBackend, notify } from '../testing/postgres-functions'
import { tableRows } from '../testing/table-rows'
import { createTestDatabase, type TestDatabase } from '../testing/test-database'
import { packetKind, singleProcessBus } from './bus'
import { claimDatabase, type DatabaseClaim, type DatabaseClaimKind } from './database-claim'
import { type JoinedNode, joinCluster } from './join-nodes'
import { type NodeRole, nodeRoles } from './node'
import { createSharedMap } from './shared-map'

let database: TestDatabase
let owner: pg.Client
const claims: DatabaseClaim[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await Promise.all(claims.splice(0).map((claim) => claim.release()))
  await owner.end()
  await database.drop()
})

const said = packetKind<string>('said')

/** A process with its own connection, which `kill` cuts as the death of the process does. */
async function join({
  kind = 'shared',
  does = nodeRoles,
}: {
  kind?: DatabaseClaimKind
  does?: readonly NodeRole[]
} = {}) {
  const claim = await claimDatabase(database.ownerUrl, 'refused', kind)
  claims.push(claim)
  const log = createLog({ level: 'silent' })
  const node = await joinCluster(claim, {
    kind,
    roles: does,
    address: null,
    endOfDead: [],
    clock: systemClock,
    log,
  })
  const heard: string[] = []
  node.bus.listen(said, (text) => heard.push(text))
  const backend = await backendOf(claim.connection)
  const kill = () => endBackend(owner, backend)
  return { node, heard, kill }
}

const idsOf = (node: JoinedNode) => node.others().map(({ id }) => id)

describe('processes of one database', () => {
  test('share it when all claim it so, and a process that runs alone excludes the others', async () => {
    const { node } = await join()
    const other = await join()
    await until('the first sees the second', () => idsOf(node).includes(other.node.id))

    await expect(claimDatabase(database.ownerUrl, 'in use', 'alone')).rejects.toThrow('in use')
  })

  test('one process runs the database for the others', async () => {
    const claimAs = (kind: DatabaseClaimKind) => claimDatabase(database.ownerUrl, 'refused', kind)
    const host = await claimAs('host')
    claims.push(host, await claimAs('shared'))

    await expect(claimAs('host')).rejects.toThrow('refused')
    await host.release()
    claims.push(await claimAs('host'))
  })

  test('a process alone has no others and carries nothing', async () => {
    const { node } = await join({ kind: 'alone' })

    expect(node.others()).toEqual([])
    await node.bus.publish(said, 'unheard')
    await expect(claimDatabase(database.ownerUrl, 'in use', 'shared')).rejects.toThrow('in use')
  })

  test('see that one drains, and that it left', async () => {
    const [one, two] = [await join(), await join()]
    const ended: number[] = []
    one.node.onEnded((id) => ended.push(id))
    await two.node.announceDrain()
    await until('it drains', () => one.node.others()[0]?.isDraining === true)

    await two.node.leave()

    await until('it has left', () => idsOf(one.node).length === 0)
    expect(ended).toEqual([two.node.id])
  })

  test('free the jobs and queues of a killed one, and keep those of the living', async () => {
    const [one, two] = [await join(), await join()]
    await one.node.registerJobPool('pool-one')
    await two.node.registerJobPool('pool-two')
    const jobs = tableRows(owner, 'graphile_worker._private_jobs')
    for (const [key, locked_by] of Object.entries({ a: 'pool-one', b: 'pool-two' })) {
      const task = await tableRows(owner, 'graphile_worker._private_tasks').insert({ identifier: key })
      await jobs.insert({ task_id: task.id, key, locked_by, locked_at: new Date() })
    }
    const ended: number[] = []
    one.node.onEnded((id) => ended.push(id))
    await until('they see each other', () => idsOf(one.node).length === 1)

    await two.kill()

    await until('its end is noticed', () => ended.includes(two.node.id))
    expect(await jobs.find({}, ['key', 'locked_by'])).toEqual([
      { key: 'a', locked_by: 'pool-one' },
      { key: 'b', locked_by: null },
    ])
    expect(await tableRows(owner, 'nodes').find({}, ['id'])).toEqual([{ id: one.node.id }])
  })

  test('run the clocks in one worker, and in the next one after its death', async () => {
    const api = await join({ does: ['api'] })
    const [one, two] = [await join({ does: ['worker'] }), await join({ does: ['worker'] })]
    const started: string[] = []
    api.node.whenClock(() => started.push('api'))
    one.node.whenClock(() => started.push('one'))
    two.node.whenClock(() => started.push('two'))
    await until('one has them', () => started.length === 1)
    expect(started).toEqual(['one'])

    await one.kill()

    await until('the next one has them', () => started.length === 2)
    expect(started).toEqual(['one', 'two'])
  })
})

describe('the bus', () => {
  test('carries packets to the others in their order, not to the sender', async () => {
    const [one, two, three] = [await join(), await join(), await join()]

    for (const text of ['a', 'b', 'c']) void one.node.bus.publish(said, text)
    await one.node.bus.publish(said, 'd')

    await until('both have heard', () => two.heard.length === 4 && three.heard.length === 4)
    expect(two.heard).toEqual(['a', 'b', 'c', 'd'])
    expect(three.heard).toEqual(two.heard)
    expect(one.heard).toEqual([])
  })

  test.each([
    ['a long text of one byte each', 'x'.repeat(60_000)],
    ['equal parts', 'ã€😀'.repeat(20_000)],
    ['pairs at every cut', `a${'😀'.repeat(9_000)}`],
    ['quotes, line breaks and lone surrogates', '"\\\n\ud83d'.repeat(4_000)],
  ])('carries %s', async (_, text) => {
    const [one, two] = [await join(), await join()]

    await one.node.bus.publish(said, text)
    await one.node.bus.publish(said, 'after it')

    await until('both have arrived', () => two.heard.length === 2)
    expect(two.heard[0] === text).toBe(true)
    expect(two.heard[1]).toBe('after it')
  })

  test('ignores notifications of other programs', async () => {
    const [one, two] = [await join(), await join()]

    for (const text of ['', 'x', '{"a":1}', '99']) await notify(owner, 'balcao', text)
    await one.node.bus.publish(said, 'after them')

    await until('the packet is heard', () => two.heard.length === 1)
  })

  test('refuses packets when its connection is lost, and an ignored refusal is harmless', async () => {
    const one = await join()
    await one.kill()
    void one.node.bus.publish(said, 'ignored')

    await expect(one.node.bus.publish(said, 'lost')).rejects.toThrow()
  })

  test('a process alone publishes to none', () =>
    expect(singleProcessBus.publish(said, 'x')).resolves.toBeUndefined())
})

describe('a shared map', () => {
  test('gives each process the values of the others, also of those that were there before', async () => {
    const [one, two] = [await join(), await join()]
    const early = createSharedMap<string>(one.node, 'colour')
    early.set('sky', 'blue')
    const late = createSharedMap<string>(two.node, 'colour')

    await until('the earlier value has come', () => late.elsewhere('sky').size === 1)
    late.set('sky', 'grey')
    late.set('sea', 'green')
    await until('the later ones have come', () => [...early.keysElsewhere()].length === 2)
    expect([...early.elsewhere('sky')]).toEqual([[two.node.id, 'grey']])
    expect([...late.elsewhere('sky')]).toEqual([[one.node.id, 'blue']])

    const changed: unknown[] = []
    early.onChange((key, change) => changed.push([key, change]))
    late.set('sea', 'blue')
    late.set('sky', null)
    await until('it is removed', () => changed.length === 2)
    const node = two.node.id
    expect(changed).toEqual([
      ['sea', { node, before: 'green', now: 'blue' }],
      ['sky', { node, before: 'grey', now: null }],
    ])
    expect([...early.keysElsewhere()]).toEqual(['sea'])
  })

  test('forgets the values of a killed process', async () => {
    const [one, two] = [await join(), await join()]
    const [kept, lost] = [createSharedMap<number>(one.node, 'n'), createSharedMap<number>(two.node, 'n')]
    lost.set('a', 1)
    lost.set('b', 2)
    await until('both have come', () => [...kept.keysElsewhere()].length === 2)
    const changed = new Map<string, unknown>()
    kept.onChange((key, { now }) => changed.set(key, now))

    await two.kill()

    await until('both are forgotten', () => [...kept.keysElsewhere()].length === 0)
    expect([...changed]).toEqual([
      ['a', null],
      ['b', null],
    ])
  })
})
