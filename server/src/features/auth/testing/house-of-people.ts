import { randomUUID } from 'node:crypto'
import type { SessionUser } from '@balcao/contract/people'
import type { CompanyId, QueueId, UserId } from '@balcao/domain/ids'
import type { PersonActor, Profile } from '@balcao/domain/people'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { openPools } from '../../../platform/database/pools'
import type { DataKeys } from '../../../platform/encryption'
import type { Feature } from '../../../platform/feature'
import { createHttpServer } from '../../../platform/http/http-server'
import type { Emission, RecordedEvent, Seat } from '../../../platform/live/event-kind'
import { createLog } from '../../../platform/log'
import { hashPassword } from '../../../platform/password-hash'
import { createSignals } from '../../../platform/signals'
import { createTestDatabase } from '../../../platform/testing/test-database'
import { createWorkplace, type Workplace } from '../../../platform/work'
import { createFullPlan, type PlanSize } from '../../plans/create-plan'
import { queuesFeature } from '../../queues/queues.feature'
import { settingsFeature } from '../../settings/settings.feature'
import { tagsFeature } from '../../tags/tags.feature'
import { usersFeature } from '../../users/users.feature'
import { authFeature } from '../auth.feature'
import { foundCompany } from '../first-company'
import { createGate, type SessionGate } from '../gate'

/** A house with the rooms of people alone, on a database and a clock of its own; seats hear what reaches them. */
export interface House {
  readonly workplace: Workplace
  readonly gate: SessionGate
  /** Lines of the log. */
  readonly log: readonly string[]
  readonly tokenKey: string
  now(): Date
  pass(seconds: number): void
  /** Rows as they are, seen by the owner of the database. */
  rows(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>
  company(options?: CompanyOptions): Promise<Company>
  /** Signs in through the door. */
  signIn(email: string, password?: string): Promise<Person>
  setOnline(userId: UserId): void
  close(): Promise<void>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export interface CallOptions {
  readonly body?: unknown
  readonly token?: string | undefined
  readonly cookie?: string | undefined
  readonly address?: string
}
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read the parts that they assert
  readonly body: any
  /** Value of the refresh cookie that was set; an empty text when it was dropped, null when it was left alone. */
  readonly cookie: string | null
  readonly headers: Readonly<Record<string, unknown>>
}
export interface CompanyOptions {
  readonly name?: string
  readonly plan?: Partial<PlanSize>
  readonly dueDate?: string
  readonly isSuper?: boolean
}
export interface Company {
  readonly id: CompanyId
  readonly admin: Person
  queue(name: string, color?: string): Promise<QueueId>
  person(name: string, options?: { profile?: Profile; queueIds?: readonly QueueId[] }): Promise<Person>
}
/** Somebody who is signed in, and whose page sits at a socket. */
export interface Person {
  readonly id: UserId
  readonly email: string
  readonly token: string
  readonly cookie: string
  readonly user: SessionUser
  call(method: Method, path: string, body?: unknown): Promise<Answer>
  /** What reached the person's seat, oldest first. */
  heard(): readonly Emission[]
  actor(): Promise<PersonActor | null>
}

export const goodPassword = 'uma senha boa'
let passwordHash: Promise<string> | null = null

export async function openHouse(extra: readonly Feature[] = []): Promise<House> {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const pools = openPools({
    app: database.appUrl,
    platform: database.platformUrl,
    size: 4,
    onIdleError: () => undefined,
  })
  let at = Date.parse('2026-11-20T12:00:00Z')
  const clock = { now: () => new Date(at), after: () => () => undefined }
  const online = new Set<UserId>()
  const isOnline = (id: UserId) => online.has(id)
  const tokenKey = 'a key that signs tokens of these tests only'
  const dataKeys: DataKeys = { current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 7)]]) }
  const features = [
    authFeature({ tokenKey, isOnline }),
    usersFeature({ isOnline }),
    queuesFeature,
    settingsFeature({ dataKeys }),
    tagsFeature,
    ...extra,
  ]
  const chairs: { seat: Seat; heard: Emission[]; isTaken: boolean }[] = []
  const signals = createSignals()
  const workplace = createWorkplace({
    pools,
    clock,
    signals,
    livePost: { deliver: (events) => events.forEach(deliver) },
    reactions: features.flatMap(({ reactions = [] }) => reactions),
  })
  const gate = createGate({ tokenKey, clock, workplace, signals })
  const log: string[] = []
  const app = await createHttpServer({
    routes: features.flatMap(({ routes = [] }) => routes),
    gate,
    workplace,
    readUpload: () => Promise.reject(new Error('nobody sends files here')),
    log: createLog({ level: 'debug', isReadable: false, write: (line) => log.push(line) }),
    allowedOrigins: [],
    trustedProxies: [],
    secureCookies: false,
    checkAnswers: true,
  })

  const house: House = {
    workplace,
    gate,
    log,
    tokenKey,
    now: clock.now,
    pass: (seconds) => {
      at += seconds * 1000
    },
    rows: async (sql, values = []) => (await owner.query(sql, [...values])).rows,
    call: (method, path, options = {}) => callOn(app, method, path, options),
    company: (options = {}) => companyIn(house, options),
    signIn,
    setOnline: (id) => online.add(id),
    close: async () => {
      await app.close()
      await pools.close()
      await owner.end()
      await database.drop()
    },
  }
  return house

  async function signIn(email: string, password = goodPassword): Promise<Person> {
    const { status, body, cookie } = await house.call('POST', '/auth/login', { body: { email, password } })
    if (status !== 200) throw new Error(`${email} could not sign in: ${status} ${JSON.stringify(body)}`)
    const actor = await gate.seatFor({ accessToken: body.token, refreshCookie: null })
    if (actor === null) throw new Error(`${email} has no seat`)
    const views = { statuses: new Set<never>(), notification: false, chatBoxes: new Set<never>() }
    const chair = { seat: { viewer: actor, sessionId: actor.sessionId, views }, heard: [], isTaken: true }
    chairs.push(chair)
    return {
      id: actor.userId,
      email,
      token: body.token,
      cookie: cookie ?? '',
      user: body.user,
      call: (method, path, sent) => house.call(method, path, { token: body.token, body: sent }),
      heard: () => chair.heard,
      actor: () => gate.viewerOf(actor.companyId, actor.sessionId),
    }
  }

  /** What the realtime room does, without sockets. */
  function deliver({ companyId, name, facts }: RecordedEvent): void {
    const kind = features.flatMap(({ events = [] }) => events).find((event) => event.name === name)
    if (kind === undefined) throw new Error(`nobody knows the event ${name}`)
    const links = { toFile: (key: string) => key }
    for (const chair of chairs) {
      if (!chair.isTaken || chair.seat.viewer.companyId !== companyId) continue
      const emission = kind.reach(facts, chair.seat, links)
      if (emission === null) continue
      chair.heard.push(emission)
      if (emission.thenClose) chair.isTaken = false
    }
  }
}

async function callOn(
  app: FastifyInstance,
  method: Method,
  path: string,
  { body, token, cookie, address }: CallOptions,
): Promise<Answer> {
  const answer = await app.inject({
    method,
    url: path,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(address === undefined ? {} : { remoteAddress: address }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie: `jrt=${cookie}` }),
    },
  })
  const jrt = answer.cookies.find(({ name }) => name === 'jrt')
  return {
    status: answer.statusCode,
    body: answer.json(),
    cookie: jrt?.value ?? null,
    headers: answer.headers,
  }
}

async function companyIn(house: House, options: CompanyOptions): Promise<Company> {
  const name = options.name ?? `Empresa ${randomUUID()}`
  const email = `admin-${randomUUID()}@example.com`
  passwordHash ??= hashPassword(goodPassword)
  const person = { name: 'Admin', email, passwordHash: await passwordHash }
  const { companyId } = await house.workplace.withPlatform('a company for a test', async (work) => {
    const size = { users: 50, connections: 5, queues: 50, value: 99.9, ...options.plan }
    const planId = await createFullPlan(work, { name: `Plano de ${name}`, ...size })
    const { dueDate = '2030-01-31', isSuper = false } = options
    return foundCompany(work, { name, planId, dueDate, isSuper, person })
  })
  const isOpen = (options.dueDate ?? '2030-01-31') >= '2026-11-20'
  const admin = isOpen ? await house.signIn(email) : nobody(email)
  let colour = 0x100000
  return {
    id: companyId,
    admin,
    async queue(queueName, color = `#${(colour++).toString(16)}`) {
      const { body } = await admin.call('POST', '/queue', { name: queueName, color })
      return body.id
    },
    async person(personName, { profile = 'user', queueIds = [] } = {}) {
      const personEmail = `${randomUUID()}@example.com`
      const form = { name: personName, email: personEmail, password: goodPassword, profile, queueIds }
      const { status, body } = await admin.call('POST', '/users', form)
      if (status !== 200) throw new Error(`no person: ${status} ${JSON.stringify(body)}`)
      return house.signIn(personEmail)
    },
  }
}

/** The admin of a company that lets nobody in: an address to try. */
function nobody(email: string): Person {
  const absent = () => {
    throw new Error(`${email} is not signed in`)
  }
  return {
    get id() {
      return absent()
    },
    email,
    token: '',
    cookie: '',
    get user() {
      return absent()
    },
    call: absent,
    heard: absent,
    actor: absent,
  }
}
