import { createHash } from 'node:crypto'
import type { Service } from '../service'
import type { GraphCustomer } from './customer'
import { type GraphFault, openFaults } from './faults'
import { type GraphRules, type GraphService, usualGraphRules } from './graph-service'
import { addCustomer, customerByPhone } from './people'
import { playCustomer } from './play-customer'
import { type GraphNumber, playNumber } from './play-number'
import { openRates } from './rates'
import { reviewTemplate, type TemplateReview } from './templates'
import { openWebhooks, USUAL_FIELDS, verifyCallback } from './webhooks'
import {
  type Account,
  type App,
  type BusinessNumber,
  type GraphWorld,
  graphId,
  type Json,
  type Template,
  type TemplateCategory,
} from './world'

export const ALL_SCOPES = [
  'whatsapp_business_messaging',
  'whatsapp_business_management',
  'business_management',
]

/** Meta's Graph API for WhatsApp (the Cloud API) on this machine. */
export interface Graph {
  /** `http://127.0.0.1:PORT/graph`; the version follows, as in `…/graph/v26.0/ID/messages`. */
  readonly url: string
  /** `127.0.0.1:PORT`: the host of the addresses of media, over http. */
  readonly mediaHost: string
  /** Changes how Meta behaves; see `usualGraphRules`. */
  readonly rules: GraphRules
  addApp(app?: { id?: string; secret?: string; name?: string; fields?: string[] }): App
  /** Sets the app's callback after asking it for the challenge; rejects when it does not answer it. Loopback only. */
  setCallback(appId: string, url: string, verifyToken: string): Promise<void>
  /** Adds a WhatsApp Business Account. `appIds` are subscribed at once, as with `POST …/subscribed_apps`. */
  addAccount(account?: {
    id?: string
    name?: string
    portfolioId?: string
    portfolioGroup?: string
    appIds?: string[]
  }): Account
  /** Adds a registered number; `displayNumber` has digits only. */
  addNumber(number: {
    accountId: string
    displayNumber: string
    id?: string
    verifiedName?: string
    pin?: string
  }): GraphNumber
  /** A token of an app for accounts; by default with all scopes and without an end. */
  issueToken(token: {
    appId: string
    accountIds: string[]
    scopes?: string[]
    expiresAt?: Date | null
  }): string
  revokeToken(value: string): void
  /** Adds a person. `phone` null is a person of whom only a username is known. */
  addCustomer(person: { name: string; phone?: string | null; username?: string }): GraphCustomer
  /** By id or phone. */
  customer(idOrPhone: string): GraphCustomer
  customers(): GraphCustomer[]
  number(id: string): GraphNumber
  numbers(): GraphNumber[]
  /** Adds a template as if it had been created by the API; approved by default. */
  addTemplate(template: {
    accountId: string
    name: string
    components: Json[]
    language?: string
    category?: TemplateCategory
    parameterFormat?: 'POSITIONAL' | 'NAMED'
    status?: Template['status']
  }): Template
  /** What Meta does with a template, by its id. */
  template(id: string): TemplateReview
  templates(): Template[]
  /** Lets something go wrong once, or `times` times. */
  inflict(fault: GraphFault): void
  /** Faults that have not happened yet. */
  faults(): GraphFault[]
  /** Sends any webhook of an account: unknown fields and kinds too. */
  sendWebhook(webhook: { accountId: string; field: string; value: Json; numberId?: string }): void
  /** Holds all webhooks back until `false`. */
  holdWebhooks(isHeld: boolean): void
  /** Repeats failed webhooks now. */
  repeatWebhooks(): void
  /** Resolves when every webhook so far was attempted. */
  webhooksSent(): Promise<void>
  /** Webhooks that were not answered with 200 yet. */
  readonly pendingWebhooks: number
  /** The state, for pages. */
  readonly world: Readonly<GraphWorld>
}

export interface OpenGraph {
  graph: Graph
  service: GraphService
  startOver(): void
  close(): void
}

/** Opens the Graph API on the state of the simulator. `origin` is `http://127.0.0.1:PORT`. */
export function openGraph(service: Service, origin: string): OpenGraph {
  const shared = shareGraph(service, origin)
  const { world, chance, rules, faults, webhooks } = shared
  const found = <T>(objects: Record<string, T>, id: string): T => {
    const object = objects[id]
    if (!object) throw new Error(`there is no object ${id}`)
    return object
  }
  const numberById = (id: string) => playNumber(shared, found(world.numbers, id))
  const customerBy = (idOrPhone: string) => {
    const customer = world.customers[idOrPhone] ?? customerByPhone(shared, idOrPhone)
    if (!customer) throw new Error(`there is no customer ${idOrPhone}`)
    return playCustomer(shared, customer)
  }
  const graph: Graph = {
    url: shared.url,
    mediaHost: new URL(origin).host,
    rules,
    world,
    addApp({
      id = graphId(chance),
      secret = chance.bytes(16).toString('hex'),
      name = 'Balcão',
      fields,
    } = {}) {
      const app: App = { id, name, secret, fields: fields ?? [...USUAL_FIELDS] }
      world.apps[id] = app
      shared.changed()
      return app
    },
    async setCallback(appId, url, verifyToken) {
      const app = found(world.apps, appId)
      await verifyCallback({ url, verifyToken })
      app.callback = { url, verifyToken }
      shared.changed()
    },
    addAccount(account = {}) {
      const added = newAccount(graphId(chance), graphId(chance), account)
      world.accounts[added.id] = added
      shared.changed()
      return added
    },
    addNumber(wanted) {
      found(world.accounts, wanted.accountId)
      const number = newNumber(graphId(chance), wanted)
      world.numbers[number.id] = number
      shared.changed()
      return playNumber(shared, number)
    },
    issueToken({ appId, accountIds, scopes = ALL_SCOPES, expiresAt = null }) {
      found(world.apps, appId)
      const value = `EAA${chance.bytes(90).toString('hex')}`
      const until = expiresAt?.getTime() ?? null
      world.tokens[value] = { value, appId, scopes, accountIds, expiresAt: until, isRevoked: false }
      shared.changed()
      return value
    },
    revokeToken(value) {
      found(world.tokens, value).isRevoked = true
      shared.changed()
    },
    addCustomer({ name, phone = null, username }) {
      const known = phone === null ? undefined : customerByPhone(shared, phone)
      if (known) Object.assign(known, { name, isReachable: true })
      const customer = known ?? addCustomer(shared, { name, phone, username })
      shared.changed()
      return playCustomer(shared, customer)
    },
    customer: customerBy,
    customers: () => Object.values(world.customers).map((one) => playCustomer(shared, one)),
    number: numberById,
    numbers: () => Object.values(world.numbers).map((one) => playNumber(shared, one)),
    addTemplate(wanted) {
      found(world.accounts, wanted.accountId)
      const template: Template = {
        id: graphId(chance),
        language: 'pt_BR',
        category: 'UTILITY',
        parameterFormat: 'POSITIONAL',
        status: 'APPROVED',
        quality: 'UNKNOWN',
        rejectedReason: 'NONE',
        createdAt: shared.now(),
        edits: [],
        ...wanted,
      }
      world.templates[template.id] = template
      shared.changed()
      return template
    },
    template: (id) => reviewTemplate(shared, found(world.templates, id)),
    templates: () => Object.values(world.templates),
    inflict: faults.add,
    faults: faults.pending,
    sendWebhook: webhooks.announce,
    holdWebhooks: webhooks.hold,
    repeatWebhooks: webhooks.repeatNow,
    webhooksSent: webhooks.idle,
    get pendingWebhooks() {
      return Object.keys(world.batches).length
    },
  }
  webhooks.resume()
  return { graph, service: shared, startOver: () => startOver(shared), close: webhooks.close }
}

function shareGraph({ world, pictures, chance, happenings, now }: Service, origin: string): GraphService {
  const rules: GraphRules = { ...usualGraphRules }
  const faults = openFaults()
  const changed = () => happenings.tell({ kind: 'graph' })
  return {
    world: world.graph,
    files: pictures,
    chance,
    happenings,
    rules,
    faults,
    rates: openRates(rules, now),
    webhooks: openWebhooks({ world: world.graph, rules, faults, now, changed }),
    typing: new Map(),
    url: `${origin}/graph`,
    mediaSecret: createHash('sha256').update(`media ${world.seed}`).digest(),
    now,
    changed,
  }
}

/** Conversations, waiting webhooks, faults and rules go; accounts, numbers, tokens, templates and people stay. */
function startOver({ world, faults, rules, typing, webhooks, changed }: GraphService): void {
  webhooks.hold(false)
  Object.assign(rules, usualGraphRules)
  faults.clear()
  typing.clear()
  for (const objects of [world.messages, world.batches, world.media])
    for (const key of Object.keys(objects)) delete objects[key]
  for (const customer of Object.values(world.customers))
    Object.assign(customer, { windows: {}, entries: {}, optedOut: [], isSilent: false })
  changed()
}

function newAccount(
  id: string,
  portfolioId: string,
  { appIds = [], name = 'Casa Ipê Móveis', ...given }: Parameters<Graph['addAccount']>[0] & object,
): Account {
  return {
    id,
    portfolioId,
    name,
    subscribed: Object.fromEntries(appIds.map((appId) => [appId, {}])),
    isLocked: false,
    hasPaymentMethod: true,
    deletedNames: {},
    ...given,
  }
}

function newNumber(
  id: string,
  { verifiedName = 'Casa Ipê Móveis', pin = '123456', ...given }: Parameters<Graph['addNumber']>[0],
): BusinessNumber {
  return {
    id,
    verifiedName,
    pin,
    quality: 'GREEN',
    status: 'CONNECTED',
    nameStatus: 'APPROVED',
    tier: 'TIER_250',
    sendsPerSecond: 80,
    callbacks: {},
    registrations: [],
    serviceMessages: { month: '', count: 0 },
    profile: {},
    blocked: [],
    ...given,
  }
}
