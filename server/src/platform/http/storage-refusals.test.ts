import { createQueue } from '@balcao/contract/queues'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  await testApp.rows(`create function fail_insert() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`)
  await testApp.rows('create trigger failing before insert on queues execute function fail_insert()')

  const answer = await admin.call(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })

  await testApp.rows('drop trigger failing on queues')
  await testApp.rows('drop function fail_insert')
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
