import type { CompanyId, UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import type { Bearer } from './access-token'
import { createGateMemory, maxEntries } from './gate-memory'

it('the cache holds a limited number of users and evicts the oldest', async () => {
  const memory = createGateMemory<string>({ now: () => new Date(0), after: () => () => {} }, 5_000)
  let lookups = 0
  const recall = (id: number) =>
    memory.recall(
      // The cache reads these fields only.
      { companyId: 1 as CompanyId, sessionId: String(id), userId: id as UserId } as Bearer,
      async () => {
        lookups++
        return 'found'
      },
    )
  for (let id = 0; id < maxEntries; id++) await recall(id)
  await recall(0)
  expect(lookups).toBe(maxEntries)

  await recall(maxEntries) // one too many: the oldest is evicted
  await recall(1)
  expect(lookups).toBe(maxEntries + 1)
  await recall(0)
  expect(lookups).toBe(maxEntries + 2)
})
