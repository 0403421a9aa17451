import type { Endpoint } from '@balcao/contract/endpoint'
import { type Permission, permissions } from '@balcao/domain/permissions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFullCompany, type FullCompany, fingerprintOf } from './full-company'
import { endpointsOf, missingId, missingUuid, type Sent, send, soundCall } from './sound-calls'
import { openTown, type Town } from './town'

let town: Town
let own: FullCompany
let foreign: FullCompany
let platform: FullCompany
let expired: FullCompany
let endpoints: readonly Endpoint[]

beforeAll(async () => {
  town = await openTown()
  own = await aFullCompany(town)
  foreign = await aFullCompany(town)
  platform = await aFullCompany(town, { isSuper: true })
  expired = await aFullCompany(town)
  await town.rows(`update companies set due_date = '2026-11-01' where id = $1`, [expired.company.id])
  town.pass(6) // the gate remembers for five seconds
  endpoints = endpointsOf(town)
}, 60_000)
afterAll(() => town.close())

/**
 * Who may call what, written a second time: an endpoint that is new here, or that opens itself wider, must be agreed to.
 * `all`: any signed-in person; `admin`: the profile; `super`: the platform's owner; `public`: anybody.
 */
const agreed: Record<'public' | 'all' | 'admin' | 'super', string[]> = {
  public: ['health', 'auth.login', 'auth.refreshToken', 'auth.logout', 'plans.list', 'plans.all'],
  all: [
    'auth.me',
    'users.list',
    'users.choices',
    'users.get',
    'users.update',
    'queues.list',
    'queues.get',
    'settings.list',
    'plans.get',
    'helps.list',
    'helps.all',
    'tags.list',
    'tags.choices',
    'tags.kanban',
    'tags.get',
    'tags.create',
    'tags.update',
    'tags.delete',
    'tags.sync',
    'quickMessages.list',
    'quickMessages.choices',
    'quickMessages.get',
    'quickMessages.create',
    'quickMessages.update',
    'quickMessages.delete',
    'quickMessages.putMedia',
    'quickMessages.removeMedia',
    'schedules.list',
    'schedules.get',
    'schedules.create',
    'schedules.update',
    'schedules.delete',
    'schedules.putMedia',
    'schedules.removeMedia',
    'notes.list',
    'notes.create',
    'notes.delete',
    'tickets.list',
    'tickets.counts',
    'tickets.get',
    'tickets.getByUuid',
    'tickets.others',
    'tickets.create',
    'tickets.acceptNext',
    'tickets.update',
    'connections.list',
    'connections.get',
    'contacts.list',
    'contacts.choices',
    'contacts.get',
    'contacts.create',
    'contacts.update',
    'messages.list',
    'messages.send',
    'messages.edit',
    'messages.react',
    'messages.delete',
    'messages.retry',
    'messages.info',
    'tickets.events',
  ],
  admin: [
    'dashboard.read',
    'dashboard.hours',
    'users.create',
    'users.delete',
    'queues.create',
    'queues.update',
    'queues.delete',
    'settings.update',
    'tickets.delete',
    'connections.create',
    'connections.update',
    'connections.delete',
    'connections.startSession',
    'connections.newQr',
    'connections.disconnect',
    'connections.stop',
    'connections.pairingCode',
    'inTray.listSetAside',
    'inTray.replay',
    'inTray.replayAll',
    'inTray.dismiss',
    'contacts.delete',
  ],
  super: ['plans.create', 'plans.update', 'plans.delete', 'helps.create', 'helps.update', 'helps.delete'],
}
const levelOf = ({ name }: Endpoint) =>
  (['public', 'all', 'admin', 'super'] as const).find((level) => agreed[level].includes(name))

const isSuperOnly = (permission: Permission) => permissions[permission] === 'super'

/** The call with every id pointing at nothing: whoever is let in learns so, and nothing changes. */
function harmless(endpoint: Endpoint): Sent {
  const params = Object.keys(soundCall(endpoint.name, own, 0).params ?? {})
  return {
    params: Object.fromEntries(params.map((name) => [name, name === 'uuid' ? missingUuid : missingId])),
  }
}

async function doorFor(
  endpoint: Endpoint,
  token: string | null,
): Promise<'in' | 'sign in first' | 'refused'> {
  const { status, body } = await send(town, endpoint, harmless(endpoint), token)
  const { error } = body as { error?: string } // every refusal has this shape
  expect(status, `${endpoint.name}: ${error}`).toBeLessThan(500)
  if (status === 401 && error === 'ERR_SESSION_EXPIRED' && endpoint.name !== 'auth.refreshToken')
    return 'sign in first'
  return status === 403 && error === 'ERR_NO_PERMISSION' ? 'refused' : 'in'
}

describe('T1 every endpoint', () => {
  it('is agreed upon in this table, and the table knows no other', () => {
    const declared = endpoints.map(({ name }) => name).sort()
    expect(declared).toEqual(Object.values(agreed).flat().sort())
    expect(new Set(declared).size).toBe(declared.length)
  })

  it('declares the permission that was agreed upon', () => {
    for (const endpoint of endpoints) {
      const { access } = endpoint
      const declared =
        access === 'public'
          ? 'public'
          : access === 'session'
            ? 'all'
            : isSuperOnly(access)
              ? 'super'
              : 'admin'
      expect([endpoint.name, declared]).toEqual([endpoint.name, levelOf(endpoint)])
    }
  })

  it('is the only way in: the server has no route that nobody declared', async () => {
    const declared = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`))
    const routes = routesOf(town.house.http.printRoutes({ commonPrefix: false }))

    const undeclared = routes.filter((route) => !declared.has(route) && !route.includes(' /docs'))
    // Links to files, which carry their own signature; printed without its folder.
    expect(undeclared).toEqual(['GET *'])
    expect(routes).toEqual(expect.arrayContaining([...declared]))
    expect((await town.house.http.inject({ url: '/no-such-call' })).statusCode).toBe(404)
  })

  it('lets in whom it declares, and nobody else: each route for each kind of caller', async () => {
    const callers = {
      anonymous: null,
      user: own.user.token,
      supervisor: own.supervisor.token,
      admin: own.admin.token,
      super: platform.admin.token,
      'expired admin': expired.admin.token,
      'expired user': expired.user.token,
    }
    type Caller = keyof typeof callers
    const expected = (endpoint: Endpoint, caller: Caller) => {
      const level = levelOf(endpoint)
      if (level === 'public') return 'in'
      if (caller === 'anonymous') return 'sign in first'
      // A5: an expired company only learns who it is.
      if (caller.startsWith('expired')) return endpoint.name.startsWith('auth.') ? 'in' : 'refused'
      if (level === 'super') return caller === 'super' ? 'in' : 'refused'
      return level === 'all' || caller === 'admin' || caller === 'super' ? 'in' : 'refused'
    }

    for (const caller of Object.keys(callers) as Caller[]) {
      const doors: Record<string, string> = {}
      const wanted: Record<string, string> = {}
      for (const endpoint of endpoints.filter(({ name }) => name !== 'auth.logout')) {
        doors[endpoint.name] = await doorFor(endpoint, callers[caller])
        wanted[endpoint.name] = expected(endpoint, caller)
      }
      expect({ caller, doors }).toEqual({ caller, doors: wanted })
    }
  })

  it('a token that was forged or cut is refused everywhere', async () => {
    const [head, claims] = own.admin.token.split('.')
    const forged = [`${head}.${claims}.AAAA`, `${own.admin.token}x`, 'undefined', 'null', '{}']
    for (const token of forged) {
      for (const endpoint of endpoints.filter((one) => levelOf(one) !== 'public')) {
        const { status, body } = await send(town, endpoint, harmless(endpoint), token)
        expect([endpoint.name, status, body]).toEqual([endpoint.name, 403, { error: 'ERR_ACCESS_TOKEN' }])
      }
    }
  })
})

/** Lines of Fastify's tree of routes as `GET /tickets/:`. */
function routesOf(tree: string): string[] {
  const stack: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^([│├└─ ]*)(\S+) \(([A-Z, ]+)\)$/.exec(line)
    if (found === null) return []
    const [, indent = '', part = '', methods = ''] = found
    const depth = indent.length / 4 - 1
    stack.splice(depth, Number.POSITIVE_INFINITY, part)
    const path = stack.join('').replace(/:\w+(\|:\w+)*/g, ':')
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${path}`)
  })
}

/** Fields that carry an id, or a list of them, by their names. */
const looksLikeId = /^(uuid|moveTo|tags|users|before|quotedMsg)$|Ids?$/

/** Fields whose id cannot lead anywhere, each with its reason. */
const leadNowhere: Record<string, string> = {
  'messages.list query.before': 'is only compared with the ids of messages that the caller may read',
  'plans.create body.users': 'is how many users there may be',
  'plans.update body.users': 'is how many users there may be',
  'plans.get params.planId': 'plans are offered to everybody',
  'plans.update params.planId': 'plans are the platform’s, and no company’s',
  'plans.delete params.planId': 'plans are the platform’s, and no company’s',
  'helps.update params.helpId': 'help videos are the platform’s, and no company’s',
  'helps.delete params.helpId': 'help videos are the platform’s, and no company’s',
  'messages.send body.clientId': 'is made by the browser, and is looked up within the company',
  'tags.list query.companyId': 'accepted for existing clients; the tags are always those of the session',
  'notes.create body.contactId':
    'accepted for existing clients and without effect: the ticket says whose it is',
  'notes.list query.ticketId': 'lists only notes of tickets that the caller may read',
  'notes.list query.contactId': 'lists only notes of tickets that the caller may read',
  'schedules.create body.userId':
    'accepted for existing clients and without effect: who writes is the caller',
  'schedules.update body.userId': 'accepted for existing clients and without effect',
  'tickets.create body.userId': 'accepted for existing clients and without effect (TICKET-30)',
  'tickets.update body.promptId': 'no table has it yet',
  'tickets.update body.integrationId': 'no table has it yet',
}

type Part = 'params' | 'query' | 'body'
interface Field {
  readonly endpoint: Endpoint
  readonly part: Part
  readonly field: string
}

function idFields(): Field[] {
  const parts: Part[] = ['params', 'query', 'body']
  return endpoints.flatMap((endpoint) =>
    parts.flatMap((part) =>
      Object.keys(soundCall(endpoint.name, own, 0)[part] ?? {})
        .filter((field) => looksLikeId.test(field))
        .filter((field) => !(`${endpoint.name} ${part}.${field}` in leadNowhere))
        .map((field) => ({ endpoint, part, field })),
    ),
  )
}

/** The value that this field would have for a thing of the other company, and for a thing that is not. */
function foreignAndMissing(field: string, sound: unknown): [unknown, unknown] {
  if (field === 'uuid') return [foreign.ticketUuid, missingUuid]
  const id = {
    userId: foreign.user.id,
    users: foreign.user.id,
    queueId: foreign.queueId,
    queueIds: foreign.queueId,
    moveTo: foreign.queueId,
    tags: foreign.tagId,
    tagId: foreign.tagId,
    noteId: foreign.noteId,
    quickMessageId: foreign.quickMessageId,
    scheduleId: foreign.scheduleId,
    ticketId: foreign.ticketId,
    messageId: foreign.messageId,
    quotedMsg: foreign.messageId,
    contactId: foreign.contactId,
    contactIds: foreign.contactId,
    entryId: foreign.entryId,
    connectionId: foreign.connectionId,
    whatsappId: foreign.connectionId,
  }[field]
  if (id === undefined) throw new Error(`${field} is an id of what?`)
  const shaped = (value: number) => {
    if (field === 'quotedMsg') return { id: value }
    if (Array.isArray(sound)) return [value]
    return typeof sound === 'string' && sound.startsWith('[') ? JSON.stringify([value]) : value
  }
  return [shaped(id), shaped(missingId)]
}

function withField(call: Sent, { part, field }: Field, value: unknown): Sent {
  // A message holds one content: cards go without words.
  const alone = field === 'contactIds' ? { body: '' } : {}
  return { ...call, [part]: { ...call[part], ...alone, [field]: value } }
}

describe('T2 an id of another company', () => {
  it('every field of a schema is in the sound call, so that none escapes the walk', () => {
    for (const endpoint of endpoints) {
      for (const part of ['params', 'query', 'body'] as const) {
        // Objects of zod have their fields in `shape`; every part of an endpoint is one.
        const { shape } = endpoint[part] as unknown as { shape: object }
        const sound = Object.keys(soundCall(endpoint.name, own, 0)[part] ?? {})
        // The number of a contact cannot change without asking WhatsApp, which nobody plays here.
        const forgotten = Object.keys(shape).filter((field) => !sound.includes(field) && field !== 'number')
        expect([endpoint.name, part, forgotten], 'write the field in sound-calls.ts').toEqual([
          endpoint.name,
          part,
          [],
        ])
      }
    }
  })

  for (const who of ['admin', 'user', 'super'] as const) {
    it(`is answered like one that does not exist, in every place of every call: as ${who}`, async () => {
      const home = who === 'super' ? platform : own
      const { token } = who === 'user' ? own.user : home.admin
      const before = await fingerprintOf(town, foreign.company.id)
      let turn = 1000 * (1 + ['admin', 'user', 'super'].indexOf(who))

      for (const place of idFields()) {
        const call = soundCall(place.endpoint.name, home, turn++)
        const [theirs, missing] = foreignAndMissing(place.field, call[place.part]?.[place.field])
        const name = `${place.endpoint.name} ${place.part}.${place.field}`
        const answerToForeign = await send(town, place.endpoint, withField(call, place, theirs), token)
        const answerToMissing = await send(town, place.endpoint, withField(call, place, missing), token)
        expect({ name, ...answerToForeign }).toEqual({ name, ...answerToMissing })
        const isRefused = who === 'user' && levelOf(place.endpoint) === 'admin'
        const isFilter = place.endpoint.method === 'GET' && place.part === 'query'
        const isIgnored = who === 'user' && place.endpoint.name === 'users.update' && place.part === 'body'
        const status = isRefused ? 403 : isFilter || isIgnored ? 200 : 404
        expect({ name, status: answerToForeign.status }).toEqual({ name, status })
      }

      expect(await fingerprintOf(town, foreign.company.id)).toEqual(before)
    })
  }

  it('a companyId sent along changes nothing of whose records are shown (GEN-17)', async () => {
    for (const endpoint of endpoints.filter(({ method, name }) => method === 'GET' && name !== 'health')) {
      const call = soundCall(endpoint.name, own, 0)
      const plain = await send(town, endpoint, call, own.admin.token)
      const asked = { ...call, query: { ...call.query, companyId: foreign.company.id } }
      expect([endpoint.name, await send(town, endpoint, asked, own.admin.token)]).toEqual([
        endpoint.name,
        plain,
      ])
    }
  })

  it('GEN-01 no list of a company holds an id or a word of another', async () => {
    const secrets = [foreign.ticketUuid, foreign.user.email, foreign.admin.email, foreign.supervisor.email]
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { body } = await send(town, endpoint, soundCall(endpoint.name, own, 0), own.admin.token)
      for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
    }
  })
})
