import { requiredPermissionOf } from '@balcao/contract/access'
import { batchRequestPath } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import type { CompanyId } from '@balcao/domain/ids'
import { type Permission, permissions } from '@balcao/domain/permissions'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { balanceByHaproxy, hasHaproxy } from '../platform/testing/haproxy'
import { changePlanOf } from './company-plan'
import { idNamed } from './derived-request'
import { errorBody } from './error-body'
import { aFullCompany, type FullCompany, fingerprintOf } from './full-company'
import { openOwnTestApp, type TestApp } from './test-app'
import {
  endpointsOf,
  missingId,
  missingUuid,
  type RawAnswer,
  type Sent,
  send,
  sendTo,
  validRequest,
} from './valid-requests'

const isLong = process.env.TEST_LONG === '1'

let testApp: TestApp
let own: FullCompany
let foreign: FullCompany
let platform: FullCompany
let expired: FullCompany
/** Tests change its plan and its state. */
let changing: FullCompany
let endpoints: readonly Endpoint[]

beforeAll(async () => {
  testApp = await openOwnTestApp({ isShared: isLong }) // platform
  own = await aFullCompany(testApp)
  foreign = await aFullCompany(testApp)
  platform = await aFullCompany(testApp, { isSuper: true })
  expired = await aFullCompany(testApp)
  changing = await aFullCompany(testApp)
  await testApp.table('companies').update({ id: expired.company.id }, { due_date: '2026-11-01' })
  testApp.pass(6) // the plan is cached for five seconds
  endpoints = endpointsOf(testApp)
}, 60_000)
afterAll(() => testApp.close())

type Level = 'public' | 'program' | 'all' | 'supervisor' | 'admin' | 'super'

/**
 * Who may call the calls of each thing, and the module that they need. It repeats what the contract declares, so that a
 * new thing, or a call wider than the others of its thing, needs a second decision. `all`: any signed-in user;
 * `supervisor`: these and admins; `admin`: the profile; `super`: super users; `public`: any caller; `program`: a
 * program with the token of a connection, no user.
 */
const agreed: Readonly<Record<string, Level | `${Level} ${PlanFlag}`>> = {
  announcements: 'super',
  'announcements.list': 'all',
  'announcements.get': 'all',
  audit: 'admin',
  'audit.listAll': 'super',
  'audit.exportAll': 'super',
  auth: 'all',
  'auth.login': 'public',
  'auth.refreshToken': 'public',
  'auth.logout': 'public',
  'auth.signInHelp': 'public',
  'auth.askPasswordLink': 'public',
  'auth.readPasswordLink': 'public',
  'auth.setPasswordByLink': 'public',
  backups: 'super',
  campaignOptOuts: 'admin useCampaigns',
  campaignSettings: 'admin useCampaigns',
  campaigns: 'admin useCampaigns',
  chats: 'all useInternalChat',
  companies: 'super',
  'companies.get': 'all',
  'companies.plan': 'all',
  'companies.saveHours': 'admin',
  'companies.saveLocale': 'admin',
  connections: 'admin',
  'connections.list': 'all',
  'connections.get': 'all',
  'connections.makeToken': 'admin useExternalApi',
  contactImports: 'supervisor',
  contactListItems: 'admin useCampaigns',
  contactLists: 'admin useCampaigns',
  contacts: 'admin',
  'contacts.list': 'all',
  'contacts.choices': 'all',
  'contacts.get': 'all',
  'contacts.create': 'all',
  'contacts.update': 'all',
  'contacts.export': 'supervisor',
  dashboard: 'admin',
  deadLetters: 'admin',
  externalApi: 'program useExternalApi',
  fileLists: 'admin',
  'fileLists.list': 'all',
  'fileLists.get': 'all',
  health: 'public',
  ready: 'public',
  helps: 'super',
  'helps.list': 'all',
  'helps.all': 'all',
  holidays: 'admin',
  'holidays.list': 'all',
  integrations: 'admin useIntegrations',
  'integrations.list': 'all useIntegrations',
  'integrations.get': 'all useIntegrations',
  invoices: 'admin',
  messageCosts: 'admin',
  messagePrices: 'super',
  messageTemplates: 'admin',
  'messageTemplates.list': 'all',
  messages: 'all',
  moveOut: 'admin',
  moveIns: 'super',
  notes: 'all',
  officialNumbers: 'admin',
  onboarding: 'admin',
  payments: 'super',
  personalData: 'admin',
  plans: 'super',
  'plans.list': 'public',
  'plans.all': 'public',
  'plans.get': 'all',
  prompts: 'admin useOpenAi',
  'prompts.list': 'all useOpenAi',
  'prompts.get': 'all useOpenAi',
  queueOptions: 'admin',
  'queueOptions.list': 'all',
  queues: 'admin',
  'queues.list': 'all',
  'queues.get': 'all',
  quickMessages: 'all',
  schedules: 'all useSchedules',
  settings: 'admin',
  'settings.list': 'all',
  signup: 'public',
  storage: 'admin',
  'storage.ofCompanies': 'super',
  subscription: 'admin',
  'subscription.webhook': 'public',
  'subscription.webhookOfType': 'public',
  support: 'super',
  'support.leave': 'public',
  'support.end': 'admin',
  tags: 'all',
  'tags.kanban': 'all useKanban',
  'tags.put': 'all useKanban',
  'tags.take': 'all useKanban',
  tickets: 'all',
  'tickets.kanban': 'all useKanban',
  'tickets.kanbanCounts': 'all useKanban',
  'tickets.delete': 'admin',
  twoStep: 'all',
  'twoStep.reset': 'admin',
  version: 'all',
  users: 'admin',
  'users.list': 'all',
  'users.choices': 'all',
  'users.get': 'all',
  'users.update': 'all',
  'users.signOutEverywhere': 'all',
  webhooks: 'admin useExternalApi',
  whatsappVersion: 'super',
}

/** The agreed level and module of a call: its own, or those of its thing. */
function agreedOf({ name }: Endpoint): { level: string; module: string } {
  const [level = '', module = 'none'] = (agreed[name] ?? agreed[thingOf(name)] ?? 'unknown').split(' ')
  return { level, module }
}
const thingOf = (name: string) => name.replace(/\..*/, '')
const levelOf = (endpoint: Endpoint) => agreedOf(endpoint).level

/** Gives the company's plan every module but this one. */
const setModules = (companyId: CompanyId, missing: PlanFlag | null) => {
  const column = (flag: PlanFlag) => flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const values = planFlags.map((flag) => [column(flag), flag !== missing])
  return changePlanOf(testApp, companyId, Object.fromEntries(values))
}

const isSuperOnly = (permission: Permission) => permissions[permission] === 'super'

/** The call with every id pointing at a missing row: an allowed caller gets `not found`, and nothing changes. */
function harmless(endpoint: Endpoint): Sent {
  const params = Object.keys(validRequest(endpoint.name, own, 0).params ?? {})
  return {
    params: Object.fromEntries(params.map((name) => [name, name === 'uuid' ? missingUuid : missingId])),
  }
}

/** Without their cookie they answer like an expired session. */
const endsWithoutCookie = ['auth.refreshToken', 'support.leave']

async function doorFor(
  endpoint: Endpoint,
  token: string | null,
): Promise<'in' | 'sign in first' | 'refused'> {
  const { status, body } = await send(testApp, endpoint, harmless(endpoint), token)
  const { error } = body as { error?: string } // every refusal has this shape
  expect(status, `${endpoint.name}: ${error}`).toBeLessThan(500)
  if (status === 401 && error === 'ERR_API_TOKEN') return 'sign in first'
  if (status === 401 && error === 'ERR_SESSION_EXPIRED' && !endsWithoutCookie.includes(endpoint.name))
    return 'sign in first'
  return status === 403 && error === 'ERR_NO_PERMISSION' ? 'refused' : 'in'
}

describe('T1 every endpoint', () => {
  it('has an agreed level, by its name or its thing, and the table lists no other', () => {
    const declared = endpoints.map(({ name }) => name)
    const listed = Object.keys(agreed)
    const known = new Set([...declared, ...declared.map(thingOf)])

    expect(endpoints.filter((endpoint) => levelOf(endpoint) === 'unknown')).toEqual([])
    expect(listed.filter((name) => !known.has(name))).toEqual([])
    expect(new Set(declared).size).toBe(declared.length)
  })

  it('is in the OpenAPI document, as JSON and as YAML', async () => {
    const { paths } = (await testApp.app.http.inject({ url: '/docs/json' })).json()
    const yaml = (await testApp.app.http.inject({ url: '/docs/yaml' })).body
    for (const { path, method, name } of endpoints) {
      expect(paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].operationId).toBe(name)
      expect(yaml).toContain(`operationId: ${name}\n`)
    }
  })

  it('declares the agreed permission', () => {
    for (const endpoint of endpoints) {
      const { access } = endpoint
      const permission = requiredPermissionOf(endpoint)
      const ofKind = access === 'public' ? 'public' : access === 'token' ? 'program' : 'all'
      const declared =
        permission === null ? ofKind : isSuperOnly(permission) ? 'super' : permissions[permission]
      expect([endpoint.name, declared]).toEqual([endpoint.name, levelOf(endpoint)])
    }
  })

  it('is declared: the server has no undeclared route', async () => {
    const declared = new Set(endpoints.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`))
    const routes = routesOf(testApp.app.http.printRoutes({ commonPrefix: false }))

    const undeclared = routes.filter((route) => !declared.has(route) && !route.includes(' /docs'))
    // Links to files, which have their own signature; printed without its folder. The last one passes each question
    // through its declared call (answer-together.test.ts).
    // Meta calls the webhook, which its signature guards (official-numbers).
    const ofMeta = ['GET /webhooks/whatsapp', 'POST /webhooks/whatsapp']
    expect(undeclared.toSorted()).toEqual(['GET *', ofMeta[0], `POST ${batchRequestPath}`, ofMeta[1]])
    expect(routes).toEqual(expect.arrayContaining([...declared]))
    expect((await testApp.app.http.inject({ url: '/no-such-call' })).statusCode).toBe(404)
  })

  it('admits exactly the declared callers: each route for each kind of caller', async () => {
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
      if (level === 'program') return 'sign in first'
      if (caller === 'anonymous') return 'sign in first'
      // A5: a user of an expired company may only read the own session; its admin may pay.
      if (caller.startsWith('expired')) {
        if (endpoint.name.startsWith('auth.')) return 'in'
        return caller === 'expired admin' && /^(invoices|subscription)\./.test(endpoint.name)
          ? 'in'
          : 'refused'
      }
      if (level === 'super') return caller === 'super' ? 'in' : 'refused'
      if (level === 'supervisor' && caller === 'supervisor') return 'in'
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

  it('needs the agreed module, and no other endpoint needs one', () => {
    const declared = endpoints.map(({ name, planFlag }) => [name, planFlag])

    expect(declared).toEqual(endpoints.map((endpoint) => [endpoint.name, agreedOf(endpoint).module]))
  })

  it('PLAN-02 A5 I4 calls of a module are refused without it, for each profile and state', async () => {
    const { company, ...people } = changing
    const states = {
      active: { is_active: true, due_date: '2030-01-31' },
      expired: { due_date: '2026-11-01' },
      disabled: { is_active: false },
    }
    // Calls of programs have their own test (external-api.test.ts).
    const ofModules = endpoints.filter(({ planFlag, access }) => planFlag !== 'none' && access !== 'token')

    for (const state of ['active', 'expired', 'disabled'] as const) {
      await testApp.table('companies').update({ id: company.id }, states[state])
      for (const missing of [null, ...planFlags]) {
        await setModules(company.id, missing)
        testApp.pass(6) // the plan is cached for five seconds
        const walked = ofModules.filter(({ planFlag }) => missing === null || planFlag === missing)
        for (const profile of ['user', 'supervisor', 'admin'] as const) {
          for (const endpoint of walked) {
            const level = levelOf(endpoint)
            const mayCall = level === 'all' || profile === level || profile === 'admin'
            const wanted =
              state === 'disabled'
                ? 'sign in first'
                : state === 'active' && missing === null && mayCall
                  ? 'in'
                  : 'refused'
            const door = await doorFor(endpoint, people[profile].token)
            expect([state, missing, profile, endpoint.name, door]).toEqual([
              state,
              missing,
              profile,
              endpoint.name,
              wanted,
            ])
          }
        }
      }
    }
  })

  it('a forged or cut token is refused everywhere', async () => {
    const [head, claims] = own.admin.token.split('.')
    // The token of a connection opens only the calls of programs.
    const forged = [own.apiToken, `${head}.${claims}.AAAA`, `${own.admin.token}x`, 'undefined', 'null', '{}']
    for (const token of forged) {
      for (const endpoint of endpoints.filter((one) => !['public', 'program'].includes(levelOf(one)))) {
        const { status, body } = await send(testApp, endpoint, harmless(endpoint), token)
        expect([endpoint.name, status, body]).toEqual([endpoint.name, 403, errorBody('ERR_ACCESS_TOKEN')])
      }
    }
  })
})

/** Parses Fastify's tree of routes to lines like `GET /tickets/:`. */
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

/** The names of fields that contain an id, or a list of ids. */
const looksLikeId = /^(uuid|moveTo|tags|users|before|quotedMsg)$|Ids?$/

/** Things of the platform, which belong to no company. */
const ofPlatform = /^(planId|announcementId|helpId|messagePriceId|moveInId)$/

/** Fields whose id cannot reference another company, each with its reason. */
const leadNowhere: Record<string, string> = {
  'messages.list query.before': 'is only compared with the ids of messages that the caller may read',
  'messages.search query.before': 'is only compared with the ids of messages of the conversation',
  'webhooks.deliveries query.before': 'is only compared with the ids of the log that the caller may read',
  'audit.list query.before': 'is only compared with instants and ids of entries that the caller may read',
  'audit.listAll query.before': 'is only compared with instants and ids of entries',
  'audit.export body.userId': 'is written down as it was asked',
  'audit.listAll query.companyId': 'the platform’s owner sees every company',
  'audit.exportAll body.companyId': 'the platform’s owner sees every company',
  'subscription.create body.users': 'accepted for existing clients and without effect: the plan says it',
  'payments.confirm params.invoiceId': 'the platform’s owner has seen the money of any company',
  'payments.cancel params.invoiceId': 'the platform’s owner may cancel any company’s invoice',
  'payments.handle params.invoiceId': 'the platform’s owner has settled the payments of any company',
  'officialNumbers.ofAccount body.accountId': 'is Meta’s id, which the token must open',
  'officialNumbers.setUp body.accountId': 'is Meta’s id, which the token must open',
  'officialNumbers.setUp body.phoneNumberId': 'is Meta’s id, which the token must open',
  'plans.create body.users': 'is how many users there may be',
  'plans.update body.users': 'is how many users there may be',
  'signup.signUp body.companyId': 'is stored as a value only, and joins no company (AUTH-22)',
  'companies.get params.companyId':
    'is its own in all ways but for the super user, who keeps them (companies.test.ts)',
  'companies.plan params.companyId': 'as above',
  'companies.saveHours params.companyId': 'as above',
  'companies.saveLocale params.companyId': 'as above',
  'companies.update params.companyId': 'companies are kept by the platform’s owner',
  'companies.extend params.companyId': 'companies are kept by the platform’s owner',
  'companies.delete params.companyId': 'companies are kept by the platform’s owner',
  'companies.revokeDeletion params.companyId': 'companies are kept by the platform’s owner',
  'support.begin params.companyId': 'companies are kept by the platform’s owner',
  'chats.messages query.before': 'is only compared with the ids of messages of a chat that the caller is in',
  'chats.send body.clientId': 'is made by the browser, and is looked up within the chat',
  'chats.read body.userId':
    'accepted for existing clients and without effect: a user reads only for themselves',
  'messages.send body.clientId': 'is made by the browser, and is looked up within the company',
  'messages.sendTemplate body.clientId': 'is made by the browser, and is looked up within the company',
  'tags.list query.companyId': 'accepted for existing clients; the tags are always those of the session',
  'notes.create body.contactId':
    'accepted for existing clients and without effect: the ticket says whose it is',
  'notes.seen body.noteIds': 'deletes only the caller’s own unseen mentions',
  'notes.list query.ticketId': 'lists only notes of tickets that the caller may read',
  'notes.list query.contactId': 'lists only notes of tickets that the caller may read',
  'schedules.create body.userId':
    'accepted for existing clients and without effect: who writes is the caller',
  'schedules.update body.userId': 'accepted for existing clients and without effect',
  'fileLists.create body.userId': 'accepted for existing clients and without effect: a list is its maker’s',
  'fileLists.update body.userId': 'accepted for existing clients and without effect',
  'contactLists.choices query.companyId': 'accepted for existing clients: the lists are those of the session',
  'contactLists.create body.companyId': 'accepted for existing clients and without effect',
  'contactLists.update body.companyId': 'accepted for existing clients and without effect',
  'contactListItems.create body.companyId': 'accepted for existing clients and without effect',
  'contactListItems.update body.companyId': 'accepted for existing clients and without effect',
  'contactListItems.update body.contactListId': 'accepted for existing clients: a line stays in its list',
  'campaigns.create body.companyId': 'accepted for existing clients and without effect',
  'campaigns.update body.companyId': 'accepted for existing clients and without effect',
  'fileLists.upload body.fileId': 'accepted for existing clients: the list is the one of the address',
  'tickets.create body.userId': 'accepted for existing clients and without effect (TICKET-30)',
  'tickets.update body.promptId': 'accepted for existing clients and without effect: reception decides it',
  'tickets.update body.integrationId':
    'accepted for existing clients and without effect: reception decides it',
}

/** Lists of one thing's children, with the parent's id in the query. */
const parentsInQuery = [
  'queueOptions.list query.queueId',
  'queueOptions.list query.parentId',
  'contactListItems.list query.contactListId',
  'messageTemplates.list query.connectionId',
  'schedules.window query.contactId',
  'schedules.window query.whatsappId',
]

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
      Object.keys(validRequest(endpoint.name, own, 0)[part] ?? {})
        .filter((field) => looksLikeId.test(field) && !ofPlatform.test(field))
        .filter((field) => !(`${endpoint.name} ${part}.${field}` in leadNowhere))
        .map((field) => ({ endpoint, part, field })),
    ),
  )
}

/** The values of this field for a thing of the other company, and for a missing one. */
function foreignAndMissing(field: string, sound: unknown): [unknown, unknown] {
  if (field === 'uuid') return [foreign.ticketUuid, missingUuid]
  const id = idNamed(field, foreign)
  if (id === undefined) throw new Error(`${field} is an id of what?`)
  const shaped = (value: number) => {
    if (field === 'quotedMsg') return { id: value }
    if (Array.isArray(sound)) return [value]
    return typeof sound === 'string' && sound.startsWith('[') ? JSON.stringify([value]) : value
  }
  return [shaped(id), shaped(missingId)]
}

function withField(call: Sent, { part, field }: Field, value: unknown): Sent {
  // A message holds one content: contact cards have no text.
  const alone = field === 'contactIds' ? { body: '' } : {}
  return { ...call, [part]: { ...call[part], ...alone, [field]: value } }
}

type Send = (endpoint: Endpoint, sent: Sent, token: string | null) => Promise<RawAnswer>

/** Sends every valid request with each of its ids as another company's, and as a missing one. */
async function walkForeignIds(who: 'admin' | 'user' | 'super', send: Send): Promise<void> {
  const home = who === 'super' ? platform : own
  const { token } = who === 'user' ? own.user : home.admin
  const before = await fingerprintOf(testApp, foreign.company.id)
  const found: Record<string, number> = {}
  const wanted: Record<string, number> = {}

  for (const place of idFields()) {
    // A super user may name any company (GEN-17).
    if (who === 'super' && place.field === 'companyId') continue
    const call = validRequest(place.endpoint.name, home, turn++)
    const [theirs, missing] = foreignAndMissing(place.field, call[place.part]?.[place.field])
    const name = `${place.endpoint.name} ${place.part}.${place.field}`
    const answerToForeign = await send(place.endpoint, withField(call, place, theirs), token)
    const answerToMissing = await send(place.endpoint, withField(call, place, missing), token)
    expect({ name, ...answerToForeign }).toEqual({ name, ...answerToMissing })
    const level = levelOf(place.endpoint)
    const isRefused = who === 'user' ? level !== 'all' : who === 'admin' && level === 'super'
    const isFilter =
      place.endpoint.method === 'GET' &&
      place.part === 'query' &&
      place.field !== 'companyId' &&
      !parentsInQuery.includes(name)
    const isIgnored = who === 'user' && place.endpoint.name === 'users.update' && place.part === 'body'
    found[name] = answerToForeign.status
    wanted[name] = isRefused ? 403 : isFilter || isIgnored ? 200 : 404
  }

  expect(found).toEqual(wanted)
  expect(await fingerprintOf(testApp, foreign.company.id)).toEqual(before)
}

/** Makes names unique. */
let turn = 1000

describe('T2 an id of another company', () => {
  it('every field of a schema is in the valid request, so that each one is tested', () => {
    for (const endpoint of endpoints) {
      for (const part of ['params', 'query', 'body'] as const) {
        // Every part of an endpoint is a zod object, with its fields in `shape`.
        const { shape } = endpoint[part] as unknown as { shape: object }
        const sound = Object.keys(validRequest(endpoint.name, own, 0)[part] ?? {})
        // A contact's number cannot change without a query to WhatsApp, which these tests do not simulate.
        const forgotten = Object.keys(shape).filter((field) => !sound.includes(field) && field !== 'number')
        expect([endpoint.name, part, forgotten], 'write the field in request-examples.ts').toEqual([
          endpoint.name,
          part,
          [],
        ])
      }
    }
  })

  for (const who of ['admin', 'user', 'super'] as const) {
    it(`is answered like a missing one, in every field of every call: as ${who}`, () =>
      walkForeignIds(who, (endpoint, sent, token) => send(testApp, endpoint, sent, token)))
  }

  it.skipIf(!isLong || !hasHaproxy())(
    'is answered like a missing one also by two processes behind HAProxy',
    { timeout: 300_000 },
    async () => {
      const beside = await testApp.startBeside()
      const listen = ({ app }: Pick<TestApp, 'app'>) => app.listen({ port: 0, host: '127.0.0.1' })
      const ports = [await listen(testApp), await listen(beside)]
      const answers = ports.map(() => 0)
      for (const [at, { app }] of [testApp, beside].entries())
        app.http.server.on('request', () => {
          answers[at] = (answers[at] ?? 0) + 1
        })
      const haproxy = await balanceByHaproxy(ports.map((port) => `http://127.0.0.1:${port}`))
      onTestFinished(() => haproxy.close())

      for (const who of ['admin', 'user', 'super'] as const)
        await walkForeignIds(who, (...call) => sendTo(`http://${haproxy.address}`, ...call))

      for (const count of answers) expect(count).toBeGreaterThan(endpoints.length)
    },
  )

  it('a companyId is refused where it may be chosen, and ignored elsewhere (GEN-17)', async () => {
    const choosing = ['users.choices', 'queues.list', 'connections.list']
    for (const endpoint of endpoints.filter(
      ({ method, name }) => method === 'GET' && name !== 'health' && name !== 'ready',
    )) {
      const call = validRequest(endpoint.name, own, 0)
      const plain = await send(testApp, endpoint, call, own.admin.token)
      const asked = { ...call, query: { ...call.query, companyId: foreign.company.id } }
      const answer = await send(testApp, endpoint, asked, own.admin.token)
      const refused = { status: 404, body: errorBody('ERR_NO_COMPANY_FOUND') }
      if (choosing.includes(endpoint.name))
        expect([endpoint.name, answer]).toMatchObject([endpoint.name, refused])
      else expect([endpoint.name, answer]).toEqual([endpoint.name, plain])
    }
  })

  it('T6 GEN-01 no list, search or export of a company contains an id or text of another', async () => {
    const customer = await testApp
      .table('contacts')
      .get<{ number: string }>({ id: foreign.contactId }, ['number'])
    const secrets = [
      foreign.ticketUuid,
      foreign.user.email,
      foreign.admin.email,
      foreign.supervisor.email,
      customer.number,
    ]
    for (const endpoint of endpoints.filter(({ method, name }) => method === 'GET' || /export/i.test(name))) {
      const sound = validRequest(endpoint.name, own, 0)
      const searches = 'searchParam' in (sound.query ?? {}) ? secrets : []
      const queries = [
        sound.query ?? {},
        ...searches.map((words) => ({ ...sound.query, searchParam: words })),
      ]
      for (const query of queries) {
        const { status, body } = await send(testApp, endpoint, { ...sound, query }, own.admin.token)
        expect([endpoint.name, status < 500]).toEqual([endpoint.name, true])
        for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
      }
    }
  })
})
