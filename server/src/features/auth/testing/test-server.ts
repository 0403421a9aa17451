import type { SessionUser } from '@balcao/contract/people'
import type { CompanyId, ConnectionId, QueueId, TicketId, UserId } from '@balcao/domain/ids'
import type { PersonActor } from '@balcao/domain/people'
import type { SocketMessage } from '../../../platform/live/event-kind'
import {
  type CompanyOptions,
  goodPassword,
  openOwnTestApp,
  type PersonOptions,
  type TestApp,
  type TestCompany,
  type Person as TestPerson,
} from '../../../testing/test-app'

/**
 * The test app called by method and path, with any body, cookie and address, as attackers and old clients call it.
 * For tests of authentication, where the typed calls of the test app would prevent invalid requests.
 */
export interface TestServer extends Pick<TestApp, 'log' | 'now' | 'pass' | 'rows' | 'table' | 'close'> {
  readonly testApp: TestApp
  readonly workplace: TestApp['app']['workplace']
  readonly gate: TestApp['app']['gate']
  call(method: Method, path: string, options?: CallOptions): Promise<Answer>
  company(options?: CompanyOptions): Promise<Company>
  /** Signs in by a real login call. */
  signIn(email: string): Promise<Person>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export interface CallOptions {
  readonly body?: unknown
  readonly token?: string
  readonly cookie?: string
  readonly address?: string
}
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read the parts that they assert
  readonly body: any
  /** Value of the refresh cookie that was set; an empty text when it was deleted, null when it was not touched. */
  readonly cookie: string | null
  readonly headers: Readonly<Record<string, unknown>>
}
export interface Company {
  readonly id: CompanyId
  readonly admin: Person
  queue(name: string): Promise<QueueId>
  person(name: string, options?: PersonOptions): Promise<Person>
  connection(name: string): Promise<ConnectionId>
  /** A customer wrote, and this person accepted the ticket. */
  openTicket(owner: Person, queueId: QueueId): Promise<TicketId>
}
export interface Person {
  readonly id: UserId
  readonly email: string
  readonly token: string
  readonly cookie: string
  readonly user: SessionUser
  call(method: Method, path: string, body?: unknown): Promise<Answer>
  /** All events that reached the person's subscriber, oldest first. */
  received(): Promise<readonly SocketMessage[]>
  /** The person of a subscriber of this session, read now. */
  actor(): Promise<PersonActor | null>
}

export { goodPassword }

export async function openTestServer(): Promise<TestServer> {
  const testApp = await openOwnTestApp() // attempts
  const { log, now, pass, rows, table, close } = testApp
  const { workplace, gate } = testApp.app
  const server: TestServer = {
    ...{ log, now, pass, rows, table, close, testApp, workplace, gate },
    call: (method, path, options = {}) => callIn(testApp, method, path, options),
    company: async (options) => companyOf(server, await testApp.company(options)),
    signIn: async (email) => personOf(server, await testApp.signIn(email)),
  }
  return server
}

async function callIn(
  testApp: TestApp,
  method: Method,
  path: string,
  { body, token, cookie, address }: CallOptions,
): Promise<Answer> {
  const answer = await testApp.app.http.inject({
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

function personOf(
  server: TestServer,
  { id, email, token, cookie, user, received, subscriber }: TestPerson,
): Person {
  const soFar: SocketMessage[] = []
  return {
    ...{ id, email, token, cookie, user },
    call: (method, path, body) => server.call(method, path, { token, body }),
    async received() {
      soFar.push(...(await received()))
      return soFar
    },
    actor: () => server.gate.viewerOf(user.companyId, subscriber.sessionId),
  }
}

let customers = 0

function companyOf(server: TestServer, company: TestCompany): Company {
  return {
    id: company.id,
    admin: personOf(server, company.admin),
    queue: company.queue,
    person: async (name, options) => personOf(server, await company.person(name, options)),
    connection: (name) => company.connection(name),
    async openTicket(owner, queueId) {
      const over = await company.connection(`Loja ${++customers}`, [queueId])
      const ticketId = await company.hears({ over, from: `55119${String(customers).padStart(8, '0')}` })
      const body = { status: 'open', userId: owner.id }
      const { status } = await owner.call('PUT', `/tickets/${ticketId}`, body)
      if (status !== 200) throw new Error(`the ticket could not be accepted: ${status}`)
      return ticketId
    },
  }
}
