import type { CompanyId, UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import type { AccessTokenClaims } from './access-token'
import { createSessionStateCache, maxCachedSessions } from './gate-memory'

it('the cache holds a limited number of users and evicts the oldest', async () => {
  const memory = createSessionStateCache<string>({ now: () => new Date(0), after: () => () => {} }, 5_000)
  let lookups = 0
  const recall = (id: number) =>
    memory.recall(
      // The cache reads these fields only.
      { companyId: 1 as CompanyId, sessionId: String(id), userId: id as UserId } as AccessTokenClaims,
      async () => {
        lookups++
        return 'found'
      },
    )
  for (let id = 0; id < maxCachedSessions; id++) await recall(id)
  await recall(0)
  expect(lookups).toBe(maxCachedSessions)

  await recall(maxCachedSessions) // one too many: the oldest is evicted
  await recall(1)
  expect(lookups).toBe(maxCachedSessions + 1)
  await recall(0)
  expect(lookups).toBe(maxCachedSessions + 2)
})
