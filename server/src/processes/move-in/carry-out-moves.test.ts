import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteCompany, getCompany, revokeCompanyDeletion, updateCompany } from '@balcao/contract/companies'
import * as calls from '@balcao/contract/move-ins'
import type { CompanyId, MoveInId } from '@balcao/domain/ids'
import { bytesPerGigabyte } from '@balcao/domain/storage'
import { hash } from '@node-rs/bcrypt'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveMoveInState } from '../../features/move-ins/move-ins.queries'
import { createStorageQuotaReader } from '../../features/storage/storage.read'
import { systemClock } from '../../platform/clock'
import type { TableRows } from '../../platform/testing/table-rows'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { type MoveInWorkerDependencies, runOrderedMoveIns } from './carry-out-moves'
import { lockMove } from './hold-move'
import { manyRows } from './testing/many-rows'
import { movedCompanyId } from './testing/moved-rows'
import { createWhaticketSource, oldPassword, type SourceFixture } from './testing/whaticket-source'

let testApp: TestApp
let owner: Person
let companyRows: TableRows
let source: SourceFixture
let parts: MoveInWorkerDependencies
let name: string
let turn = 0
beforeAll(async () => {
  testApp = await openOwnTestApp()
  owner = (await testApp.company({ isSuper: true })).admin
  companyRows = testApp.table('companies')
  source = await createWhaticketSource('whaticket')
  await source.run(manyRows(2_000, await hash(oldPassword, 4)))
  parts = {
    workplace: testApp.app.workplace,
    ownerUrl: testApp.database.ownerUrl,
    store: testApp.store,
    dataKeys: testApp.dataKeys,
    folder: join(testApp.database.name, 'move-in'),
    disk: { folder: tmpdir(), holdsDatabase: true, holdsFiles: true },
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
}, 120_000)
afterAll(async () => {
  await source.drop()
  await testApp.close()
})
beforeEach(async () => {
  name = `loja-${++turn}`
  testApp.pass(3_600) // the pace of orders
  owner = await testApp.signIn(owner.email)
})

/** Not through the socket of the tests' server. */
const byHost = (url: string) => url.replace(/\?.*$/, '')
const create = (more: Partial<calls.MoveInForm> = {}) =>
  owner.does(calls.createMoveIn, { body: { name, address: byHost(source.url), folder: null, ...more } })
const order = (moveInId: MoveInId, act: 'look' | 'run' | 'switch', mapping?: calls.MoveInDecisions) =>
  owner.does(calls.orderMoveIn, {
    params: { moveInId },
    body: { act, ...(mapping !== undefined && { mapping }) },
  })
const listed = async () => {
  const { moveIns } = await owner.does(calls.listMoveIns)
  const found = moveIns.find((one) => one.name === name)
  if (found === undefined) throw new Error(`${name} is not listed`)
  return found
}
const answers = (company: string): calls.MoveInDecisions => ({
  companies: [{ company: '1', move: true, name: company }],
  emails: [],
})

test('a move by the page: look, run, report and switch, after which the address is gone', async () => {
  const created = await create()
  expect(created).toMatchObject({ state: 'new', order: 'look', hasAddress: true, product: null })

  await runOrderedMoveIns(parts)
  const looked = await listed()
  expect(looked).toMatchObject({ state: 'looked', order: null, failure: null, product: 'whaticket' })
  expect(looked.look?.companies).toMatchObject([
    { id: '1', name: 'Loja Grande', nameTaken: false, rows: { messages: 2_000 } },
  ])

  await order(created.id, 'run', answers('Loja Grande'))
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'done', order: null, failure: null, companies: 1 })
  const report = await owner.does(calls.getMoveInReport, { params: { moveInId: created.id } })
  expect(report.companies[0]?.steps.find(({ step }) => step === 'messages')).toEqual({
    ...{ step: 'messages', source: 2_000, read: 2_000, moved: 2_000, isComplete: true },
  })

  await order(created.id, 'switch')
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({
    ...{ state: 'switched', order: null, hasAddress: false, look: null, mapping: null },
  })
  expect(await companyRows.get({ name: 'Loja Grande' }, ['is_active'])).toEqual({ is_active: true })
  expect(
    await owner.call(calls.orderMoveIn, { params: { moveInId: created.id }, body: { act: 'run' } }),
  ).toEqual(expect.objectContaining({ status: 409 }))
  const signedIn = await testApp.app.http.inject({
    ...{ method: 'POST', url: '/auth/login', payload: { email: 'dono@grande.com', password: oldPassword } },
  })
  expect(signedIn.statusCode).toBe(200)
}, 120_000)

describe('the address', () => {
  test('is sealed in the row and in no answer', async () => {
    const created = await create()

    const row = await testApp.table('move_ins').get<{ address: string }>({ name }, ['address'])
    expect(row.address).not.toContain('postgres')
    expect(JSON.stringify([created, await listed()])).not.toContain('postgres:')
  })

  test('is forgotten with its move', async () => {
    const { id } = await create()
    await runOrderedMoveIns(parts)
    const params = { moveInId: id }
    await owner.does(calls.deleteMoveIn, { params })
    const { moveIns } = await owner.does(calls.listMoveIns)

    expect(moveIns.map((one) => one.name)).not.toContain(name)
  })

  test.each([
    ['postgres://a:b@127.0.0.1:9/loja', 'unreachable'],
    [() => source.url.replace(/:[^:@/]+@/, ':errada@'), 'access-refused'],
    [() => byHost(source.url).replace(/[^/]+$/, 'nenhuma'), 'no-database'],
    [() => testApp.database.ownerUrl, 'no-product'],
  ] as const)('%s ends the look with its reason', async (address, failure) => {
    await create({ address: byHost(typeof address === 'string' ? address : address()) })
    await runOrderedMoveIns(parts)

    expect(await listed()).toMatchObject({ state: 'new', order: null, failure })
  })

  test('changed to another database ends the next look with its reason', async () => {
    const other = await createWhaticketSource('whaticket')
    await other.run(manyRows(50, 'none'))
    await other.table('Companies').update({}, { createdAt: '2020-01-01' })
    const { id } = await create()
    await runOrderedMoveIns(parts)

    await owner.does(calls.changeMoveInSource, {
      params: { moveInId: id },
      body: { address: byHost(other.url), folder: null },
    })
    await runOrderedMoveIns(parts)
    await other.drop()
    expect(await listed()).toMatchObject({ failure: 'another-source' })
  })
})

test('a folder that is missing, and a name that is taken, end the order with their reason', async () => {
  const { id } = await create({ folder: 'loja/public' })
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ failure: 'no-folder' })

  await owner.does(calls.changeMoveInSource, {
    params: { moveInId: id },
    body: { address: byHost(source.url), folder: null },
  })
  await runOrderedMoveIns(parts)
  const { id: takenId } = await testApp.company()
  const taken = await companyRows.get<{ name: string }>({ id: takenId }, ['name'])
  await order(id, 'run', answers(taken.name))
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'failed', failure: 'name-taken' })
})

test('the switch of the command leaves neither an order nor an old failure behind', async () => {
  const { id } = await create()
  await testApp.table('move_ins').update({ id }, { ordered: 'run', failure: 'disk-full' })

  await testApp.app.workplace.withPlatform('test', ({ db }) =>
    db.run(saveMoveInState, { name, state: 'switched', at: testApp.now() }),
  )

  expect(await listed()).toMatchObject({ state: 'switched', order: null, failure: null, hasAddress: false })
})

test('an order waits while the command works on the move', async () => {
  await create()
  const command = await lockMove(testApp.database.ownerUrl, name)
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'new', order: 'look' })

  await command?.release()
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'looked', order: null })
})

test('a killed process leaves the order, and the next one continues behind the last piece', async () => {
  const { id } = await create()
  await runOrderedMoveIns(parts)
  await order(id, 'run', answers('Loja Morta'))
  const killed = new AbortController()
  const dying = {
    ...parts,
    workplace: {
      ...parts.workplace,
      withCompany: ((actor, act) =>
        parts.workplace.withCompany(actor, async (work) => {
          const result = await act(work)
          const ids = await companyRows.find<{ id: CompanyId }>({ name: 'Loja Morta' }, ['id'])
          const moved = await testApp.table('messages').count({ company_id: ids.map((found) => found.id) })
          if (moved > 0) killed.abort(new Error('killed'))
          return result
        })) as typeof parts.workplace.withCompany,
    },
  }
  await runOrderedMoveIns(dying, killed.signal)
  expect(await listed()).toMatchObject({ order: 'run' })

  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'done', order: null })
  const { companies } = await owner.does(calls.getMoveInReport, { params: { moveInId: id } })
  expect(companies[0]?.steps.find(({ step }) => step === 'messages')).toMatchObject({ moved: 2_000 })
}, 120_000)

test('a run that is stopped ends behind the piece that it is moving, and a second one moves the rest', async () => {
  const { id } = await create()
  await runOrderedMoveIns(parts)
  await order(id, 'run', answers('Loja Parada'))
  let seen: () => void = () => undefined
  const wasSeen = new Promise<void>((resolve) => {
    seen = resolve
  })
  let isAsked = false
  const watched: MoveInWorkerDependencies = {
    ...parts,
    clock: {
      ...systemClock,
      after: (_, act) => systemClock.after(1, act),
    },
    workplace: {
      ...parts.workplace,
      async withPlatform(reason, act, actor) {
        const wasAsked = isAsked
        const result = await parts.workplace.withPlatform(reason, act, actor)
        if (wasAsked && reason === 'store the progress of a move') seen()
        return result
      },
      async withCompany(actor, act) {
        const result = await parts.workplace.withCompany(actor, act)
        if (!isAsked) {
          await owner.does(calls.stopMoveIn, { params: { moveInId: id } })
          isAsked = true
          await wasSeen
        }
        return result
      },
    },
  }
  await runOrderedMoveIns(watched)
  expect(await listed()).toMatchObject({ state: 'stopped', order: null, isStopping: false, failure: null })

  await order(id, 'run')
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'done' })
}, 120_000)

test('a company that moves in has no limit of storage until the switch', async () => {
  const { id } = await create()
  await runOrderedMoveIns(parts)
  await order(id, 'run', answers('Loja Cheia'))
  await runOrderedMoveIns(parts)
  await testApp.table('plans').update({}, { storage_gigabytes: 1 })
  const companyId = await movedCompanyId(testApp, 'Loja Cheia')
  const quota = () => createStorageQuotaReader(() => parts.workplace)(companyId)
  expect(await quota()).toBeNull()

  await order(id, 'switch')
  await runOrderedMoveIns(parts)
  expect(await quota()).toBe(bytesPerGigabyte)
}, 120_000)

test('only the switch opens a company that moves in; afterwards its owner closes and opens it', async () => {
  const { id } = await create()
  await runOrderedMoveIns(parts)
  await order(id, 'run', answers('Loja Fechada'))
  await runOrderedMoveIns(parts)
  const params = { companyId: await movedCompanyId(testApp, 'Loja Fechada') }
  const change = (status: boolean) => owner.call(updateCompany, { params, body: { status } })
  expect(await change(true)).toMatchObject({ status: 409, error: 'ERR_MOVE_IN_NOT_READY' })
  expect(await owner.does(updateCompany, { params, body: { phone: '1' } })).toMatchObject({ status: false })
  const scheduleDeletion = () => owner.does(deleteCompany, { params, query: { name: 'Loja Fechada' } })
  const revokeDeletion = () => owner.does(revokeCompanyDeletion, { params })
  await scheduleDeletion()
  expect(await revokeDeletion()).toMatchObject({ status: false, deleteAt: null })

  await scheduleDeletion()
  await order(id, 'switch')
  await runOrderedMoveIns(parts)
  expect(await owner.does(getCompany, { params })).toMatchObject({ status: false })
  expect(await revokeDeletion()).toMatchObject({ status: true, deleteAt: null })
  expect(await change(false)).toMatchObject({ status: 200 })
  expect(await change(true)).toMatchObject({ status: 200, body: { status: true } })
}, 120_000)

test('a company moves into the plan that the page chose, and one without that plan says so', async () => {
  const { id } = await create()
  await runOrderedMoveIns(parts)
  const { look } = await listed()
  const [plan] = look?.plans ?? []
  const chosen = (name: string, planName: string): calls.MoveInDecisions => ({
    companies: [{ company: '1', move: true, name, plan: planName }],
    emails: [],
  })
  await order(id, 'run', chosen('Loja do Plano', 'Plano que sumiu'))
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'failed', failure: 'no-plan', companies: 0 })

  await order(id, 'run', chosen('Loja do Plano', plan?.name ?? ''))
  await runOrderedMoveIns(parts)
  expect(await listed()).toMatchObject({ state: 'done', failure: null })
  const { plan_id } = await companyRows.get({ name: 'Loja do Plano' }, ['plan_id'])
  expect(await testApp.table('plans').get({ id: plan_id }, ['name'])).toEqual({ name: plan?.name })
}, 120_000)

test('a look of a former version is shown as none', async () => {
  const { id } = await create()
  await runOrderedMoveIns(parts)
  const { look } = await testApp.table('move_ins').get<{ look: Record<string, unknown> }>({ id }, ['look'])
  const { versions: _, ...former } = look
  await testApp.table('move_ins').update({ id }, { look: former })

  expect(await listed()).toMatchObject({ state: 'looked', look: null })
})

test('the switch needs no source, and names the company that stays closed', async () => {
  const gone = await createWhaticketSource('whaticket')
  await gone.run(manyRows(10, 'none'))
  await gone.table('Companies').insert({ id: 2, name: 'Inativa', status: false, planId: 1 })
  const { id } = await create({ address: byHost(gone.url) })
  await runOrderedMoveIns(parts)
  await order(id, 'run', {
    companies: [
      { company: '1', move: true, name: 'Loja sem Origem' },
      { company: '2', move: true, name: 'Loja Inativa' },
    ],
    emails: [],
  })
  await testApp.table('users').update({ email: 'dono@grande.com' }, { email: 'dono@grande.com.old' })
  await runOrderedMoveIns(parts)
  await gone.drop()

  await order(id, 'switch')
  await runOrderedMoveIns(parts)

  expect(await listed()).toMatchObject({ state: 'switched', failure: null, closed: ['Loja Inativa'] })
  expect(await companyRows.get({ name: 'Loja Inativa' }, ['is_active'])).toEqual({ is_active: false })
  expect(await companyRows.get({ name: 'Loja sem Origem' }, ['is_active'])).toEqual({ is_active: true })
}, 120_000)

test('a stopped order ends, and what is wrong to order is refused', async () => {
  const { id } = await create()
  const params = { moveInId: id }
  expect(await owner.call(calls.orderMoveIn, { params, body: { act: 'look' } })).toMatchObject({
    body: { error: 'ERR_MOVE_IN_NOT_READY' },
  })
  expect(await owner.does(calls.stopMoveIn, { params })).toMatchObject({ order: 'look', isStopping: true })
  await runOrderedMoveIns(parts)

  expect(await listed()).toMatchObject({ state: 'new', order: null, isStopping: false, failure: null })
  for (const act of ['run', 'switch'] as const)
    expect(await owner.call(calls.orderMoveIn, { params, body: { act } })).toMatchObject({
      body: { error: 'ERR_MOVE_IN_NOT_READY' },
    })
  expect(
    await owner.call(calls.createMoveIn, { body: { name, address: byHost(source.url), folder: null } }),
  ).toMatchObject({ body: { error: 'ERR_MOVE_IN_NAME_TAKEN' } })
})
