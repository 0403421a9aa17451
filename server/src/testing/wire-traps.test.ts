import { liveChannel } from '@balcao/contract/live'
import { getSessionUser, getUser, listUsers, type SessionUser, updateUser } from '@balcao/contract/people'
import { createTicket, updateTicket } from '@balcao/contract/tickets'
import type { CompanyId, ContactId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { openTicketFixture, type TicketFixture } from '../features/tickets/testing/ticket-fixture'
import { errorBody } from './error-body'
import { goodPassword, openTestApp, type Person, type TestApp } from './test-app'

/** Traps that existing clients of the family contain for their servers. Traps 1 and 9 are tested with the sockets. */
let testApp: TestApp
let fixture: TicketFixture

beforeAll(async () => {
  testApp = await openTestApp()
  fixture = await openTicketFixture(testApp)
})
afterAll(() => testApp.close())

interface Session {
  readonly token: string
  readonly user: SessionUser
}

async function login(person: Person): Promise<Session & { cookie: string }> {
  const payload = { email: person.email, password: goodPassword }
  const answer = await testApp.app.http.inject({ method: 'POST', url: '/auth/login', payload })
  return { ...answer.json<Session>(), cookie: answer.cookies.find(({ name }) => name === 'jrt')?.value ?? '' }
}

async function refresh(cookie: string): Promise<Session> {
  const answer = await testApp.app.http.inject({
    method: 'POST',
    url: '/auth/refresh_token',
    cookies: { jrt: cookie },
  })
  expect(answer.statusCode).toBe(200)
  return answer.json<Session>()
}

/** The event about the user on the user's own page. */
async function ownUpdate(person: Person): Promise<SessionUser> {
  await person.received()
  await fixture.company.admin.does(updateUser, { params: { userId: person.id }, body: { name: 'Ana Lima' } })
  const event = (await person.received()).find(
    ({ channel: name }) => name === liveChannel.user(fixture.company.id),
  )
  if (event === undefined) throw new Error('the page got no event of its own user')
  return (event.payload as { user: SessionUser }).user // the channel determines the payload
}

describe('the signed-in user', () => {
  it('WIRE-trap-2 has the join row of each queue: at login, at refresh, in the own event', async () => {
    const person = await fixture.company.person('Ana', { queueIds: [fixture.sales] })
    const row = { id: fixture.sales, UserQueue: { queueId: fixture.sales, userId: person.id } }
    const { user, cookie } = await login(person)
    const again = await testApp.signIn(person.email)

    expect(user.queues).toMatchObject([row])
    expect((await ownUpdate(again)).queues).toMatchObject([row])
    expect(cookie).not.toBe('')
    expect((await refresh(again.cookie)).user.queues).toMatchObject([row])
  })

  it('WIRE-trap-3 has a list of queues even without a queue', async () => {
    const person = await fixture.company.person('Nina')
    const { cookie } = person

    expect(person.user.queues).toEqual([])
    expect((await refresh(cookie)).user.queues).toEqual([])
    expect((await person.does(getSessionUser)).queues).toEqual([])
    expect((await person.does(getUser, { params: { userId: person.id } })).queues).toEqual([])
    const { users } = await person.does(listUsers)
    for (const { queues } of users) expect(Array.isArray(queues)).toBe(true)
    expect((await ownUpdate(person)).queues).toEqual([])
  })

  it('WIRE-trap-10 has the whole company with its list of settings, also in the own event', async () => {
    const person = await fixture.company.person('Zoe')
    const whole = {
      id: fixture.company.id,
      name: expect.any(String),
      email: expect.any(String),
      dueDate: expect.any(String),
      plan: { useCampaigns: true },
      settings: expect.arrayContaining([expect.objectContaining({ key: 'campaignsEnabled', value: 'true' })]),
    }

    expect(person.user.company).toMatchObject(whole)
    expect(new Date(person.user.company.dueDate) > testApp.now()).toBe(true)
    expect(person.user.company).toHaveProperty('trialExpiration')
    expect((await ownUpdate(person)).company).toMatchObject(whole)
    expect((await refresh(person.cookie)).user.company).toMatchObject(whole)
  })
})

describe('WIRE-trap-4 TICKET-35 a contact who has a ticket already', () => {
  const contactOf = async (ticketId: number) =>
    (await testApp.table('tickets').get<{ contact_id: ContactId }>({ id: ticketId }, ['contact_id']))
      .contact_id

  it('POST answers 409 with the ticket as a JSON text, with its owner and queue', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const contactId = await contactOf(ticketId)

    const { status, error } = await fixture.rui.call(createTicket, {
      body: { contactId, queueId: fixture.sales },
    })

    expect(status).toBe(409)
    expect(JSON.parse(error ?? '')).toEqual({
      id: ticketId,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'open',
      userId: fixture.ana.id,
      queueId: fixture.sales,
      user: { id: fixture.ana.id, name: fixture.ana.user.name },
      queue: { id: fixture.sales, name: 'Vendas', color: expect.any(String) },
    })
  })

  it('both objects are present even without an owner and a queue', async () => {
    const contactId = await contactOf(await fixture.pending(null))

    const { error } = await fixture.company.admin.call(createTicket, { body: { contactId } })

    expect(JSON.parse(error ?? '')).toMatchObject({
      userId: null,
      queueId: null,
      user: { id: null, name: '' },
      queue: { id: null, name: '', color: '' },
    })
  })

  it('PUT answers the plain code', async () => {
    const closed = await fixture.open(fixture.ana)
    await fixture.ana.does(updateTicket, { params: { ticketId: closed }, body: { status: 'closed' } })
    await fixture.ana.does(createTicket, {
      body: { contactId: await contactOf(closed), queueId: fixture.sales },
    })

    const { status, error } = await fixture.rui.call(updateTicket, {
      params: { ticketId: closed },
      body: { status: 'open' },
    })

    expect([status, error]).toEqual([409, 'ERR_OTHER_OPEN_TICKET'])
  })
})

describe('WIRE-trap-5 401 and 403', () => {
  it('a missing permission is 403, and logs no user out', async () => {
    const zoe = await fixture.company.person('Zoe')
    const answer = await testApp.app.http.inject({
      method: 'POST',
      url: '/queue',
      headers: { authorization: `Bearer ${zoe.token}` },
      payload: {},
    })

    expect([answer.statusCode, answer.json()]).toEqual([403, errorBody('ERR_NO_PERMISSION')])
    expect((await zoe.call(getSessionUser)).status).toBe(200)
  })

  it('an ended session is 401: without a header, after another login, and at refresh', async () => {
    const zoe = await fixture.company.person('Zoe')
    await testApp.signIn(zoe.email)

    const anonymous = await testApp.app.http.inject({ url: '/auth/me' })
    const replaced = await zoe.call(getSessionUser)
    const renewal = await testApp.app.http.inject({
      method: 'POST',
      url: '/auth/refresh_token',
      cookies: { jrt: zoe.cookie },
    })

    for (const status of [anonymous.statusCode, replaced.status, renewal.statusCode]) expect(status).toBe(401)
    expect(renewal.json()).toEqual(errorBody('ERR_SESSION_EXPIRED'))
    expect(renewal.cookies.find(({ name }) => name === 'jrt')?.value).toBe('')
  })
})

describe('WIRE-trap-7 PLAN-05 PLAN-06 AUTH-26 the plans', () => {
  test.each(['/plans/all', '/plans/list', '/plans/list/'])('%s answers without a token', async (url) => {
    const answer = await testApp.app.http.inject({ url })

    expect(answer.statusCode).toBe(200)
    const values = answer.json<{ value: number; name: string; users: number }[]>().map(({ value }) => value)
    expect(values.length).toBeGreaterThan(0)
    expect(values).toEqual([...values].sort((a, b) => a - b))
  })
})

describe('WIRE-trap-8 names of live events', () => {
  it('begin with the company, except announcements and file lists; a bare `user` does not occur', () => {
    const { announcement, fileList, ...ofCompany } = liveChannel
    const names = Object.values(ofCompany).map((nameOf) =>
      (nameOf as (company: CompanyId, ...of: number[]) => string)(7 as CompanyId, 1),
    )

    expect(announcement()).toBe('company-announcement')
    expect(fileList(7 as CompanyId)).toBe('company7-file') // WIRE-trap-13
    expect(names.every((name) => name.startsWith('company-7-'))).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('RT-23 ERR-06', () => {
  it('the body of a refusal is { error } with a code, and data where the code has some', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const { body } = await fixture.rui.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open', userId: fixture.rui.id },
    })

    expect(body).toEqual(errorBody('ERR_TICKET_ALREADY_ACCEPTED', { userName: expect.any(String) }))
  })
})

describe('WIRE-trap-21 the message of an error answer', () => {
  const refused = (url: string, headers: Record<string, string> = {}) =>
    testApp.app.http.inject({ url, headers: { authorization: `Bearer ${fixture.ana.token}`, ...headers } })

  test.each([
    ['pt', {}, 'Registro não encontrado.'],
    ['en', { 'accept-language': 'en-US,en;q=0.9,pt;q=0.8' }, 'Record not found.'],
    ['es', { 'accept-language': 'es' }, 'Registro no encontrado.'],
  ])('explains a code that is not in the documents: %s', async (_, headers, message) => {
    const answer = await refused('/nothing', headers)

    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'ERR_NOT_FOUND', message }])
  })

  it('is absent for a code of the documents, so that a client shows its own translation', async () => {
    const answer = await refused('/tickets/999999')

    expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'ERR_NO_TICKET_FOUND' }])
  })
})

// Last: time passes, and every token of this file expires.
describe('WIRE-trap-5 a token', () => {
  it('that expired is 403; after one refresh the call succeeds', async () => {
    const person = await fixture.company.person('Zoe')
    testApp.pass(16 * 60)

    const tooLate = await person.call(getSessionUser)
    const { token } = await refresh(person.cookie)
    const retried = await testApp.app.http.inject({
      url: '/auth/me',
      headers: { authorization: `Bearer ${token}` },
    })

    expect([tooLate.status, tooLate.error]).toEqual([403, 'ERR_ACCESS_TOKEN'])
    expect(retried.statusCode).toBe(200)
  })
})
