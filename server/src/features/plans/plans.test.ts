import { liveChannel } from '@balcao/contract/live'
import { getSessionUser } from '@balcao/contract/people'
import {
  createPlan,
  deletePlan,
  getPlan,
  listPublicPlans,
  type PlanView,
  updatePlan,
} from '@balcao/contract/plans'
import type { PlanId } from '@balcao/domain/ids'
import { planFlags } from '@balcao/domain/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openOwnTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let owner: Person
let shop: TestCompany
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  owner = (await testApp.company({ isSuper: true })).admin
  shop = await testApp.company()
})
afterAll(() => testApp.close())

let names = 0
const form = (change: object = {}) => ({
  name: `Plano ${++names}`,
  users: 5,
  connections: 2,
  queues: 4,
  value: 149.9,
  useCampaigns: false,
  useKanban: true,
  useOpenAi: false,
  useIntegrations: false,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: false,
  isPublic: true,
  ...change,
})
const planOfShop = async (): Promise<PlanView> => {
  const { company } = await shop.admin.does(getSessionUser)
  if (company.plan === null) throw new Error('the company has no plan')
  return company.plan
}

it('PLAN-01 PLAN-02 PLAN-03 PLAN-07 a plan of the owner is public with its limits and flags', async () => {
  const body = form({ name: '  Essencial ' })

  const added = await owner.does(createPlan, { body })

  expect(added).toEqual({
    id: expect.any(Number),
    ...body,
    name: 'Essencial',
    campaigns: null,
    schedules: null,
    createdAt: testApp.now().toISOString(),
    updatedAt: testApp.now().toISOString(),
    storageGigabytes: null,
  })
  expect(await shop.admin.does(listPublicPlans)).toContainEqual(added)
  expect(await shop.admin.does(getPlan, { params: { planId: added.id } })).toEqual(added)
})

it('PLAN-03 the two numbers of existing clients are returned as sent, also as text', async () => {
  const added = await owner.does(createPlan, { body: form({ campaigns: '3', schedules: 7 }) })

  expect(added).toMatchObject({ campaigns: 3, schedules: 7 })
})

it('PLAN-07 PLAN-09 a change applies to all companies with the plan and reaches users at once', async () => {
  const before = await planOfShop()
  const stranger = await testApp.company()

  const changed = await owner.does(updatePlan, {
    params: { planId: before.id },
    body: { ...before, name: 'Da loja', value: 89, useKanban: false },
  })

  expect(changed).toEqual({ ...before, name: 'Da loja', value: 89, useKanban: false })
  expect(await planOfShop()).toEqual(changed)
  expect(await shop.admin.received()).toContainEqual({
    channel: `company-${shop.id}-plan`,
    payload: { action: 'update', plan: changed },
  })
  expect(await stranger.admin.received()).toEqual([])
})

it('a plan may limit file storage; a client without the field changes nothing', async () => {
  const added = await owner.does(createPlan, { body: form({ storageGigabytes: '20' }) })
  const { storageGigabytes: _, ...rest } = added
  const params = { planId: added.id }

  const kept = await owner.does(updatePlan, { params, body: rest })
  const unlimited = await owner.does(updatePlan, { params, body: { ...rest, storageGigabytes: null } })
  const refused = await owner.call(updatePlan, { params, body: { ...rest, storageGigabytes: 0 } })

  expect([added, kept, unlimited].map(({ storageGigabytes }) => storageGigabytes)).toEqual([20, 20, null])
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: 'Invalid number', data: { field: 'storageGigabytes' } },
  ])
})

describe('PLAN-08 plan names are unique', () => {
  it('plan names are unique regardless of case, also for two concurrent calls', async () => {
    const name = 'Profissional'
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((one) => owner.call(createPlan, { body: form({ name: one }) })),
    )

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.error).toBe('ERR_PLAN_NAME_ALREADY_EXISTS')
  })

  it("a change may keep the plan's own name, but not take another plan's", async () => {
    const [one, other] = [
      await owner.does(createPlan, { body: form() }),
      await owner.does(createPlan, { body: form() }),
    ]
    const params = { planId: one.id }

    const kept = await owner.call(updatePlan, { params, body: { ...one, users: 6 } })
    const taken = await owner.call(updatePlan, { params, body: { ...one, name: other.name } })

    expect([kept.status, taken.status, taken.error]).toEqual([200, 400, 'ERR_PLAN_NAME_ALREADY_EXISTS'])
  })
})

it('PLAN-07 a plan in use cannot be deleted; an unused plan can', async () => {
  const { id: used } = await planOfShop()
  const { id: free } = await owner.does(createPlan, { body: form() })

  const refused = await owner.call(deletePlan, { params: { planId: used } })
  await owner.does(deletePlan, { params: { planId: free } })

  expect([refused.status, refused.error]).toEqual([400, 'ERR_PLAN_IN_USE'])
  expect((await owner.call(getPlan, { params: { planId: free } })).status).toBe(404)
  expect((await planOfShop()).id).toBe(used)
})

it('PLAN-07 PERM-15 an admin of a company may not change plans; a missing plan is not found', async () => {
  const missing = { planId: 2_000_000_000 as PlanId }
  const { admin } = shop
  const params = { planId: (await planOfShop()).id }

  const refused = [
    await admin.call(createPlan, { body: form() }),
    await admin.call(updatePlan, { params, body: form() }),
    await admin.call(deletePlan, { params }),
  ]
  const notFound = [
    await owner.call(updatePlan, { params: missing, body: form() }),
    await owner.call(deletePlan, { params: missing }),
    await owner.call(getPlan, { params: missing }),
  ]

  for (const { status, error } of refused) expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
  for (const { status, error } of notFound) expect([status, error]).toEqual([404, 'ERR_NO_PLAN_FOUND'])
})

it.each([
  [{ name: 'X' }, 'name', 'Too Short!'],
  [{ users: -1 }, 'users', 'Invalid number'],
  [{ connections: 1.5 }, 'connections', 'Invalid number'],
  [{ queues: '' }, 'queues', 'Required'],
  [{ value: -1 }, 'value', 'Invalid number'],
  [{ value: 10.005 }, 'value', 'Invalid number'],
  [{ value: 'caro' }, 'value', 'Required'],
])("PLAN-07 ERR-37 %j is refused at the field %s with the form's text: %s", async (change, field, words) => {
  const { status, body } = await owner.call(createPlan, { body: form(change) })

  expect([status, body]).toEqual([400, { error: words, data: { field } }])
})

it('PLAN-02 each flag is stored as itself', async () => {
  const off = Object.fromEntries(planFlags.map((flag) => [flag, false]))
  for (const flag of planFlags) {
    const added = await owner.does(createPlan, { body: form({ ...off, [flag]: true }) })
    expect(planFlags.filter((one) => added[one])).toEqual([flag])
  }
})

it('PLAN-08 of four concurrent plans with the same name one is created, three are refused', async () => {
  const plans: PlanView[] = []
  for (let n = 0; n < 4; n += 1) plans.push(await owner.does(createPlan, { body: form() }))
  const name = 'O mesmo nome'

  const renamed = await Promise.all(
    plans.map(({ id }) => owner.call(updatePlan, { params: { planId: id }, body: form({ name }) })),
  )

  const codes = renamed.map(({ status, error }) => (status === 200 ? 'done' : error))
  expect(codes.sort()).toEqual([...Array(3).fill('ERR_PLAN_NAME_ALREADY_EXISTS'), 'done'])
})

it('RT-19 super users get an event for each plan created, changed or deleted', async () => {
  const received = async (person: Person) =>
    (await person.received()).filter(({ channel }) => channel.endsWith('-plans'))
  await owner.received()
  await shop.admin.received()

  const { id } = await owner.does(createPlan, { body: form() })
  const created = await received(owner)
  await owner.does(updatePlan, { params: { planId: id }, body: form() })
  const changed = await received(owner)
  await owner.does(deletePlan, { params: { planId: id } })
  const deleted = await received(owner)

  const event = { channel: liveChannel.plans(owner.user.companyId), payload: { action: 'reload' } }
  expect([created, changed, deleted]).toEqual([[event], [event], [event]])
  expect(await received(shop.admin)).toEqual([])
})
