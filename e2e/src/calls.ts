import { type EndpointCallAnswer, type EndpointCallInput, endpointCallUrl } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { login } from '@balcao/contract/people'

/** A signed-in user's calls, beside the browser: for setting up a fixture and for reading stored data. */
export type Calls = <E extends Endpoint>(
  endpoint: E,
  input?: EndpointCallInput<E>,
) => Promise<EndpointCallAnswer<E>>

/** Signs in. It ends the user's other sessions, so call it before the browser of the same user signs in. */
export async function signInForCalls(url: string, email: string, password: string): Promise<Calls> {
  const { token } = await callsWith(url, null)(login, { body: { email, password } })
  return callsWith(url, token)
}

/** Calls of the token's user, or of a stranger. */
export function callsWith(url: string, token: string | null): Calls {
  return async (endpoint, input) => {
    // Every part of an input is optional for some endpoint.
    const { params, query, body } = (input ?? {}) as { params?: unknown; query?: unknown; body?: object }
    const answer = await fetch(url + endpointCallUrl(endpoint, { params, query }), {
      method: endpoint.method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const read = await answer.json()
    if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status} ${JSON.stringify(read)}`)
    return read // the server's own tests check its answers against the contract
  }
}
