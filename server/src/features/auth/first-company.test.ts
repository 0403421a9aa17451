import { settingKeys } from '@balcao/domain/settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureFirstCompany } from './first-company'
import { openTestServer, type TestServer } from './testing/test-server'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

const logIn = async (email: string, password: string | undefined) =>
  (await server.call('POST', '/auth/login', { body: { email, password } })).body

test('A1 an empty database gets a company, a plan with every module, and a super admin', async () => {
  const made = await ensureFirstCompany(server.workplace, { email: 'Dona@Example.com', password: null })

  expect(made).toEqual({ email: 'Dona@Example.com', generatedPassword: expect.stringMatching(/^[\w-]{20}$/) })
  const dona = await logIn('dona@example.com', made?.generatedPassword)
  expect(dona.user).toMatchObject({
    profile: 'admin',
    super: true,
    company: {
      dueDate: '2100-01-01T02:59:59.999Z',
      plan: {
        useCampaigns: true,
        useKanban: true,
        useOpenAi: true,
        useIntegrations: true,
        useSchedules: true,
        useInternalChat: true,
        useExternalApi: true,
      },
    },
  })
  expect(dona.user.company.settings.map(({ key }: { key: string }) => key)).toEqual(settingKeys)
  expect(await server.table('users').find({}, ['has_generated_password'])).toEqual([
    { has_generated_password: true },
  ])
  expect(dona.user.company.settings.every(({ id }: { id: number }) => id > 0)).toBe(true)
})

test('A1 a given password is used and not shown, and a second start creates nothing', async () => {
  const first = await ensureFirstCompany(server.workplace, {
    email: 'a@example.com',
    password: 'dada por fora',
  })
  const second = await ensureFirstCompany(server.workplace, { email: 'b@example.com', password: null })

  expect([first, second]).toEqual([null, null])
  expect((await logIn('a@example.com', 'dada por fora')).user.super).toBe(true)
  expect(await server.table('users').find({}, ['has_generated_password'])).toEqual([
    { has_generated_password: false },
  ])
  expect(await server.table('companies').count()).toBe(1)
})

test('two concurrent first starts create one company, and one of them returns the password', async () => {
  const made = await Promise.all([
    ensureFirstCompany(server.workplace, { email: 'a@example.com', password: null }),
    ensureFirstCompany(server.workplace, { email: 'b@example.com', password: null }),
  ])

  expect(made.filter((answer) => answer !== null)).toHaveLength(1)
  expect(await server.table('users').count()).toBe(1)
})
