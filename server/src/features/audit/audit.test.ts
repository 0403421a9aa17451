import { listAuditEntries, listPlatformAuditEntries, recordAuditExport } from '@balcao/contract/audit'
import { saveCompanyHours } from '@balcao/contract/companies'
import {
  createConnection,
  deleteConnection,
  logOutConnection,
  updateConnection,
} from '@balcao/contract/connections'
import { deleteContact } from '@balcao/contract/contacts'
import { deleteHelpVideo } from '@balcao/contract/helps'
import { createUser, deleteUser, updateSetting, updateUser } from '@balcao/contract/people'
import { createPlan, deletePlan, updatePlan } from '@balcao/contract/plans'
import { deleteQueue } from '@balcao/contract/queues'
import { deleteTicket } from '@balcao/contract/tickets'
import { type AuditAct, auditRetentionMonths } from '@balcao/domain/audit'
import { limits } from '@balcao/domain/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lessThan } from '../../platform/testing/table-rows'
import { purgeExpiredAuditEntries } from '../../processes/housekeeping/start-housekeeping'
import { aFullCompany, type FullCompany } from '../../testing/full-company'
import { grantsOn } from '../../testing/table-grants'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'

let testApp: TestApp
let shop: FullCompany
let owner: Person
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  owner = (await testApp.company({ isSuper: true })).admin
  shop = await aFullCompany(testApp)
})
afterAll(() => testApp.close())

const today = '2026-11-20'
const trail = async (person: Person, act?: AuditAct) =>
  (await person.does(listAuditEntries, { query: { act } })).entries
const newest = async (person: Person, act: AuditAct) => (await trail(person, act))[0]
const logIn = (email: string, password: string, address: string) =>
  testApp.app.http.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email, password },
    remoteAddress: address,
  })

it('O4 deletions, changed rights and settings, and exports have an entry with user and address', async () => {
  const { company, admin } = shop
  const spare = await company.person('Rui')
  const queueId = await company.queue('Cobrança')
  const made = await admin.does(createConnection, { body: { name: 'Depósito', queueIds: [] } })
  const [ticketId, closedContact] = [shop.ticketId, shop.freeContactId]
  const acts: [AuditAct, object, () => Promise<unknown>][] = [
    [
      'user.created',
      { subject: { name: 'Lia' }, detail: { profile: 'user' } },
      () =>
        admin.does(createUser, { body: { name: 'Lia', email: 'lia@example.com', password: 'segredo-1' } }),
    ],
    [
      'user.rightsChanged',
      {
        subject: { id: spare.id },
        detail: { profile: 'supervisor', formerProfile: 'user', queues: 'Cobrança' },
      },
      () =>
        admin.does(updateUser, {
          params: { userId: spare.id },
          body: { profile: 'supervisor', queueIds: [queueId] },
        }),
    ],
    [
      'user.changed',
      { subject: { id: spare.id, name: 'Rui Reis' }, detail: { fields: 'name, password' } },
      () =>
        admin.does(updateUser, {
          params: { userId: spare.id },
          body: { name: 'Rui Reis', password: 'segredo-2' },
        }),
    ],
    [
      'user.deleted',
      { subject: { id: spare.id, name: 'Rui Reis' }, detail: { profile: 'supervisor' } },
      () => admin.does(deleteUser, { params: { userId: spare.id } }),
    ],
    [
      'setting.changed',
      { detail: { key: 'call', value: 'disabled' } },
      () => admin.does(updateSetting, { params: { key: 'call' }, body: { value: 'disabled' } }),
    ],
    [
      'credential.changed',
      { detail: { key: 'asaas' } },
      () => admin.does(updateSetting, { params: { key: 'asaas' }, body: { value: 'segredo-3' } }),
    ],
    [
      'queue.deleted',
      { subject: { id: queueId, name: 'Cobrança' } },
      () => admin.does(deleteQueue, { params: { queueId } }),
    ],
    [
      'connection.changed',
      {
        subject: { id: made.id, name: 'Filial' },
        detail: { queues: 'Vendas', formerQueues: '', formerName: 'Depósito', becameDefault: true },
      },
      () =>
        admin.does(updateConnection, {
          params: { connectionId: made.id },
          body: { name: 'Filial', queueIds: [shop.queueId], isDefault: true },
        }),
    ],
    [
      'company.hoursChanged',
      { subject: { id: company.id } },
      () => admin.does(saveCompanyHours, { params: { companyId: company.id }, body: { schedules: [] } }),
    ],
    [
      'connection.loggedOut',
      { subject: { id: made.id, name: 'Filial' } },
      () => admin.does(logOutConnection, { params: { connectionId: made.id } }),
    ],
    [
      'connection.deleted',
      { subject: { id: made.id, name: 'Filial' } },
      () => admin.does(deleteConnection, { params: { connectionId: made.id } }),
    ],
    [
      'contact.deleted',
      { subject: { id: closedContact, name: null } },
      () => admin.does(deleteContact, { params: { contactId: closedContact } }),
    ],
    [
      'ticket.deleted',
      { subject: { id: ticketId, name: null }, detail: { status: 'open', contact: shop.contactId } },
      () => admin.does(deleteTicket, { params: { ticketId } }),
    ],
    [
      'audit.exported',
      { detail: { act: 'user.deleted', from: today } },
      () => admin.does(recordAuditExport, { body: { act: 'user.deleted', from: today } }),
    ],
  ]
  for (const [act, expected, carryOut] of acts) {
    await carryOut()
    expect(await newest(admin, act)).toMatchObject({
      act,
      at: testApp.now().toISOString(),
      company: { id: company.id },
      user: { id: admin.id, name: 'Admin' },
      address: '127.0.0.1',
      ...expected,
    })
  }
  expect((await newest(admin, 'connection.created'))?.subject).toEqual({ id: made.id, name: 'Depósito' })
})

it('O4 a connection whose texts change has no entry', async () => {
  const before = await trail(shop.admin, 'connection.changed')

  await shop.admin.does(updateConnection, {
    params: { connectionId: shop.connectionId },
    body: { greetingMessage: 'Bom dia!' },
  })

  expect(await trail(shop.admin, 'connection.changed')).toEqual(before)
})

it('O4 logins and failed logins have entries; unknown e-mails only in the platform’s trail', async () => {
  const { user, admin } = shop
  await logIn(user.email, 'segredo-4', '203.0.113.7')
  await logIn('segredo-5@example.com', 'segredo-6', '203.0.113.8')
  await logIn(user.email, 'uma senha boa', '203.0.113.9')

  expect(await newest(admin, 'login.failed')).toMatchObject({
    subject: { id: user.id, name: 'Ana' },
    user: null,
    address: '203.0.113.7',
  })
  expect(await newest(admin, 'login.succeeded')).toMatchObject({
    user: { id: user.id, name: 'Ana' },
    address: '203.0.113.9',
    detail: { browser: expect.any(String) },
  })
  const { entries } = await owner.does(listPlatformAuditEntries, { query: { act: 'login.failed' } })
  expect(entries[0]).toMatchObject({ company: null, subject: null, address: '203.0.113.8' })
  expect(await trail(admin, 'login.failed')).toHaveLength(1)
})

it('O4 plans and help videos have entries in the company of the platform’s owner', async () => {
  const form = { name: 'Plano da trilha', users: 1, connections: 1, queues: 1, value: 10, useKanban: true }
  const { id: planId } = await owner.does(createPlan, { body: form })
  await owner.does(updatePlan, { params: { planId }, body: { ...form, value: 20 } })
  await owner.does(deletePlan, { params: { planId } })
  await owner.does(deleteHelpVideo, { params: { helpId: shop.helpId } })

  const { entries } = await owner.does(listAuditEntries, { query: { from: today } })
  expect(entries.slice(0, 4).map(({ act, subject, detail }) => [act, subject?.name, detail.value])).toEqual([
    ['help.deleted', null, undefined],
    ['plan.deleted', 'Plano da trilha', undefined],
    ['plan.changed', 'Plano da trilha', 20],
    ['plan.created', 'Plano da trilha', 10],
  ])
})

it('O1 O4 the trail contains no password, credential or tried e-mail', async () => {
  const text = JSON.stringify(await testApp.table('audit_entries').find())

  expect(text).toContain('asaas')
  expect(text).not.toContain('segredo')
})

it('O4 the server may insert and read entries, and only housekeeping may delete them', async () => {
  expect(await grantsOn(testApp, 'audit_entries')).toEqual({
    balcao_app: ['INSERT', 'SELECT'],
    balcao_platform: ['DELETE', 'INSERT', 'SELECT'],
  })
})

it('O4 a refused act and a change without effect have no entry', async () => {
  const { admin, user } = shop
  const entries = () => testApp.table('audit_entries').count({ company_id: shop.company.id })
  const before = await entries()

  await admin.call(deleteUser, { params: { userId: admin.id } })
  await admin.call(createUser, { body: { name: 'Outra', email: admin.email, password: '12345' } })
  await admin.does(updateUser, { params: { userId: user.id }, body: { name: 'Ana' } })
  await admin.does(updateSetting, { params: { key: 'asaas' }, body: { value: '********' } })

  expect(await entries()).toBe(before)
})

it('O4 T6 an admin reads the own company, the platform’s owner every company, other users none', async () => {
  const other = await aFullCompany(testApp)
  const marked = await newest(other.admin, 'user.created')

  const seen = await trail(other.admin)
  const all = (await owner.does(listPlatformAuditEntries)).entries
  const ofOther = await owner.does(listPlatformAuditEntries, { query: { companyId: other.company.id } })

  expect(new Set(seen.map(({ company }) => company?.id))).toEqual(new Set([other.company.id]))
  expect(ofOther.entries.map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
  expect(new Set(all.map(({ company }) => company?.id)).size).toBeGreaterThan(1)
  expect(all.find(({ id }) => id === marked?.id)?.company?.name).toMatch(/^Empresa /)
  for (const { status, error } of [
    await other.supervisor.call(listAuditEntries),
    await other.user.call(recordAuditExport, { body: {} }),
    await other.admin.call(listPlatformAuditEntries),
  ])
    expect([status, error]).toEqual([403, 'ERR_NO_PERMISSION'])
})

it('O4 the trail is paged and filtered by act, person and days of the company', async () => {
  const { company, admin } = await aFullCompany(testApp)
  // 02:30 in UTC is the evening before in São Paulo.
  const evening = Date.parse('2026-10-02T02:30:00Z')
  await testApp.table('audit_entries').insertMany(
    Array.from({ length: 120 }, (_, n) => ({
      ...{ company_id: company.id, user_id: 7, user_name: 'Bia' },
      ...{ act: n % 2 === 0 ? 'queue.deleted' : 'help.deleted', at: new Date(evening + n * 1000) },
    })),
  )
  const day = { from: '2026-10-01', to: '2026-10-01' }

  const sizes: number[] = []
  const ids = new Set<number>()
  for (let before = ''; ; ) {
    const { entries, next } = await admin.does(listAuditEntries, { query: { ...day, before } })
    sizes.push(entries.length)
    for (const { id } of entries) ids.add(id)
    if (next === null) break
    before = next
  }
  const count = async (query: object) => (await admin.does(listAuditEntries, { query })).entries.length

  expect([sizes, ids.size]).toEqual([[limits.auditPage, limits.auditPage, 20], 120])
  expect(await count({ from: '2026-10-02', to: '2026-10-31' })).toBe(0)
  expect(await count({ ...day, act: 'queue.deleted', userId: 7 })).toBe(limits.auditPage)
  expect(await count({ ...day, userId: 8 })).toBe(0)
  expect(await count({ ...day, userId: 7 })).toBe(limits.auditPage)
  expect(await count({ ...day, act: 'user.deleted' })).toBe(0)
  expect((await admin.call(listAuditEntries, { query: { before: 'x' } })).status).toBe(400)
  expect((await admin.call(listAuditEntries, { query: { act: 'x' } })).status).toBe(400)
})

it('O4 only entries older than the retention period are deleted', async () => {
  const { company } = shop
  const entries = testApp.table('audit_entries')
  const monthsAgo = (months: number) => {
    const at = testApp.now()
    return new Date(at.setUTCMonth(at.getUTCMonth() - months))
  }
  const age = (months: number) =>
    entries.insert({
      ...{ company_id: company.id, at: monthsAgo(months), act: 'help.deleted', subject_id: months },
    })
  await age(auditRetentionMonths + 1)
  await age(auditRetentionMonths - 1)
  const before = await entries.count()

  await purgeExpiredAuditEntries(testApp.app.workplace)

  expect(before - (await entries.count())).toBe(1)
  const old = await entries.find({ act: 'help.deleted', at: lessThan(monthsAgo(12)) }, ['subject_id'])
  expect(old).toEqual([{ subject_id: auditRetentionMonths - 1 }])
})
