import type { Endpoint } from '@balcao/contract/endpoint'
import { updateUser } from '@balcao/contract/people'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { deepNamesOf, deepPathsOf, nameOfPath, withValueAt } from './form-paths'
import { aFullCompany, type FullCompany, fingerprintOf } from './full-company'
import { endpointsOf, missingId, missingUuid, type Sent, send, soundCall } from './sound-calls'
import { openTown, type Town } from './town'

let town: Town
let own: FullCompany
let foreign: FullCompany
let foreignBefore: Record<string, string>
let endpoints: readonly Endpoint[]
let turn = 0

beforeAll(async () => {
  town = await openTown()
  // An admin who is also the owner of the platform: nothing is closed to the calls.
  own = await aFullCompany(town, { isSuper: true })
  foreign = await aFullCompany(town)
  await town.house.delivery.settled() // what is told is forgotten when it has been told
  foreignBefore = await fingerprintOf(town, foreign.company.id)
  endpoints = endpointsOf(town).filter(({ name }) => name !== 'auth.logout')
}, 60_000)
afterAll(() => town.close())

const parts = ['params', 'query', 'body'] as const
const huge = 'ã'.repeat(70_000)

/** Values that no field expects. `__proto__` is written as it would arrive: as a key of its own. */
const hostile: readonly unknown[] = [
  { a: 1 },
  [],
  [[]],
  [null, { id: 1 }],
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2_147_483_648,
  2 ** 53,
  '',
  ' ',
  '-1',
  '1e99',
  "'; drop table tickets; --",
  '%00',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b\ufeff',
  '{{name}}',
  '[1,2',
  '{"__proto__":{"isAdmin":true}}',
  JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
  huge,
]

/** A sound call, but one that deletes nothing: the calls after it would fall short. */
function soundOf({ name, method }: Endpoint): Sent {
  const sound = soundCall(name, own, ++turn)
  return method === 'DELETE' && sound.query ? { ...sound, params: { queueId: missingId } } : sound
}

const hours = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]
const ofFiles = [{ id: 1, name: 'a' }]

/** What some forms take instead of what their sound call holds. */
const otherForms: Record<string, readonly Record<string, unknown>[]> = {
  'companies.saveHours': [{ schedules: hours }],
  'queues.create': [{ schedules: hours }],
  'queues.update': [{ schedules: hours }],
  'contacts.create': [{ extraInfo: [{ name: 'cpf', value: '1' }] }],
  'fileLists.create': [{ options: ofFiles }],
  'fileLists.update': [{ options: ofFiles }],
  'fileLists.upload': [{ mediaType: ['image/png'], name: ['a.png'], id: ['1'] }],
  'messages.send': [
    { body: ['Olá!'], clientId: [missingUuid], voice: [false] },
    { location: { latitude: -30, longitude: -51, name: 'Loja', address: 'Rua A, 1' } },
    { contactIds: [1] },
  ],
  'subscription.webhook': [{ pix: [{ txid: 'FAT1X0A', endToEndId: 'E1', valor: '149.90' }] }],
  'subscription.webhookOfType': [{ pix: [{ txid: 'FAT1X0A', endToEndId: 'E1', valor: '149.90' }] }],
  'tags.sync': [{ tags: [{ id: 1 }] }],
}

/** The lists and objects of a form, filled; whole forms, and parts that stand in for those of the sound one. */
function formsOf(name: string): readonly Record<string, unknown>[] {
  return [soundCall(name, own, 0).body ?? {}, ...(otherForms[name] ?? [])]
}

/** What an honest answer may be: done, or refused in our words. Else the answer, in words. */
async function faultOf(endpoint: Endpoint, sent: Sent, what: string): Promise<readonly string[]> {
  const token = endpoint.access === 'token' ? own.apiToken : own.admin.token
  const { status, body } = await send(town, endpoint, sent, token)
  const error = (body as { error?: unknown } | null)?.error
  const isHonest = status < 500 && (status < 400 || typeof error === 'string')
  return isHonest ? [] : [`${endpoint.name} ${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`]
}

describe('I2 what no client would send', () => {
  test.each(hostile.map((value, at) => [at, JSON.stringify(value).slice(0, 40), value] as const))(
    'is never our fault: value %i, %s, in every field of every call',
    async (_, name, value) => {
      const faults: string[] = []
      for (const endpoint of endpoints) {
        const fields = parts.flatMap((part) =>
          Object.keys(soundCall(endpoint.name, own, 0)[part] ?? {}).map((field) => ({ part, field })),
        )
        for (const { part, field } of fields) {
          // A path has its own limit; a longer one never reaches the call.
          if (part !== 'body' && value === huge) continue
          // Half a character has no form in an address.
          if (part === 'params' && value === '\ud800') continue
          const sound = soundOf(endpoint)
          const sent = { ...sound, [part]: { ...sound[part], [field]: value } }
          faults.push(...(await faultOf(endpoint, sent, `${part}.${field} = ${name}`)))
        }
      }
      expect(faults).toEqual([])
    },
    60_000,
  )

  test.each(hostile.map((value, at) => [at, JSON.stringify(value).slice(0, 40), value] as const))(
    'is never our fault: value %i, %s, everywhere inside the lists and objects of every form',
    async (_, name, value) => {
      const faults: string[] = []
      for (const endpoint of endpoints) {
        for (const form of formsOf(endpoint.name)) {
          for (const path of deepPathsOf(form)) {
            const sound = soundOf(endpoint)
            const body = withValueAt({ ...sound.body, ...form }, path, value) as Record<string, unknown> // a form again
            faults.push(...(await faultOf(endpoint, { ...sound, body }, `${nameOfPath(path)} = ${name}`)))
          }
        }
      }
      expect(faults).toEqual([])
    },
    60_000,
  )

  it('reaches all that any form takes inside its lists and objects', () => {
    const missed = endpoints.flatMap((endpoint) => {
      const reached = new Set(
        formsOf(endpoint.name)
          .flatMap((form) => deepPathsOf(form))
          .map(nameOfPath),
      )
      return deepNamesOf(endpoint.body)
        .filter((name) => !reached.has(name))
        .map((name) => `${endpoint.name}${name}`)
    })
    expect(missed).toEqual([])
  })

  it('and the sound calls themselves still do what they say afterwards', async () => {
    for (const name of [
      'contacts.update',
      'queues.update',
      'users.update',
      'tickets.list',
      'messages.list',
    ]) {
      const endpoint = endpoints.find((one) => one.name === name)
      if (endpoint === undefined) throw new Error(`${name} is no endpoint`)
      const { status } = await send(town, endpoint, soundOf(endpoint), own.admin.token)
      expect([name, status]).toEqual([name, 200])
    }
  })

  test.each([
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['a text', '"{}"'],
    ['half an object', '{"name":'],
    ['nothing', ''],
    ['NUL', '\u0000'],
    ['its prototype', '{"__proto__":{"profile":"admin"}}'],
    ['depth', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ])('is never our fault: a body that is %s', async (_, payload) => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const { params = {} } = soundCall(endpoint.name, own, 0)
      const answer = await town.house.http.inject({
        method: endpoint.method,
        url: endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name])),
        headers: { authorization: `Bearer ${own.admin.token}`, 'content-type': 'application/json' },
        payload,
      })
      expect([endpoint.name, answer.statusCode, answer.body]).not.toContain(500)
      expect(answer.json()).toBeDefined()
    }
  })

  test.each([
    ['text/plain', 'name=x'],
    ['application/xml', '<x/>'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', '--x\r\nnonsense'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['nonsense', 'x'],
  ])('is never our fault: a body of the type %s', async (type, payload) => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const { params = {} } = soundCall(endpoint.name, own, 0)
      const answer = await town.house.http.inject({
        method: endpoint.method,
        url: endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name])),
        headers: { authorization: `Bearer ${own.admin.token}`, 'content-type': type },
        payload,
      })
      expect([endpoint.name, answer.statusCode < 500]).toEqual([endpoint.name, true])
    }
  })

  test.each([
    ['/tickets/%00'],
    ['/tickets/%'],
    ['/tickets/%ff'],
    [`/tickets/${'9'.repeat(500)}`],
    ['/tickets/u/%00'],
    ['/tickets?queueIds=1&queueIds=2'],
    ['/tickets?pageNumber[]=1'],
    ['/tickets?__proto__=1&constructor=2'],
    ['/tickets?searchParam=%00'],
    ['/tickets?searchParam=%25%5C_'],
    ['//tickets'],
    ['/contacts/../../etc/passwd'],
    ['/settings/__proto__'],
  ])('is never our fault: the address %s', async (url) => {
    const headers = { authorization: `Bearer ${own.admin.token}` }
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { statusCode } = await town.house.http.inject({ method, url, headers })
      expect(statusCode).toBeLessThan(500)
    }
  })

  it('changed no row of another company', async () => {
    await town.house.delivery.settled()
    expect(await fingerprintOf(town, foreign.company.id)).toEqual(foreignBefore)
  })

  it('left no fault in the log, and no trace in the objects of this process', () => {
    expect(town.log.filter((line) => line.includes('a call failed'))).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('I1 keys that a form does not have, or not for this person', () => {
  const forbidden = {
    profile: 'admin',
    super: true,
    is_super: true,
    companyId: 1,
    company_id: 1,
    tokenVersion: 99,
    dueDate: '2099-01-01',
    planId: 1,
    paid: true,
    value: 0,
    isActive: true,
    allTicket: 'enable',
    id: 1,
    online: true,
  }

  it('raise nobody: whatever a user or supervisor writes, rights and subscription stay as they were', async () => {
    const other = await aFullCompany(town)
    const rights = () =>
      town.rows(`
        select c.id, c.plan_id, c.due_date, c.is_active, u.id, u.company_id, u.profile, u.is_super, u.all_ticket,
          (select array_agg(queue_id order by queue_id) from user_queues q where q.user_id = u.id) as queues
        from companies c join users u on u.company_id = c.id order by u.id`)
    const before = await rights()

    for (const { token } of [other.user, other.supervisor]) {
      for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
        const sound = soundCall(endpoint.name, other, ++turn)
        const sent = {
          ...sound,
          query: { ...sound.query, ...forbidden },
          body: { ...sound.body, ...forbidden },
        }
        await send(town, endpoint, sent, token)
      }
    }

    // A sign-up founds companies of its own; they come after all that were there.
    expect((await rights()).slice(0, before.length)).toEqual(before)
  })

  it('an admin neither becomes super, nor moves to another company, nor pays by writing so', async () => {
    const other = await aFullCompany(town)
    const standing = () =>
      town.rows(
        `select c.plan_id, c.due_date, c.is_active, p.value,
           (select count(*) filter (where is_super) from users) as supers,
           (select count(*) from users u where u.id = $2 and u.company_id = c.id) as at_home
         from companies c join plans p on p.id = c.plan_id where c.id = $1`,
        [other.company.id, other.user.id],
      )
    const before = await standing()
    const neighbour = await fingerprintOf(town, own.company.id)
    const { profile, allTicket, ...never } = forbidden

    for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const sound = soundCall(endpoint.name, other, ++turn)
      // `value` is the setting's own field; everything else here is nobody's.
      const { value, ...keys } = endpoint.name === 'settings.update' ? { ...never, value: 'enabled' } : never
      const body = { ...sound.body, ...keys, ...(endpoint.name === 'settings.update' ? { value } : {}) }
      await send(town, endpoint, { ...sound, body }, other.admin.token)
    }

    expect(await standing()).toEqual(before)
    expect(await fingerprintOf(town, own.company.id)).toEqual(neighbour)
  })

  it('USER-07 a user changes their own name, and nothing else that admins may', async () => {
    const other = await aFullCompany(town)
    const { user } = other

    const changed = await user.does(updateUser, {
      params: { userId: user.id },
      body: {
        name: 'Ana Maria',
        profile: 'admin',
        queueIds: [],
        allTicket: 'enable',
        whatsappId: other.connectionId,
      },
    })

    expect(changed).toMatchObject({
      name: 'Ana Maria',
      profile: 'user',
      allTicket: 'disable',
      whatsappId: null,
    })
    expect(changed.queues.map(({ id }) => id)).toEqual([other.queueId])
  })
})
