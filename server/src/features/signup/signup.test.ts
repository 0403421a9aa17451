import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorBody } from '../../testing/error-body'
import { openTestServer, type Person, type TestServer } from '../auth/testing/test-server'
import { signupThrottle } from './sign-up'

let server: TestServer
let owner: Person
let planId: number
let secretPlanId: number
let firstCompanyId: number
beforeAll(async () => {
  server = await openTestServer()
  const { admin, id } = await server.company({ isSuper: true })
  firstCompanyId = id
  owner = admin
  const plan = { users: 3, connections: 1, queues: 2, value: 99.9, useKanban: true }
  planId = (await admin.call('POST', '/plans', { ...plan, name: 'Essencial' })).body.id
  secretPlanId = (await admin.call('POST', '/plans', { ...plan, name: 'Da casa', value: 0, isPublic: false }))
    .body.id
})
afterAll(() => server.close())

let made = 0
const form = (change: object = {}) => ({
  name: `Floricultura ${++made}`,
  email: `flores-${made}@example.com`,
  phone: '51 3025-4455',
  password: 'uma senha boa',
  planId,
  recurrence: 'MENSAL',
  dueDate: '2026-11-23T12:00:00.000Z',
  status: 't',
  campaignsEnabled: true,
  ...change,
})
/** Uses a new address for each call by default. */
const signUp = (body: object, address = `198.51.100.${++made % 250}`) =>
  server.call('POST', '/companies/cadastro', { body, address })
const companyNamed = async (name: string) => (await server.table('companies').find({ name }))[0]

it('AUTH-24 AUTH-25 AUTH-27 a sign-up creates company, settings and admin for a trial', async () => {
  const body = form({ timeZone: 'America/Manaus' })

  const { status } = await signUp(body)

  expect(status).toBe(200)
  expect(await companyNamed(body.name)).toMatchObject({
    email: body.email,
    phone: body.phone,
    plan_id: planId,
    is_active: true,
    due_date: '2026-11-23',
    recurrence: 'MENSAL',
    time_zone: 'America/Manaus',
    trial_expires_at: new Date('2026-11-23T12:00:00.000Z'),
    referred_by: null,
  })
  const answer = await server.call('POST', '/auth/login', {
    body: { email: body.email, password: body.password },
  })
  expect(answer.body.user).toMatchObject({
    name: body.name,
    profile: 'admin',
    super: false,
    company: {
      dueDate: '2026-11-24T03:59:59.999Z',
      trialExpiration: '2026-11-23T12:00:00.000Z',
      plan: { id: planId },
    },
  })
  expect(answer.body.user.company.settings).toContainEqual(
    expect.objectContaining({ key: 'campaignsEnabled', value: 'true' }),
  )
  const trail = await server
    .table('audit_entries')
    .find({ company_id: answer.body.user.companyId }, ['act', 'address'])
  expect(trail[0]).toEqual({ act: 'company.signedUp', address: expect.stringMatching(/^198\.51\.100\./) })
})

it('AUTH-22 AUTH-25 a form cannot set due date, status, recurrence, rights or company', async () => {
  const greedy = {
    dueDate: '2099-12-31T00:00:00.000Z',
    status: false,
    campaignsEnabled: false,
    recurrence: 'ANUAL',
    trialExpiration: '2099-12-31T00:00:00.000Z',
    value: 0,
    super: true,
    isSuper: true,
    profile: 'user',
    timeZone: 'Marte/Olympus',
    companyId: String(firstCompanyId),
  }
  const users = () => server.table('users').find({ company_id: firstCompanyId }, ['id'])
  const before = await users()
  const body = form(greedy)

  const { status } = await signUp(body)

  expect(status).toBe(200)
  const company = await companyNamed(body.name)
  expect(company).toMatchObject({
    due_date: '2026-11-23',
    is_active: true,
    recurrence: 'MENSAL',
    time_zone: 'America/Sao_Paulo',
    trial_expires_at: new Date('2026-11-23T12:00:00.000Z'),
    referred_by: firstCompanyId,
  })
  expect(company?.id).not.toBe(firstCompanyId)
  expect(await users()).toEqual(before)
  expect(await server.table('users').find({ company_id: company?.id }, ['profile', 'is_super'])).toEqual([
    { profile: 'admin', is_super: false },
  ])
})

it.each([['nonsense'], [''], [null], [-1], [1.5], [99_999_999_999], [{ id: 1 }]])(
  'AUTH-22 the companyId %j is ignored',
  async (companyId) => {
    const body = form({ companyId })

    expect((await signUp(body)).status).toBe(200)
    expect(await companyNamed(body.name)).toMatchObject({ referred_by: null })
  },
)

it.each([
  [{ name: 'A' }, 'name', 'Too Short!'],
  [{ name: 'x'.repeat(51) }, 'name', 'Too Long!'],
  [{ name: '' }, 'name', 'Required'],
  [{ email: 'x' }, 'email', 'Invalid email'],
  [{ email: '' }, 'email', 'Required'],
  [{ password: '1234' }, 'password', 'Too Short!'],
  [{ password: 'x'.repeat(51) }, 'password', 'Too Long!'],
  [{ password: undefined }, 'password', 'Required'],
  [{ planId: '' }, 'planId', 'Required'],
])('AUTH-23 %j is refused at the field %s: %s', async (change, field, words) => {
  const { status, body } = await signUp(form(change))

  expect([status, body.error, body.data.field]).toEqual([400, words, field])
})

it('AUTH-26 the public list holds the public plans, and no other plan can be chosen', async () => {
  const { body: offered } = await server.call('GET', '/plans/list')
  const hidden = form({ planId: secretPlanId })
  const missing = form({ planId: 2_000_000_000 })

  const refused = [await signUp(hidden), await signUp(missing)]

  const ids = offered.map(({ id }: { id: number }) => id)
  expect(ids).toContain(planId)
  expect(ids).not.toContain(secretPlanId)
  for (const { status, body } of refused) expect([status, body.error]).toEqual([404, 'ERR_NO_PLAN_FOUND'])
  expect(await companyNamed(hidden.name)).toBeUndefined()
  const ana = (await server.company()).admin
  expect((await ana.call('GET', `/plans/${secretPlanId}`)).status).toBe(404)
  expect((await ana.call('GET', '/plans')).body.error).toBe('ERR_NO_PERMISSION')
})

it('AUTH-27 a taken name and a taken e-mail get the same refusal and leave no rows', async () => {
  const { admin } = await server.company()
  const known = form()
  await signUp(known)

  const name = form({ name: ` ${known.name.toUpperCase()} ` })
  const email = form({ email: ` ${admin.email.toUpperCase()} ` })
  const refused = [await signUp(name), await signUp(email)]
  const race = form()
  const twice = await Promise.all([signUp(race), signUp({ ...race, email: 'outra@example.com' })])

  for (const { status, body } of refused) expect([status, body]).toEqual([400, errorBody('ERR_SIGNUP_TAKEN')])
  expect(await companyNamed(email.name)).toBeUndefined()
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
})

it('AUTH-28 only the first company can close the sign-up', async () => {
  const other = await server.company()
  const set = (companyId: number, value: string) =>
    server.table('settings').update({ company_id: companyId, key: 'userCreation' }, { value })
  await set(other.id, 'disabled')
  const open = await signUp(form())

  await set(firstCompanyId, 'disabled')
  const closed = form()
  const refused = await signUp(closed)
  await set(firstCompanyId, 'enabled')

  expect(open.status).toBe(200)
  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
  expect(await companyNamed(closed.name)).toBeUndefined()
})

it('AUTH-27 one address has ten attempts a day, also concurrent ones; others are unaffected', async () => {
  const address = '203.0.113.9'
  const answers = await Promise.all(Array.from({ length: 12 }, () => signUp(form(), address)))
  const late = await signUp(form(), address)
  const neighbour = await signUp(form(), '203.0.113.10')
  server.pass(signupThrottle.seconds + 1)
  const next = await signUp(form(), address)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(signupThrottle.attempts)
  expect([late.status, late.body]).toEqual([
    429,
    errorBody('ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: signupThrottle.seconds }),
  ])
  expect([neighbour.status, next.status]).toEqual([200, 200])
})

it('RT-19 super users get an event for each sign-up', async () => {
  const received = async () =>
    (await owner.received()).filter(({ channel }) => channel.endsWith('-companies'))
  const before = await received()

  await signUp(form())

  const event = { channel: `company-${firstCompanyId}-companies`, payload: { action: 'reload' } }
  expect((await received()).slice(before.length)).toEqual([event])
})
