import { endpointCallUrl } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { allEndpoints } from '@balcao/contract/testing/all-endpoints'
import { derivedRequest, type Sent } from './derived-request'
import type { FullCompany } from './full-company'
import { requestExamples } from './request-examples'
import type { TestApp } from './test-app'

export type { Sent } from './derived-request'

export const missingId = 2_000_000_000
export const missingUuid = '00000000-0000-4000-8000-000000000000'

const endpointOf = new Map(allEndpoints.map((endpoint) => [endpoint.name, endpoint]))

/**
 * A valid request of every endpoint, as an honest client would send it, with every field. Tests of the whole API
 * change one part of it. `turn` makes names unique where necessary.
 */
export function validRequest(name: string, own: FullCompany, turn: number): Sent {
  const endpoint = endpointOf.get(name)
  if (endpoint === undefined) throw new Error(`${name} is not exported by the contract`)
  const derived = derivedRequest(endpoint, own, turn)
  const example = requestExamples(own, turn)[name] ?? {}
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const fields = Object.entries({ ...derived[part], ...example[part] })
    const present = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    if (!endpoint[part].safeParse(present).success)
      throw new Error(`${name} has no valid ${part}: add the fields in request-examples.ts`)
    return fields.length === 0 ? [] : [[part, present] as const]
  })
  return Object.fromEntries(parts)
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
  const { method, url, headers, body } = requestOf(endpoint, sent, token)
  const payload = body === undefined ? {} : { payload: body }
  const answer = await testApp.app.http.inject({ method, url, headers, ...payload })
  return { status: answer.statusCode, body: answer.json() }
}

/** The same over the network, to the server at this address. */
export async function sendTo(
  address: string,
  endpoint: Endpoint,
  sent: Sent,
  token: string | null,
): Promise<RawAnswer> {
  const { url, ...request } = requestOf(endpoint, sent, token)
  const answer = await fetch(address + url, request)
  return { status: answer.status, body: await answer.json() }
}

function requestOf(endpoint: Endpoint, sent: Sent, token: string | null) {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  return {
    method: endpoint.method,
    url: endpointCallUrl(endpoint, sent),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(sent.body ?? {}) } : {}),
  }
}

/** Every endpoint of the app; the one that ends the caller's session is last. */
export function endpointsOf(testApp: TestApp): readonly Endpoint[] {
  const endpoints = testApp.app.features.flatMap(({ routes = [] }) => routes.map(({ endpoint }) => endpoint))
  const endsSession = ({ name }: Endpoint) => name === 'auth.logout'
  return [...endpoints.filter((one) => !endsSession(one)), ...endpoints.filter(endsSession)]
}
