import { createQueue } from '@balcao/contract/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failWrites } from '../../testing/failing-writes'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openOwnTestApp() // triggers
})
afterAll(() => testApp.close())

test.each([
  ['53100', 507, 'ERR_STORAGE_FULL'],
  ['57P01', 503, 'ERR_DATABASE_UNAVAILABLE'],
  ['57014', 503, 'ERR_DATABASE_TIMEOUT'],
])('a write that the database fails with %s is answered %i %s', async (code, status, error) => {
  const { admin } = await testApp.company()
  const repair = await failWrites(testApp, 'insert', 'queues', { code, message: 'could not extend file' })

  const answer = await admin.call(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })

  await repair()
  expect(answer).toMatchObject({ status, error })
})

test('GET /health answers while the database does', async () => {
  const answer = await testApp.app.http.inject({ method: 'GET', url: '/health' })

  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
})

test('GET /ready answers 503 once the process is about to end, and calls are still answered', async () => {
  const ready = () => testApp.app.http.inject({ method: 'GET', url: '/ready' })
  const { admin } = await testApp.company()
  expect((await ready()).json()).toEqual({ status: 'ready' })

  testApp.app.announceStop()

  const answer = await ready()
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { error: 'ERR_STOPPING' }])
  expect(await admin.call(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })).toMatchObject({
    status: 200,
  })
})
