import { credentialMask, credentialSettingKeys, settingKeys } from '@balcao/domain/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../auth/testing/test-server'
import { readCompanySetting } from './settings.read'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('SETTING-10, GEN-06 the list holds every known key, also those without a row', async () => {
  const { id, admin } = await server.company()
  await server.table('settings').delete({ company_id: id })

  const { status, body } = await admin.call('GET', '/settings/')

  expect(status).toBe(200)
  expect(body.map(({ key }: { key: string }) => key)).toEqual([...settingKeys, ...credentialSettingKeys])
  expect(body).toContainEqual({ id: 0, key: 'call', value: 'enabled', createdAt: null, updatedAt: null })
})

test('SETTING-09 a new company has calls and groups enabled and the rest disabled', async () => {
  const { person } = await server.company()
  const ana = await person('Ana')

  const { body } = await ana.call('GET', '/settings')

  const values = Object.fromEntries(
    body.map(({ key, value }: { key: string; value: string }) => [key, value]),
  )
  expect(values).toEqual({
    userRating: 'disabled',
    call: 'enabled',
    CheckMsgIsGroup: 'enabled',
    sendGreetingAccepted: 'disabled',
    sendMsgTransfTicket: 'disabled',
    scheduleType: 'disabled',
    chatBotType: 'text',
    campaignsEnabled: 'true',
    contactHistory: 'disabled',
    messageRetention: 'forever',
    userCreation: 'enabled',
  })
})

test('SETTING-11 a value that an admin sets applies at once, and the company gets an event', async () => {
  const { id, admin, person } = await server.company()
  const ana = await person('Ana')
  const stranger = await server.company()

  const { status, body } = await admin.call('PUT', '/settings/sendGreetingAccepted', { value: 'enabled' })

  expect([status, body]).toEqual([
    200,
    {
      id: expect.any(Number),
      key: 'sendGreetingAccepted',
      value: 'enabled',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    },
  ])
  const actor = { kind: 'system', name: 'test', companyId: id } as const
  const read = server.workplace.withCompany(actor, (work) => readCompanySetting(work, 'sendGreetingAccepted'))
  expect(await read).toBe('enabled')
  expect(await ana.received()).toContainEqual({
    channel: `company-${id}-settings`,
    payload: { action: 'update', setting: body },
  })
  expect(await stranger.admin.received()).toEqual([])
  expect((await stranger.admin.call('GET', '/settings')).body).toContainEqual(
    expect.objectContaining({ key: 'sendGreetingAccepted', value: 'disabled' }),
  )
})

test('SETTING-11 a known key without a row is created', async () => {
  const { id, admin } = await server.company()
  await server.table('settings').delete({ company_id: id })

  await admin.call('PUT', '/settings/scheduleType', { value: 'queue' })

  expect(await server.table('settings').find({ company_id: id }, ['key', 'value'])).toEqual([
    { key: 'scheduleType', value: 'queue' },
  ])
})

test('SETTING-11 an unknown key is not found, and an invalid value is refused', async () => {
  const { admin } = await server.company()

  for (const key of ['anything', '__proto__', 'constructor', '%00']) {
    const { status, body } = await admin.call('PUT', `/settings/${key}`, { value: 'enabled' })
    expect([status, body.error]).toEqual([404, 'ERR_NO_SETTING_FOUND'])
  }
  for (const value of ['on', '', null, {}, 1]) {
    expect((await admin.call('PUT', '/settings/call', { value })).status).toBe(400)
  }
})

test("AUTH-28 only the platform's owner, not another admin, changes who may sign up", async () => {
  const { admin } = await server.company()
  const owner = (await server.company({ isSuper: true })).admin

  const refused = await admin.call('PUT', '/settings/userCreation', { value: 'disabled' })
  const changed = await owner.call('PUT', '/settings/userCreation', { value: 'disabled' })

  expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
  expect([changed.status, changed.body.value]).toEqual([200, 'disabled'])
})

test('SETTING-11 only admins change settings', async () => {
  const { person } = await server.company()
  const ana = await person('Ana', { profile: 'supervisor' })

  const { status, body } = await ana.call('PUT', '/settings/call', { value: 'disabled' })

  expect([status, body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
})

test('SETTING-08, SETTING-14, O1 credentials are stored encrypted and never returned', async () => {
  const { id, admin, person } = await server.company()
  const ana = await person('Ana')
  const canary = 'asaas-canary-8d1f'

  const saved = await admin.call('PUT', '/settings/asaas', { value: canary })
  const untouched = [
    await admin.call('PUT', '/settings/asaas', { value: '' }),
    await admin.call('PUT', '/settings/asaas', { value: credentialMask }),
  ]
  const lists = [await admin.call('GET', '/settings'), await ana.call('GET', '/settings')]

  for (const { body } of [saved, ...untouched]) expect(body.value).toBe(credentialMask)
  expect(lists[0]?.body).toContainEqual(saved.body)
  expect(lists[0]?.body).toContainEqual(expect.objectContaining({ id: 0, key: 'ipixc', value: '' }))
  const keysOfAna = lists[1]?.body.map(({ key }: { key: string }) => key)
  for (const key of credentialSettingKeys) expect(keysOfAna).not.toContain(key)
  const stored = await server.table('settings').find({ company_id: id, key: 'asaas' }, ['value'])
  expect(stored).toHaveLength(1)
  expect(stored[0]?.value).not.toBe('')
  const events = await server.table('live_events').find({}, ['payload'])
  const outputs = [stored, lists, await ana.received(), await admin.received(), server.log, events]
  expect(JSON.stringify(outputs)).not.toContain(canary)
})
