import { togetherPath } from '@balcao/contract/asked-together'
import { type Endpoint, permissionOf } from '@balcao/contract/endpoint'
import { type Permission, permissions } from '@balcao/domain/permissions'
import { type PlanFlag, planFlags } from '@balcao/domain/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBody } from './error-body'
import { aFullCompany, type FullCompany, fingerprintOf } from './full-company'
import { openOwnTestApp, type TestApp } from './test-app'
import { endpointsOf, missingId, missingUuid, type Sent, send, validRequest } from './valid-requests'

let testApp: TestApp
let own: FullCompany
let foreign: FullCompany
let platform: FullCompany
let expired: FullCompany
/** Tests change its plan and its state. */
let changing: FullCompany
let endpoints: readonly Endpoint[]

beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  own = await aFullCompany(testApp)
  foreign = await aFullCompany(testApp)
  platform = await aFullCompany(testApp, { isSuper: true })
  expired = await aFullCompany(testApp)
  changing = await aFullCompany(testApp)
  await testApp.rows(`update companies set due_date = '2026-11-01' where id = $1`, [expired.company.id])
  testApp.pass(6) // the plan is cached for five seconds
  endpoints = endpointsOf(testApp)
}, 60_000)
afterAll(() => testApp.close())

/**
 * The required access of each call, repeated here so that a new or widened endpoint needs a second decision. `all`:
 * any signed-in user; `supervisor`: these and admins; `admin`: the profile; `super`: super users; `public`: any
 * caller; `program`: a program with the token of a connection, no user.
 */
const agreed: Record<'public' | 'program' | 'all' | 'supervisor' | 'admin' | 'super', string[]> = {
  program: ['externalApi.send'],
  public: [
    'health',
    'auth.login',
    'auth.refreshToken',
    'auth.logout',
    'plans.list',
    'plans.all',
    'signup.signUp',
    'support.leave',
    'subscription.webhook',
    'subscription.webhookOfType',
  ],
  all: [
    'auth.me',
    'users.list',
    'users.choices',
    'users.get',
    'users.update',
    'users.signOutEverywhere',
    'twoStep.read',
    'twoStep.begin',
    'twoStep.confirm',
    'twoStep.renewRecoveryCodes',
    'twoStep.switchOff',
    'queues.list',
    'queues.get',
    'queueOptions.list',
    'holidays.list',
    'settings.list',
    'plans.get',
    'companies.get',
    'companies.plan',
    'helps.list',
    'helps.all',
    'announcements.list',
    'announcements.get',
    'prompts.list',
    'prompts.get',
    'integrations.list',
    'integrations.get',
    'fileLists.list',
    'fileLists.get',
    'tags.list',
    'tags.choices',
    'tags.kanban',
    'tags.get',
    'tags.create',
    'tags.update',
    'tags.delete',
    'tags.sync',
    'tags.put',
    'tags.take',
    'chats.list',
    'chats.getByUuid',
    'chats.create',
    'chats.openDirect',
    'chats.update',
    'chats.delete',
    'chats.leave',
    'chats.messages',
    'chats.send',
    'chats.read',
    'quickMessages.list',
    'quickMessages.choices',
    'quickMessages.get',
    'quickMessages.create',
    'quickMessages.update',
    'quickMessages.delete',
    'quickMessages.putMedia',
    'quickMessages.removeMedia',
    'schedules.list',
    'schedules.between',
    'schedules.get',
    'schedules.create',
    'schedules.update',
    'schedules.retry',
    'schedules.delete',
    'schedules.putMedia',
    'schedules.removeMedia',
    'notes.list',
    'notes.create',
    'notes.delete',
    'notes.colleagues',
    'notes.mentions',
    'notes.seen',
    'tickets.list',
    'tickets.counts',
    'tickets.kanban',
    'tickets.kanbanCounts',
    'tickets.get',
    'tickets.getByUuid',
    'tickets.others',
    'tickets.ofContact',
    'tickets.create',
    'tickets.acceptNext',
    'tickets.outage',
    'tickets.handovers',
    'tickets.seeHandover',
    'tickets.undoTransfer',
    'tickets.update',
    'connections.list',
    'connections.get',
    'contacts.list',
    'contacts.choices',
    'contacts.get',
    'contacts.create',
    'contacts.update',
    'messages.list',
    'messages.search',
    'messages.send',
    'messages.edit',
    'messages.react',
    'messages.delete',
    'messages.retry',
    'messages.info',
    'tickets.events',
  ],
  supervisor: [
    'contacts.export',
    'contactImports.create',
    'contactImports.list',
    'contactImports.start',
    'contactImports.cancel',
    'contactImports.report',
  ],
  admin: [
    'storage.use',
    'invoices.list',
    'invoices.get',
    'subscription.get',
    'subscription.create',
    'subscription.play',
    'companies.saveHours',
    'companies.saveLocale',
    'support.end',
    'audit.list',
    'audit.export',
    'onboarding.read',
    'onboarding.dismiss',
    'dashboard.read',
    'dashboard.hours',
    'dashboard.load',
    'users.create',
    'users.delete',
    'twoStep.reset',
    'queues.create',
    'queues.update',
    'queues.delete',
    'queueOptions.create',
    'queueOptions.update',
    'queueOptions.delete',
    'holidays.keep',
    'holidays.delete',
    'settings.update',
    'prompts.create',
    'prompts.update',
    'prompts.delete',
    'integrations.create',
    'integrations.update',
    'integrations.delete',
    'integrations.test',
    'webhooks.list',
    'webhooks.create',
    'webhooks.update',
    'webhooks.delete',
    'webhooks.renewSecret',
    'webhooks.test',
    'webhooks.deliveries',
    'webhooks.delivery',
    'webhooks.sendAgain',
    'fileLists.create',
    'fileLists.update',
    'fileLists.delete',
    'fileLists.upload',
    'contactLists.list',
    'contactLists.choices',
    'contactLists.get',
    'contactLists.create',
    'contactLists.update',
    'contactLists.delete',
    'contactLists.upload',
    'contactLists.fillFromTag',
    'contactLists.check',
    'contactListItems.list',
    'contactListItems.get',
    'contactListItems.create',
    'contactListItems.update',
    'contactListItems.delete',
    'campaigns.list',
    'campaigns.get',
    'campaigns.create',
    'campaigns.update',
    'campaigns.delete',
    'campaigns.estimate',
    'campaigns.start',
    'campaigns.cancel',
    'campaigns.restart',
    'campaigns.putMedia',
    'campaigns.removeMedia',
    'campaigns.figures',
    'campaigns.shipping',
    'campaigns.export',
    'campaignOptOuts.list',
    'campaignOptOuts.create',
    'campaignOptOuts.delete',
    'campaignSettings.get',
    'campaignSettings.save',
    'tickets.delete',
    'connections.create',
    'connections.update',
    'connections.delete',
    'connections.usage',
    'connections.makeToken',
    'connections.revokeToken',
    'connections.startSession',
    'connections.newQr',
    'connections.disconnect',
    'connections.stop',
    'connections.pairingCode',
    'deadLetters.list',
    'deadLetters.replay',
    'deadLetters.replayAll',
    'deadLetters.dismiss',
    'contacts.delete',
    'contacts.listRemoved',
    'contacts.mergePreview',
    'contacts.merge',
    'personalData.order',
    'personalData.get',
    'contacts.erase',
  ],
  super: [
    'payments.list',
    'payments.confirm',
    'payments.cancel',
    'payments.handle',
    'payments.saveSupport',
    'whatsappVersion.get',
    'whatsappVersion.save',
    'whatsappVersion.lookUp',
    'audit.listAll',
    'audit.exportAll',
    'plans.kept',
    'companies.list',
    'companies.all',
    'storage.ofCompanies',
    'companies.create',
    'companies.update',
    'companies.extend',
    'companies.delete',
    'companies.revokeDeletion',
    'support.begin',
    'plans.create',
    'plans.update',
    'plans.delete',
    'helps.create',
    'helps.update',
    'helps.delete',
    'announcements.create',
    'announcements.update',
    'announcements.delete',
    'announcements.putMedia',
    'announcements.removeMedia',
  ],
}
/** The module of each call, repeated here too. */
const agreedModules: Record<PlanFlag, string[]> = {
  useCampaigns: [
    'contactLists.list',
    'contactLists.choices',
    'contactLists.get',
    'contactLists.create',
    'contactLists.update',
    'contactLists.delete',
    'contactLists.upload',
    'contactLists.fillFromTag',
    'contactLists.check',
    'contactListItems.list',
    'contactListItems.get',
    'contactListItems.create',
    'contactListItems.update',
    'contactListItems.delete',
    'campaigns.list',
    'campaigns.get',
    'campaigns.create',
    'campaigns.update',
    'campaigns.delete',
    'campaigns.estimate',
    'campaigns.start',
    'campaigns.cancel',
    'campaigns.restart',
    'campaigns.putMedia',
    'campaigns.removeMedia',
    'campaigns.figures',
    'campaigns.shipping',
    'campaigns.export',
    'campaignOptOuts.list',
    'campaignOptOuts.create',
    'campaignOptOuts.delete',
    'campaignSettings.get',
    'campaignSettings.save',
  ],
  useKanban: ['tags.kanban', 'tags.put', 'tags.take', 'tickets.kanban', 'tickets.kanbanCounts'],
  useOpenAi: ['prompts.list', 'prompts.get', 'prompts.create', 'prompts.update', 'prompts.delete'],
  useIntegrations: [
    'integrations.list',
    'integrations.get',
    'integrations.create',
    'integrations.update',
    'integrations.delete',
    'integrations.test',
  ],
  useSchedules: [
    'schedules.list',
    'schedules.between',
    'schedules.get',
    'schedules.create',
    'schedules.update',
    'schedules.retry',
    'schedules.delete',
    'schedules.putMedia',
    'schedules.removeMedia',
  ],
  useInternalChat: [
    'chats.list',
    'chats.getByUuid',
    'chats.create',
    'chats.openDirect',
    'chats.update',
    'chats.delete',
    'chats.leave',
    'chats.messages',
    'chats.send',
    'chats.read',
  ],
  useExternalApi: [
    'connections.makeToken',
    'externalApi.send',
    'webhooks.list',
    'webhooks.create',
    'webhooks.update',
    'webhooks.delete',
    'webhooks.renewSecret',
    'webhooks.test',
    'webhooks.deliveries',
    'webhooks.delivery',
    'webhooks.sendAgain',
  ],
}
/** Gives the company's plan every module but this one. */
const setModules = (companyId: number, missing: PlanFlag | null) => {
  const column = (flag: PlanFlag) => flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const values = planFlags.map((flag) => `${column(flag)} = ${flag !== missing}`).join(', ')
  return testApp.rows(`update plans set ${values} where id = (select plan_id from companies where id = $1)`, [
    companyId,
  ])
}

const levelOf = ({ name }: Endpoint) =>
  (['public', 'program', 'all', 'supervisor', 'admin', 'super'] as const).find((level) =>
    agreed[level].includes(name),
  )

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
  it('is listed in this table, and the table lists no other', () => {
    const declared = endpoints.map(({ name }) => name).sort()
    expect(declared).toEqual(Object.values(agreed).flat().sort())
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

  it('declares the listed permission', () => {
    for (const endpoint of endpoints) {
      const { access } = endpoint
      const permission = permissionOf(endpoint)
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
    expect(undeclared.toSorted()).toEqual(['GET *', `POST ${togetherPath}`])
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

  it('needs the listed module, and no other endpoint needs one', () => {
    const declared = planFlags.map((flag) => [
      flag,
      endpoints.filter(({ planFlag }) => planFlag === flag).map(({ name }) => name),
    ])

    expect(Object.fromEntries(declared)).toEqual(agreedModules)
  })

  it('PLAN-02 A5 I4 calls of a module are refused without it, for each profile and state', async () => {
    const { company, ...people } = changing
    const states = {
      active: `update companies set is_active = true, due_date = '2030-01-31' where id = $1`,
      expired: `update companies set due_date = '2026-11-01' where id = $1`,
      disabled: `update companies set is_active = false where id = $1`,
    }
    // Calls of programs have their own test (external-api.test.ts).
    const ofModules = endpoints.filter(({ planFlag, access }) => planFlag !== 'none' && access !== 'token')

    for (const state of ['active', 'expired', 'disabled'] as const) {
      await testApp.rows(states[state], [company.id])
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
      for (const endpoint of endpoints.filter((one) => !['public', 'program'].includes(levelOf(one) ?? ''))) {
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
  'plans.create body.users': 'is how many users there may be',
  'plans.update body.users': 'is how many users there may be',
  'plans.get params.planId': 'plans are offered to everybody',
  'signup.signUp body.companyId': 'is stored as a value only, and joins no company (AUTH-22)',
  'signup.signUp body.planId': 'plans are the platform’s, and no company’s',
  'companies.get params.companyId':
    'is its own in all ways but for the super user, who keeps them (companies.test.ts)',
  'companies.plan params.companyId': 'as above',
  'companies.saveHours params.companyId': 'as above',
  'companies.saveLocale params.companyId': 'as above',
  'companies.create body.planId': 'plans are the platform’s, and no company’s',
  'companies.update body.planId': 'plans are the platform’s, and no company’s',
  'companies.update params.companyId': 'companies are kept by the platform’s owner',
  'companies.extend params.companyId': 'companies are kept by the platform’s owner',
  'companies.delete params.companyId': 'companies are kept by the platform’s owner',
  'companies.revokeDeletion params.companyId': 'companies are kept by the platform’s owner',
  'support.begin params.companyId': 'companies are kept by the platform’s owner',
  'plans.update params.planId': 'plans are the platform’s, and no company’s',
  'plans.delete params.planId': 'plans are the platform’s, and no company’s',
  'helps.update params.helpId': 'help videos are the platform’s, and no company’s',
  'helps.delete params.helpId': 'help videos are the platform’s, and no company’s',
  'chats.messages query.before': 'is only compared with the ids of messages of a chat that the caller is in',
  'chats.send body.clientId': 'is made by the browser, and is looked up within the chat',
  'chats.read body.userId':
    'accepted for existing clients and without effect: a user reads only for themselves',
  'announcements.get params.announcementId': 'announcements are the platform’s, and no company’s',
  'announcements.update params.announcementId': 'announcements are the platform’s, and no company’s',
  'announcements.delete params.announcementId': 'announcements are the platform’s, and no company’s',
  'announcements.putMedia params.announcementId': 'announcements are the platform’s, and no company’s',
  'announcements.removeMedia params.announcementId': 'announcements are the platform’s, and no company’s',
  'messages.send body.clientId': 'is made by the browser, and is looked up within the company',
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
        .filter((field) => looksLikeId.test(field))
        .filter((field) => !(`${endpoint.name} ${part}.${field}` in leadNowhere))
        .map((field) => ({ endpoint, part, field })),
    ),
  )
}

/** The values of this field for a thing of the other company, and for a missing one. */
function foreignAndMissing(field: string, sound: unknown): [unknown, unknown] {
  if (field === 'uuid') return [foreign.ticketUuid, missingUuid]
  const id = {
    companyId: foreign.company.id,
    userId: foreign.user.id,
    users: foreign.user.id,
    queueId: foreign.queueId,
    queueIds: foreign.queueId,
    moveTo: foreign.queueId,
    optionId: foreign.queueOptionId,
    parentId: foreign.queueOptionId,
    holidayId: foreign.holidayId,
    tags: foreign.tagId,
    tagId: foreign.tagId,
    chatId: foreign.chatId,
    noteId: foreign.noteId,
    quickMessageId: foreign.quickMessageId,
    scheduleId: foreign.scheduleId,
    promptId: foreign.promptId,
    integrationId: foreign.integrationId,
    webhookId: foreign.webhookId,
    deliveryId: foreign.deliveryId,
    fileListId: foreign.fileListId,
    campaignId: foreign.campaignId,
    optOutId: foreign.optOutId,
    tagListId: foreign.tagId,
    contactListId: foreign.contactListId,
    contactListItemId: foreign.contactListItemId,
    ticketId: foreign.ticketId,
    messageId: foreign.messageId,
    quotedMsg: foreign.messageId,
    contactId: foreign.contactId,
    contactIds: foreign.contactId,
    otherContactId: foreign.contactId,
    importId: foreign.importId,
    entryId: foreign.entryId,
    invoiceId: foreign.invoiceId,
    connectionId: foreign.connectionId,
    whatsappId: foreign.connectionId,
    transferQueueId: foreign.queueId,
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
  // A message holds one content: contact cards have no text.
  const alone = field === 'contactIds' ? { body: '' } : {}
  return { ...call, [part]: { ...call[part], ...alone, [field]: value } }
}

describe('T2 an id of another company', () => {
  it('every field of a schema is in the valid request, so that each one is tested', () => {
    for (const endpoint of endpoints) {
      for (const part of ['params', 'query', 'body'] as const) {
        // Every part of an endpoint is a zod object, with its fields in `shape`.
        const { shape } = endpoint[part] as unknown as { shape: object }
        const sound = Object.keys(validRequest(endpoint.name, own, 0)[part] ?? {})
        // A contact's number cannot change without a query to WhatsApp, which these tests do not simulate.
        const forgotten = Object.keys(shape).filter((field) => !sound.includes(field) && field !== 'number')
        expect([endpoint.name, part, forgotten], 'write the field in sound-calls/').toEqual([
          endpoint.name,
          part,
          [],
        ])
      }
    }
  })

  for (const who of ['admin', 'user', 'super'] as const) {
    it(`is answered like a missing one, in every field of every call: as ${who}`, async () => {
      const home = who === 'super' ? platform : own
      const { token } = who === 'user' ? own.user : home.admin
      const before = await fingerprintOf(testApp, foreign.company.id)
      const found: Record<string, number> = {}
      const wanted: Record<string, number> = {}
      let turn = 1000 * (1 + ['admin', 'user', 'super'].indexOf(who))

      for (const place of idFields()) {
        // A super user may name any company (GEN-17).
        if (who === 'super' && place.field === 'companyId') continue
        const call = validRequest(place.endpoint.name, home, turn++)
        const [theirs, missing] = foreignAndMissing(place.field, call[place.part]?.[place.field])
        const name = `${place.endpoint.name} ${place.part}.${place.field}`
        const answerToForeign = await send(testApp, place.endpoint, withField(call, place, theirs), token)
        const answerToMissing = await send(testApp, place.endpoint, withField(call, place, missing), token)
        expect({ name, ...answerToForeign }).toEqual({ name, ...answerToMissing })
        const level = levelOf(place.endpoint) ?? ''
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
    })
  }

  it('a companyId is refused where it may be chosen, and ignored elsewhere (GEN-17)', async () => {
    const choosing = ['users.choices', 'queues.list', 'connections.list']
    for (const endpoint of endpoints.filter(({ method, name }) => method === 'GET' && name !== 'health')) {
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
    const [customer] = await testApp.rows<{ number: string }>('select number from contacts where id = $1', [
      foreign.contactId,
    ])
    const secrets = [
      foreign.ticketUuid,
      foreign.user.email,
      foreign.admin.email,
      foreign.supervisor.email,
      customer?.number ?? '',
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
