import { addressOf } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import type { FullCompany } from './full-company'
import type { TestApp } from './test-app'
import { contactsCalls } from './valid-requests/contacts-requests'
import { peopleCalls } from './valid-requests/people-requests'
import { platformCalls } from './valid-requests/platform-requests'
import { receptionCalls } from './valid-requests/reception-requests'
import { ticketsCalls } from './valid-requests/tickets-requests'
import { wordsCalls } from './valid-requests/words-requests'

/** The parts of a call, before any schema has parsed them. */
export interface Sent {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export const missingId = 2_000_000_000
export const missingUuid = '00000000-0000-4000-8000-000000000000'

type Calls = (own: FullCompany, turn: number) => Record<string, Sent>
const groups: readonly Calls[] = [
  platformCalls,
  peopleCalls,
  receptionCalls,
  ticketsCalls,
  contactsCalls,
  wordsCalls,
]
const groupOf = new Map<string, Calls>()

/**
 * A valid request of every endpoint, as an honest client would send it, with every field. Tests of the whole API
 * change one part of it. `turn` makes names unique where necessary.
 */
export function validRequest(name: string, own: FullCompany, turn: number): Sent {
  // Builds only the group of this call, because tests request tens of thousands of calls.
  const group = groupOf.get(name) ?? groups.find((calls) => name in calls(own, turn))
  const call = group?.(own, turn)[name]
  if (group === undefined || call === undefined)
    throw new Error(`${name} has no valid request yet: add one in valid-requests/`)
  groupOf.set(name, group)
  return call
}

export interface RawAnswer {
  readonly status: number
  readonly body: unknown
}

/** Sends exactly this, with this token; null: without one. */
export async function send(
  testApp: TestApp,
  endpoint: Endpoint,
  sent: Sent,
  token: string | null,
): Promise<RawAnswer> {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const answer = await testApp.app.http.inject({
    method: endpoint.method,
    url: addressOf(endpoint, sent),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { payload: JSON.stringify(sent.body ?? {}) } : {}),
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Every endpoint of the app; the one that ends the caller's session is last. */
export function endpointsOf(testApp: TestApp): readonly Endpoint[] {
  const endpoints = testApp.app.features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  const endsSession = ({ name }: Endpoint) => name === 'auth.logout'
  return [...endpoints.filter((one) => !endsSession(one)), ...endpoints.filter(endsSession)]
}
