import { endpoint } from '@balcao/contract/endpoint'
import type { UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { linkedNodes } from '../../testing/linked-nodes'
import { Refusal } from '../refusal'
import { createEndpointRateLimiter } from './pace'

const [ana, bia] = [1, 2] as UserId[]
const declared = {
  summary: '',
  access: 'session',
  planFlag: 'none',
  answer: z.object({}),
} as const
const paced = endpoint('POST /export', {
  ...declared,
  name: 'contacts.export',
  pace: { calls: 2, seconds: 60 },
})
const free = endpoint('POST /export', { ...declared, name: 'contacts.list' })

function refusalOf(call: Promise<void> | undefined): Promise<unknown> {
  return Promise.resolve(call).then(
    () => null,
    (error) => (error instanceof Refusal ? [error.code, error.data] : error),
  )
}

it('O3 a user beyond the rate limit waits until the first counted call expires', async () => {
  let at = 0
  const step = createEndpointRateLimiter({ now: () => new Date(at) })
  const call = (user = ana) => refusalOf(step(paced, user as UserId))

  expect(await call()).toBeNull()
  at = 20_000
  expect(await call()).toBeNull()
  expect(await call()).toEqual(['ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 40 }])
  at = 60_000
  expect(await call()).toBeNull()
  expect(await call()).toEqual(['ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 20 }])
})

it('O3 other users, and calls without a limit, do not wait', async () => {
  const step = createEndpointRateLimiter({ now: () => new Date(0) })
  for (let times = 0; times < 2; times += 1) await step(paced, ana as UserId)

  expect(await refusalOf(step(paced, bia as UserId))).toBeNull()
  for (let times = 0; times < 100; times += 1) expect(await refusalOf(step(free, ana as UserId))).toBeNull()
})

it('O3 a call in one process counts in the others, which refuse the next', async () => {
  let at = 0
  const clock = { now: () => new Date(at) }
  const [here, there] = linkedNodes(2).map(({ bus }) => createEndpointRateLimiter(clock, { bus }))
  const call = (step = here, user = ana) => refusalOf(step?.(paced, user as UserId))

  expect([await call(here), await call(there)]).toEqual([null, null])
  expect([await call(here), await call(there)]).toEqual(
    Array(2).fill(['ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 }]),
  )
  expect(await call(there, bia)).toBeNull()
  at = 60_000
  expect([await call(there), await call(here)]).toEqual([null, null])
})

it('O3 for a list only searches are limited; an operator may set another limit', async () => {
  const searched = endpoint('POST /export', {
    ...declared,
    name: 'tickets.list',
    pace: { calls: 2, seconds: 60, searchesOnly: true },
  })
  const refused = ['ERR_TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 }]
  const step = createEndpointRateLimiter({ now: () => new Date(0) })
  const generous = createEndpointRateLimiter({ now: () => new Date(0) }, { searchesPerMinute: 3 })
  const answers = (keeper: typeof step, times: number, searchParam: string) =>
    Promise.all(
      Array.from({ length: times }, () => refusalOf(keeper(searched, ana as UserId, { searchParam }))),
    )

  expect(await answers(step, 5, ' ')).toEqual(Array(5).fill(null))
  expect(await answers(step, 3, 'sofá')).toEqual([null, null, refused])
  expect(await answers(generous, 4, 'sofá')).toEqual([null, null, null, refused])
})
