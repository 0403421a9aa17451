import { listPublicPlans } from '@balcao/contract/plans'
import { expect, it, vi } from 'vitest'
import { sendRequest } from '../lib/send'
import { endpoints } from '../testing/serve-all'

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' }),
).filter(([path]) => !/\.test\.tsx?$|\/testing\//.test(path))
const filesWith = (pattern: RegExp) =>
  sources.flatMap(([path, source]) => (pattern.test(source) ? [path] : []))

it('GEN-04 every call of the contract uses the product’s own address with cookies', async () => {
  const asked: [address: string, credentials: RequestCredentials | undefined][] = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    asked.push([address, request.credentials])
    return new Response('{}', { status: 404 })
  })

  for (const endpoint of endpoints) {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, 1])
    await sendRequest(endpoint, { params: Object.fromEntries(names), query: {}, body: {} }).catch(
      () => undefined,
    )
  }

  expect(asked.length).toBe(endpoints.length)
  expect(
    asked.filter(([address, credentials]) => !/^\/(?!\/)/.test(address) || credentials !== 'include'),
  ).toEqual([])
})

it('GEN-05 the client fetches the public list of plans without credentials everywhere', async () => {
  const asked: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    asked.push(request)
    return new Response('[]')
  })

  await sendRequest(listPublicPlans, {}, { isAnonymous: true })

  expect(
    asked.map(({ credentials, headers }) => [credentials, new Headers(headers).has('authorization')]),
  ).toEqual([['omit', false]])
  // Besides the plans, only `callWithApiToken`, which sends a program's token instead of a user's.
  expect(filesWith(/isAnonymous: true/)).toEqual(['../lib/call.ts', '../lib/lists/plans.ts'])
  expect(filesWith(/\blistPublicPlans\b/)).toEqual(['../lib/lists/plans.ts'])
  expect(filesWith(/sendRequest\(listPublicPlans, \{\}, \{ signal, isAnonymous: true \}\)/)).toHaveLength(1)
})
