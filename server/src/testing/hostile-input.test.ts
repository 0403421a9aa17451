import { endpointCallUrl } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { updateUser } from '@balcao/contract/people'
import type { CompanyId, UserId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { deepNamesOf, deepPathsOf, nameOfPath, withValueAt } from './form-paths'
import { aFullCompany, type FullCompany, fingerprintOf } from './full-company'
import { openOwnTestApp, type TestApp } from './test-app'
import { endpointsOf, missingId, missingUuid, type Sent, send, validRequest } from './valid-requests'

let testApp: TestApp
let own: FullCompany
let foreign: FullCompany
let foreignBefore: Record<string, string>
let endpoints: readonly Endpoint[]
let spoiledFields: readonly Spoiled[]
let spoiledForms: readonly Spoiled[]
let turn = 0

beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  // An admin who is also a super user, so that no call is refused.
  own = await aFullCompany(testApp, { isSuper: true })
  foreign = await aFullCompany(testApp)
  await testApp.app.delivery.settled() // delivered events are deleted
  foreignBefore = await fingerprintOf(testApp, foreign.company.id)
  endpoints = endpointsOf(testApp).filter(({ name }) => name !== 'auth.logout')
  spoiledFields = worthSending(fieldsOf)
  spoiledForms = worthSending(deepPlacesOf)
})
afterAll(() => testApp.close())

const parts = ['params', 'query', 'body'] as const
const huge = 'ã'.repeat(70_000)

/** Values that no field expects. `__proto__` is an own key, as it would arrive. */
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

/** A valid request that deletes nothing, because later calls need the rows. */
function soundOf({ name, method }: Endpoint): Sent {
  const sound = validRequest(name, own, ++turn)
  return method === 'DELETE' && sound.query ? { ...sound, params: { queueId: missingId } } : sound
}

const hours = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]
const ofFiles = [{ id: 1, name: 'a' }]

/** Alternative forms, in place of those of the valid request. */
const otherForms: Record<string, readonly Record<string, unknown>[]> = {
  'companies.saveHours': [{ schedules: hours }],
  'externalApi.send': [{ template: { name: 'segredo_da_meta', language: 'pt_BR' } }],
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

/** The lists and objects of a form, filled: whole forms, and parts that replace those of the valid one. */
function formsOf(name: string): readonly Record<string, unknown>[] {
  return [validRequest(name, own, 0).body ?? {}, ...(otherForms[name] ?? [])]
}

/** A place in a call where a hostile value may be put. */
interface Place {
  readonly name: string
  spoil(sound: Sent, value: unknown): Sent
  /** Whether this place can transport the value. */
  carries(value: unknown): boolean
}

function fieldsOf({ name }: Endpoint): readonly Place[] {
  const sound = validRequest(name, own, 0)
  return parts.flatMap((part) =>
    Object.keys(sound[part] ?? {}).map((field) => ({
      name: `${part}.${field}`,
      spoil: (call, value) => ({ ...call, [part]: { ...call[part], [field]: value } }),
      // An address has its own limit, and a lone surrogate cannot be encoded in a path.
      carries: (value) => part === 'body' || (value !== huge && (part === 'query' || value !== '\ud800')),
    })),
  )
}

function deepPlacesOf({ name }: Endpoint): readonly Place[] {
  return formsOf(name).flatMap((form) =>
    deepPathsOf(form).map((path) => ({
      name: nameOfPath(path),
      spoil: (call, value) => ({
        ...call,
        body: withValueAt({ ...call.body, ...form }, path, value) as Record<string, unknown>, // a form again
      }),
      carries: () => true,
    })),
  )
}

/** A call with one hostile value in it. */
interface Spoiled {
  readonly endpoint: Endpoint
  readonly place: Place
  /** The index of the hostile value. */
  readonly at: number
  readonly isRefusedByShape: boolean
}

/**
 * Every value in every place that the call's schema accepts; values that the schema parses to the same result only
 * once, because the handler sees no difference. Of the values that it refuses, one per place in rotation, because
 * they never reach the handler.
 */
function worthSending(placesOf: (endpoint: Endpoint) => readonly Place[]): readonly Spoiled[] {
  let places = 0
  return endpoints.flatMap((endpoint) => {
    const sound = validRequest(endpoint.name, own, 0)
    const seen = new Set<string>()
    return placesOf(endpoint).flatMap((place) => {
      const sent: Spoiled[] = []
      const refused: number[] = []
      for (const [at, value] of hostile.entries()) {
        if (!place.carries(value)) continue
        const read = readByShape(endpoint, place.spoil(sound, value))
        if (read === null) refused.push(at)
        else if (!seen.has(read)) sent.push({ endpoint, place, at, isRefusedByShape: false })
        if (read !== null) seen.add(read)
      }
      const oneRefused = refused[places++ % refused.length]
      if (oneRefused !== undefined) sent.push({ endpoint, place, at: oneRefused, isRefusedByShape: true })
      return sent
    })
  })
}

/** The parsed call after transport, as JSON; null: the schema refuses it. */
function readByShape(endpoint: Endpoint, sent: Sent): string | null {
  const { searchParams } = new URL(endpointCallUrl(endpoint, sent), 'http://testApp')
  const params = Object.entries(sent.params ?? {}).map(([name, value]) => [name, String(value)])
  if (params.some(([, value]) => value === '')) return 'the address of another call'
  const arrived = {
    params: Object.fromEntries(params),
    query: Object.fromEntries(searchParams),
    body: JSON.parse(JSON.stringify(sent.body ?? {})),
  }
  try {
    const read = parts.map((part) => endpoint[part].safeParse(arrived[part]))
    const isRefused = read.some(({ success }) => !success)
    return isRefused ? null : JSON.stringify(read, (_, value) => (value === undefined ? 'left out' : value))
  } catch (stumbled) {
    return `${stumbled} over ${JSON.stringify(sent)}` // the server's answer reports it
  }
}

/**
 * Returns the fault of an answer, as text. Correct answers are success or a refusal with a code, and a refusal where
 * the schema refuses.
 */
async function faultOf({ endpoint, place, at, isRefusedByShape }: Spoiled): Promise<readonly string[]> {
  const token = endpoint.access === 'token' ? own.apiToken : own.admin.token
  const { status, body } = await send(testApp, endpoint, place.spoil(soundOf(endpoint), hostile[at]), token)
  const error = (body as { error?: unknown } | null)?.error
  const isHonest = status < 500 && (status < 400 ? !isRefusedByShape : typeof error === 'string')
  return isHonest ? [] : [`${endpoint.name} ${place.name}: ${status} ${JSON.stringify(body).slice(0, 200)}`]
}

async function faultsOf(spoiled: readonly Spoiled[]): Promise<readonly string[]> {
  const faults: string[] = []
  for (const call of spoiled) faults.push(...(await faultOf(call)))
  return faults
}

describe('I2 input that no client would send', () => {
  describe.each(hostile.map((value, at) => [at, JSON.stringify(value).slice(0, 40)] as const))(
    'is never a server error: value %i, %s,',
    (value) => {
      it('in every field of every call', async () => {
        expect(await faultsOf(spoiledFields.filter(({ at }) => at === value))).toEqual([])
      })

      it('everywhere inside the lists and objects of every form', async () => {
        expect(await faultsOf(spoiledForms.filter(({ at }) => at === value))).toEqual([])
      })
    },
  )

  it('reaches all fields that any form accepts inside its lists and objects', () => {
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

  it('leaves the valid requests working afterwards', async () => {
    for (const name of [
      'contacts.update',
      'queues.update',
      'users.update',
      'tickets.list',
      'messages.list',
    ]) {
      const endpoint = endpoints.find((one) => one.name === name)
      if (endpoint === undefined) throw new Error(`${name} is no endpoint`)
      const { status } = await send(testApp, endpoint, soundOf(endpoint), own.admin.token)
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
  ])('is never a server error: a body that is %s', async (_, payload) => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const { params = {} } = validRequest(endpoint.name, own, 0)
      const answer = await testApp.app.http.inject({
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
  ])('is never a server error: a body of the type %s', async (type, payload) => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const { params = {} } = validRequest(endpoint.name, own, 0)
      const answer = await testApp.app.http.inject({
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
  ])('is never a server error: the address %s', async (url) => {
    const headers = { authorization: `Bearer ${own.admin.token}` }
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { statusCode } = await testApp.app.http.inject({ method, url, headers })
      expect(statusCode).toBeLessThan(500)
    }
  })

  it('changed no row of another company', async () => {
    await testApp.app.delivery.settled()
    expect(await fingerprintOf(testApp, foreign.company.id)).toEqual(foreignBefore)
  })

  it('left no error in the log, and no change in the objects of this process', () => {
    expect(testApp.log.filter((line) => line.includes('a call failed'))).toEqual([])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })
})

describe('I1 keys that a form does not have, or not for this user', () => {
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

  it('raise no rights: a user’s or supervisor’s rights and subscription stay the same', async () => {
    const other = await aFullCompany(testApp)
    const rights = async () => {
      const ofUser = ['id', 'company_id', 'profile', 'is_super', 'all_ticket']
      const users = await testApp.table('users').find<{ id: UserId; company_id: CompanyId }>({}, ofUser)
      const ofCompany = ['id', 'plan_id', 'due_date', 'is_active']
      const companies = await testApp.table('companies').find<{ id: CompanyId }>({}, ofCompany)
      const queues = await testApp.table('user_queues').find<{ user_id: UserId }>({}, ['user_id', 'queue_id'])
      return users
        .sort((one, other) => one.id - other.id)
        .map((user) => ({
          ...{ user, company: companies.find(({ id }) => id === user.company_id) },
          queues: queues.filter(({ user_id }) => user_id === user.id),
        }))
    }
    const before = await rights()

    for (const { token } of [other.user, other.supervisor]) {
      for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
        const sound = validRequest(endpoint.name, other, ++turn)
        const sent = {
          ...sound,
          query: { ...sound.query, ...forbidden },
          body: { ...sound.body, ...forbidden },
        }
        await send(testApp, endpoint, sent, token)
      }
    }

    // A sign-up creates companies, which are listed after the existing ones.
    expect((await rights()).slice(0, before.length)).toEqual(before)
  })

  it('make no admin super, move none to another company and pay nothing', async () => {
    const other = await aFullCompany(testApp)
    const standing = async () => {
      const { id } = other.company
      const company = await testApp.table('companies').get({ id }, ['plan_id', 'due_date', 'is_active'])
      const plan = await testApp.table('plans').get({ id: company.plan_id }, ['value'])
      const supers = await testApp.table('users').count({ is_super: true })
      const atHome = await testApp.table('users').count({ id: other.user.id, company_id: id })
      return { company, plan, supers, atHome }
    }
    const before = await standing()
    const neighbour = await fingerprintOf(testApp, own.company.id)
    const { profile, allTicket, ...never } = forbidden

    for (const endpoint of endpoints.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const sound = validRequest(endpoint.name, other, ++turn)
      // `value` is the setting's own field; all other keys here belong to no form.
      const { value, ...keys } = endpoint.name === 'settings.update' ? { ...never, value: 'enabled' } : never
      const body = { ...sound.body, ...keys, ...(endpoint.name === 'settings.update' ? { value } : {}) }
      await send(testApp, endpoint, { ...sound, body }, other.admin.token)
    }

    expect(await standing()).toEqual(before)
    expect(await fingerprintOf(testApp, own.company.id)).toEqual(neighbour)
  })

  it('USER-07 a user changes their own name, and no field that only admins may change', async () => {
    const other = await aFullCompany(testApp)
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
