import * as calls from '@balcao/contract/companies'
import { liveChannel } from '@balcao/contract/live'
import { getSessionUser, updateSetting } from '@balcao/contract/people'
import { createPlan } from '@balcao/contract/plans'
import type { CompanyId, PlanId } from '@balcao/domain/ids'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { billingRecurrences } from '@balcao/domain/recurrence'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  goodPassword,
  openOwnTestApp,
  type Person,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'

let testApp: TestApp
let owner: Person
let first: TestCompany
let planId: PlanId
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  first = await testApp.company({ isSuper: true })
  owner = first.admin
  planId = (
    await owner.does(createPlan, { body: { name: 'Loja', users: 3, connections: 2, queues: 4, value: 99.9 } })
  ).id
})
afterAll(() => testApp.close())

let made = 0
const form = (change: object = {}) => ({
  name: `Padaria ${++made}`,
  email: `padaria-${made}@example.com`,
  password: 'uma senha boa',
  phone: '(51) 3025-4455',
  planId,
  dueDate: '2026-12-10',
  ...change,
})
const add = (change: object = {}) => owner.does(calls.createCompany, { body: form(change) })
const of = (companyId: CompanyId) => ({ companyId })
const trailOf = (id: CompanyId) =>
  testApp
    .table('audit_entries')
    .find<{ act: string; user_name: string; detail: object }>({ company_id: id }, [
      'act',
      'user_name',
      'detail',
    ])

it('COMPANY-01 COMPANY-02 COMPANY-10 a new company has its fields, settings, hours and an admin', async () => {
  const body = form({
    recurrence: 'ANUAL',
    status: 't',
    campaignsEnabled: false,
    billingName: 'Padaria do Zé Ltda.',
    addressZipCode: '90010-150',
    addressStreet: 'Rua dos Andradas, 1001',
    addressState: 'RS',
    addressCity: 'Porto Alegre',
    addressDistrict: '',
  })

  const added = await owner.does(calls.createCompany, { body })

  const { password, ...fields } = body
  expect(added).toMatchObject({
    ...fields,
    id: expect.any(Number),
    status: true,
    plan: { id: planId, name: 'Loja', useKanban: false },
    dueDate: '2026-12-11T02:59:59.999Z', // the end of the day in São Paulo
    recurrence: 'ANUAL',
    campaignsEnabled: false,
    addressDistrict: null,
    trialExpiration: null,
    schedules: defaultOpeningHours,
    deleteAt: null,
    used: { users: 1, connections: 0, queues: 0 },
    createdAt: testApp.now().toISOString(),
  })
  expect(added.settings).toContainEqual(expect.objectContaining({ key: 'campaignsEnabled', value: 'false' }))
  expect(added.settings).toContainEqual(
    expect.objectContaining({ key: 'sendGreetingAccepted', value: 'disabled' }),
  )
  const { user } = await testApp.signIn(body.email)
  expect(user).toMatchObject({ name: body.name, profile: 'admin', super: false, companyId: added.id })
  expect(await trailOf(added.id)).toContainEqual({
    act: 'company.created',
    user_name: owner.user.name,
    detail: { plan: 'Loja' },
  })
})

it('COMPANY-13 COMPANY-14 a name in use is refused in any case, also for concurrent requests', async () => {
  const { name } = await add()
  const other = await add()

  const twice = await Promise.all(
    ['Mercado Azul', 'MERCADO AZUL'].map((same) =>
      owner.call(calls.createCompany, { body: form({ name: same }) }),
    ),
  )
  const taken = await owner.call(calls.createCompany, { body: form({ name: ` ${name.toUpperCase()} ` }) })
  const renamed = await owner.call(calls.updateCompany, { params: of(other.id), body: { name } })
  const email = await owner.call(calls.createCompany, { body: form({ email: owner.email }) })

  expect(twice.map(({ status }) => status).sort()).toEqual([200, 400])
  for (const { status, error } of [taken, renamed]) {
    expect([status, error]).toEqual([400, 'ERR_COMPANY_NAME_ALREADY_EXISTS'])
  }
  expect([email.status, email.error]).toEqual([400, 'ERR_EMAIL_ALREADY_EXISTS'])
  expect(await testApp.table('companies').count({ name: `Padaria ${made}` })).toBe(0)
})

it('COMPANY-08 the lists show every company by name with plan, settings and usage', async () => {
  const { id, name } = await add({ name: 'Ótica Açaí' })

  const page = await owner.does(calls.listCompanies, { query: { searchParam: ' otica ACAI ' } })
  const all = await owner.does(calls.listAllCompanies)

  expect(page).toMatchObject({ companies: [{ id, name, plan: { id: planId } }], count: 1, hasMore: false })
  expect(all.find((one) => one.id === id)).toEqual(page.companies[0])
  expect(all.map((one) => one.id)).toContain(first.id)
  expect(all.find((one) => one.id === first.id)?.used).toEqual({ users: 1, connections: 0, queues: 0 })
})

it('COMPANY-09 COMPANY-12 users read their own company and plan flags, the owner reads all', async () => {
  const shop = await testApp.company()
  const ana = await shop.person('Ana')
  const there = { params: of(shop.id) }
  const foreign = { params: of(first.id) }
  const missing = { params: of(2_000_000_000 as CompanyId) }

  const own = await ana.does(calls.getCompany, there)
  const flags = await ana.does(calls.getCompanyPlan, there)

  expect(own).toMatchObject({
    id: shop.id,
    status: true,
    campaignsEnabled: true,
    schedules: defaultOpeningHours,
  })
  expect(own).not.toHaveProperty('used')
  expect(flags).toMatchObject({ id: shop.id, plan: { useKanban: true, useCampaigns: true } })
  for (const call of [calls.getCompany, calls.getCompanyPlan]) {
    const [refused, notThere] = [await ana.call(call, foreign), await ana.call(call, missing)]
    expect(refused).toEqual(notThere)
    expect([refused.status, refused.error]).toEqual([404, 'ERR_NO_COMPANY_FOUND'])
    expect((await owner.call(call, there)).body).toMatchObject({ id: shop.id })
    expect((await owner.call(call, missing)).status).toBe(404)
  }
})

it('WIRE a company created without a password has an admin who cannot sign in', async () => {
  for (const password of [undefined, '']) {
    const { password: _, ...body } = form()

    const added = await owner.call(calls.createCompany, {
      body: { ...body, ...(password !== undefined && { password }) },
    })

    const tries = await Promise.all(
      ['', body.name, 'undefined', goodPassword].map((guess) =>
        testApp.app.http.inject({
          method: 'POST',
          url: '/auth/login',
          payload: { email: body.email, password: guess },
        }),
      ),
    )
    expect(added.status).toBe(200)
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  }
})

it('COMPANY-10 PERM-15 company admins are refused, and an unknown company is not found', async () => {
  const { admin, id } = await testApp.company()
  const missing = { params: of(2_000_000_000 as CompanyId) }

  const refused = [
    await admin.call(calls.listCompanies),
    await admin.call(calls.listAllCompanies),
    await admin.call(calls.createCompany, { body: form() }),
    await admin.call(calls.updateCompany, { params: of(id), body: { dueDate: '2099-01-01' } }),
    await admin.call(calls.extendCompanyDueDate, { params: of(id), body: { dueDate: '2030-01-31' } }),
    await admin.call(calls.deleteCompany, { params: of(id), query: { name: 'x' } }),
    await admin.call(calls.revokeCompanyDeletion, { params: of(id) }),
  ]
  const notFound = [
    await owner.call(calls.updateCompany, { ...missing, body: { name: 'Ninguém' } }),
    await owner.call(calls.extendCompanyDueDate, { ...missing, body: { dueDate: '2030-01-31' } }),
    await owner.call(calls.deleteCompany, { ...missing, query: { name: 'x' } }),
    await owner.call(calls.revokeCompanyDeletion, missing),
    await owner.call(calls.saveCompanyHours, { ...missing, body: { schedules: [] } }),
  ]

  for (const { status, error } of refused) expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
  for (const { status, error } of notFound) expect([status, error]).toEqual([404, 'ERR_NO_COMPANY_FOUND'])
})

it.each(
  billingRecurrences.map(
    (recurrence, at) =>
      [recurrence, ['2027-02-28', '2027-03-31', '2027-04-30', '2027-07-31', '2028-01-31'][at]] as const,
  ),
)(
  'COMPANY-06 COMPANY-07 + Vencimento adds the recurrence once for a date: %s until %s',
  async (recurrence, until) => {
    const { id, dueDate } = await add({ recurrence, dueDate: '2027-01-31' })
    const extend = () => owner.call(calls.extendCompanyDueDate, { params: of(id), body: { dueDate } })

    const both = await Promise.all([extend(), extend()])

    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await testApp.table('companies').get({ id }, ['due_date'])).toEqual({ due_date: until })
    expect((await trailOf(id)).at(-1)).toMatchObject({ act: 'company.extended', detail: { until } })
  },
)

it('COMPANY-10 a change applies at once, reaches its users live, and leaves omitted fields', async () => {
  const shop = await testApp.company()
  const stranger = await testApp.company()
  const before = await owner.does(calls.getCompany, { params: of(shop.id) })

  const changed = await owner.does(calls.updateCompany, {
    params: of(shop.id),
    body: { name: 'Casa Nova', planId, dueDate: '2031-05-04', phone: '' },
  })

  expect(changed).toMatchObject({ name: 'Casa Nova', planId, phone: null, email: before.email })
  expect((await shop.admin.does(getSessionUser)).company).toMatchObject({
    name: 'Casa Nova',
    dueDate: '2031-05-05T02:59:59.999Z',
    plan: { id: planId },
  })
  const inbound = await shop.admin.received()
  expect(inbound).toContainEqual({ channel: `company-${shop.id}-company`, payload: { action: 'update' } })
  expect(inbound).toContainEqual(expect.objectContaining({ channel: `company-${shop.id}-plan` }))
  expect(await stranger.admin.received()).toEqual([])
})

it('COMPANY-15 campaignsEnabled is one setting, read and written in both places', async () => {
  const { id, admin } = await testApp.company()

  const off = await owner.does(calls.updateCompany, { params: of(id), body: { campaignsEnabled: false } })
  const settings = (await admin.does(getSessionUser)).company.settings
  await admin.does(updateSetting, { params: { key: 'campaignsEnabled' }, body: { value: 'true' } })
  const on = await admin.does(calls.getCompany, { params: of(id) })

  expect([off.campaignsEnabled, on.campaignsEnabled]).toEqual([false, true])
  expect(settings).toContainEqual(expect.objectContaining({ key: 'campaignsEnabled', value: 'false' }))
})

it('A3 AUTH-30 deactivating a company ends its calls and sockets at once, and can be undone', async () => {
  const { id, admin } = await testApp.company()
  await admin.does(getSessionUser)
  const closed: string[] = []
  admin.subscriber.close = () => closed.push(admin.email)

  await owner.does(calls.updateCompany, { params: of(id), body: { status: false } })
  const out = await admin.call(getSessionUser)
  await admin.received()
  await owner.does(calls.updateCompany, { params: of(id), body: { status: true } })
  const back = await testApp.signIn(admin.email)
  const own = await owner.call(calls.updateCompany, { params: of(first.id), body: { status: false } })

  expect([out.status, out.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect(closed).toEqual([admin.email])
  expect((await back.does(getSessionUser)).id).toBe(admin.id)
  expect([own.status, own.error]).toEqual([400, 'ERR_OWN_COMPANY'])
})

it('COMPANY-10 deletion needs the typed name, waits thirty days, and can be revoked', async () => {
  const { id, admin, ...shop } = await testApp.company({ name: 'Loja do Fim' })
  await shop.person('Ana')
  const remove = (name: string) => owner.call(calls.deleteCompany, { params: of(id), query: { name } })

  const wrong = await remove('loja do fim')
  const ordered = await remove('Loja do Fim')
  testApp.pass(60)
  const again = await remove('Loja do Fim')
  const switchedOn = await owner.call(calls.updateCompany, { params: of(id), body: { status: true } })
  const out = await admin.call(getSessionUser)
  const revoked = await owner.does(calls.revokeCompanyDeletion, { params: of(id) })
  const own = await owner.call(calls.deleteCompany, {
    params: of(first.id),
    query: { name: owner.user.company.name },
  })

  expect([wrong.status, wrong.error]).toEqual([400, 'ERR_COMPANY_NAME_WRONG'])
  expect(ordered.body).toMatchObject({ status: false, deleteAt: '2026-12-20T12:00:00.000Z' })
  expect(again.body).toMatchObject({ deleteAt: '2026-12-20T12:00:00.000Z' })
  expect([switchedOn.status, switchedOn.error]).toEqual([400, 'ERR_COMPANY_TO_BE_DELETED'])
  expect([out.status, out.error]).toEqual([401, 'ERR_SESSION_EXPIRED'])
  expect(revoked).toMatchObject({ status: true, deleteAt: null, used: { users: 2 } })
  expect([own.status, own.error]).toEqual([400, 'ERR_OWN_COMPANY'])
  expect((await trailOf(id)).map(({ act }) => act)).toEqual(
    expect.arrayContaining(['company.deletionOrdered', 'company.deletionRevoked']),
  )
})

it('COMPANY-10 AUTH-08 the company that runs the installation never expires', async () => {
  const { id, admin: boss } = await testApp.company({ isSuper: true })
  const change = (companyId: CompanyId, dueDate: string) =>
    boss.call(calls.updateCompany, { params: of(companyId), body: { dueDate } })
  const shop = await testApp.company()

  const past = await change(id, '2026-11-19')
  const today = await change(id, '2026-11-20')
  const shops = await change(shop.id, '2026-11-19')
  await testApp.table('companies').update({ id }, { due_date: '2026-01-01' })
  const again = await testApp.signIn(boss.email)
  const session = await testApp.app.http.inject({
    method: 'POST',
    url: '/auth/refresh_token',
    cookies: { jrt: again.cookie },
  })
  const repaired = await again.call(calls.updateCompany, {
    params: of(id),
    body: { dueDate: '2030-01-31' },
  })

  expect([past.status, past.error]).toEqual([400, 'ERR_OWN_COMPANY'])
  expect([today.status, shops.status]).toEqual([200, 200])
  expect(again.user.company.expires).toBe(false)
  expect([session.statusCode, repaired.status]).toEqual([200, 200])
  expect(
    await testApp.app.gate.subscriberFor({ accessToken: null, refreshCookie: again.cookie }),
  ).toMatchObject({
    userId: boss.id,
  })
  expect(
    await testApp.app.gate.subscriberFor({ accessToken: shop.admin.token, refreshCookie: null }),
  ).toBeNull()
})

it('COMPANY-11 admins save the hours of their company, and the owner those of any', async () => {
  const shop = await testApp.company()
  const ana = await shop.person('Ana')
  const stranger = await testApp.company()
  const schedules = [
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '17:30' },
  ] as const
  const save = { params: of(shop.id), body: { schedules: [...schedules] } }

  const saved = await shop.admin.does(calls.saveCompanyHours, save)
  const refused = await ana.call(calls.saveCompanyHours, save)
  const foreign = await stranger.admin.call(calls.saveCompanyHours, save)
  const byOwner = await owner.does(calls.saveCompanyHours, { ...save, body: { schedules: [] } })

  expect(saved.schedules).toEqual(schedules)
  expect([refused.status, refused.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([foreign.status, foreign.error]).toEqual([404, 'ERR_NO_COMPANY_FOUND'])
  expect(byOwner.schedules).toEqual([])
})

it.each([
  [{ name: 'X' }, 'name'],
  [{ email: 'ninguém' }, 'email'],
  [{ password: '1234' }, 'password'],
  [{ planId: '' }, 'planId'],
  [{ dueDate: 'amanhã' }, 'dueDate'],
  [{ dueDate: '2026-02-30' }, 'dueDate'],
  [{ dueDate: '9999-12-31' }, 'dueDate'],
  [{ recurrence: 'DIARIO' }, 'recurrence'],
])('COMPANY-10 %j is refused at the field', async (change, field) => {
  const { status, body } = await owner.call(calls.createCompany, { body: form(change) })

  expect([status, body]).toEqual([400, expect.objectContaining({ data: expect.objectContaining({ field }) })])
})

it('an admin sets time zone and language, which apply at once and reach sessions live', async () => {
  const shop = await testApp.company()
  const { admin } = shop
  const ana = await shop.person('Ana')
  await testApp.table('daily_figures').insert({
    ...{
      company_id: shop.id,
      day: '2026-01-01',
      user_id: 0,
      finished: 1,
      attended_seconds: 0,
      attendances: 0,
    },
    ...{ waited_seconds: 0, waits: 0, ratings_sum: 0, ratings: 0 },
  })
  await testApp.table('figures_kept').insert({ company_id: shop.id, event_id: 5 })
  const dueBefore = (await admin.does(getSessionUser)).company.dueDate
  await ana.received()

  const saved = await admin.does(calls.saveCompanyLocale, {
    params: of(shop.id),
    body: { timeZone: 'asia/tokyo', language: 'en' },
  })

  expect(saved).toMatchObject({ timeZone: 'Asia/Tokyo', language: 'en' })
  expect((await ana.received()).map(({ payload }) => payload)).toContainEqual({ action: 'update' })
  const { company } = await ana.does(getSessionUser)
  expect(company).toMatchObject({ timeZone: 'Asia/Tokyo', language: 'en' })
  // The same day ends twelve hours earlier there.
  expect(Date.parse(dueBefore) - Date.parse(company.dueDate)).toBe(12 * 3_600_000)
  expect(await testApp.table('daily_figures').count({ company_id: shop.id })).toBe(0)
  expect(await testApp.table('figures_kept').count({ company_id: shop.id })).toBe(0)
  expect(await trailOf(shop.id)).toContainEqual({
    act: 'company.changed',
    user_name: admin.user.name,
    detail: { timeZone: 'Asia/Tokyo', language: 'en' },
  })

  await admin.does(calls.saveCompanyLocale, { params: of(shop.id), body: { language: 'en' } })
  const changes = (await trailOf(shop.id)).filter(({ act }) => act === 'company.changed')
  expect(changes).toHaveLength(1)
})

it('an unknown time zone or language is refused, and so are other users', async () => {
  const shop = await testApp.company()
  const ana = await shop.person('Ana')
  const other = await testApp.company()
  const save = (person: Person, body: object) =>
    person.call(calls.saveCompanyLocale, { params: of(shop.id), body })

  const answers = [
    await save(shop.admin, { timeZone: 'Marte/Olympus' }),
    await save(shop.admin, { timeZone: '+03:00' }),
    await save(shop.admin, { timeZone: "'; drop table companies; --" }),
    await save(shop.admin, { language: 'fr' }),
    await save(ana, { language: 'es' }),
    await save(other.admin, { language: 'es' }),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual([
    [400, 'Invalid time zone'],
    [400, 'Invalid time zone'],
    [400, 'Invalid time zone'],
    [400, 'ERR_VALIDATION'],
    [403, 'ERR_NO_PERMISSION'],
    [404, 'ERR_NO_COMPANY_FOUND'],
  ])
  expect((await shop.admin.does(getSessionUser)).company).toMatchObject({
    timeZone: 'America/Sao_Paulo',
    language: 'pt-BR',
  })
})

it('the owner sets time zone and language of a company, and omitted fields are unchanged', async () => {
  const added = await add({ timeZone: 'America/Rio_Branco', language: 'es' })
  expect(added).toMatchObject({ timeZone: 'America/Rio_Branco', language: 'es' })

  const changed = await owner.does(calls.updateCompany, {
    params: of(added.id),
    body: { timeZone: 'Europe/Lisbon' },
  })

  expect(changed).toMatchObject({ timeZone: 'Europe/Lisbon', language: 'es' })
  expect(await trailOf(added.id)).toContainEqual({
    act: 'company.changed',
    user_name: owner.user.name,
    detail: { timeZone: 'Europe/Lisbon' },
  })
})

it('every selectable time zone is known to the database', async () => {
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC']

  const zones = await testApp.table('pg_timezone_names').find<{ name: string }>({}, ['name'])
  const known = new Set(zones.map(({ name }) => name.toLowerCase()))

  expect(names.filter((name) => !known.has(name.toLowerCase()))).toEqual([])
})

it('the list sorts by name or due date in both directions across pages', async () => {
  const names = ['Sorte A', 'Sorte B', 'Sorte C']
  const dueDates = ['2027-03-01', '2027-01-01', '2027-02-01']
  for (const [at, name] of names.entries()) await add({ name, dueDate: dueDates[at] })
  const inOrder = async (sort: calls.CompanySortOrder) =>
    (await owner.does(calls.listCompanies, { query: { searchParam: 'Sorte', sort } })).companies
      .map(({ name }) => name.slice(-1))
      .join('')

  expect([
    await inOrder('name'),
    await inOrder('-name'),
    await inOrder('dueDate'),
    await inOrder('-dueDate'),
  ]).toEqual(['ABC', 'CBA', 'BCA', 'ACB'])
})

it('RT-19 super users receive each created or changed company live', async () => {
  const shop = await testApp.company()
  const received = async (person: Person) =>
    (await person.received())
      .filter(({ channel }) => channel.endsWith('-companies'))
      .map(({ channel, payload }) => ({ channel, payload }))
  await owner.received()
  await shop.admin.received()

  const { id, dueDate } = await add()
  const created = await received(owner)
  await owner.does(calls.updateCompany, { params: of(id), body: { name: 'Outra Padaria' } })
  const changed = await received(owner)
  await owner.does(calls.extendCompanyDueDate, { params: of(id), body: { dueDate, openInvoice: 'keep' } })
  const extended = await received(owner)
  await owner.does(calls.deleteCompany, { params: of(id), query: { name: 'Outra Padaria' } })
  const ordered = await received(owner)
  await owner.does(calls.revokeCompanyDeletion, { params: of(id) })
  const revoked = await received(owner)

  const event = { channel: liveChannel.companies(owner.user.companyId), payload: { action: 'reload' } }
  expect([created, changed, extended, ordered, revoked]).toEqual(Array.from({ length: 5 }, () => [event]))
  expect(await received(shop.admin)).toEqual([])
})
