import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSuperUser } from './create-super'
import { openTestServer, type TestServer } from './testing/test-server'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const create = (email: string, name = 'Nova Dona') => createSuperUser(server.workplace, { email, name })

test('without a company there is nothing to own', async () => {
  expect(await create('cedo@example.com')).toBeNull()
})

test('the operator creates another super user, in the company that runs the installation', async () => {
  await server.company()
  const platform = await server.company({ isSuper: true })

  const made = await create(' Dona@Example.com ')

  expect(made).toEqual({
    email: 'dona@example.com',
    company: platform.admin.user.company.name,
    password: expect.stringMatching(/^[\w-]{20}$/),
  })
  const signedIn = await server.call('POST', '/auth/login', {
    body: { email: 'dona@example.com', password: made?.password },
  })
  expect(signedIn.body.user).toMatchObject({ super: true, profile: 'admin', companyId: platform.id })
  expect(
    await server
      .table('audit_entries')
      .find({ company_id: platform.id, act: 'user.created' }, ['subject_name', 'detail']),
  ).toEqual([{ subject_name: 'Nova Dona', detail: { profile: 'admin', because: 'npm run admin' } }])
})

test('a taken or invalid e-mail changes nothing', async () => {
  const { admin } = await server.company()
  const count = () => server.table('users').count()
  const before = await count()

  await expect(create(admin.email)).rejects.toMatchObject({ code: 'ERR_EMAIL_ALREADY_EXISTS' })
  await expect(create('dona')).rejects.toThrow('Invalid email')
  await expect(create('x@example.com', '')).rejects.toThrow()
  expect(await count()).toBe(before)
})
