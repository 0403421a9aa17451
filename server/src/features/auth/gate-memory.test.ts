import type { CompanyId, UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import type { Bearer } from './access-token'
import { createGateMemory, mostEntries } from './gate-memory'

it('people are remembered up to a number; the one who came first is looked up again', async () => {
  const memory = createGateMemory<string>({ now: () => new Date(0), after: () => () => {} }, 5_000)
  let looks = 0
  const recall = (id: number) =>
    memory.recall(
      // Only what it reads of them.
      { companyId: 1 as CompanyId, sessionId: String(id), userId: id as UserId } as Bearer,
      async () => {
        looks++
        return 'found'
      },
    )
  for (let id = 0; id < mostEntries; id++) await recall(id)
  await recall(0)
  expect(looks).toBe(mostEntries)

  await recall(mostEntries) // one too many: the oldest goes
  await recall(1)
  expect(looks).toBe(mostEntries + 1)
  await recall(0)
  expect(looks).toBe(mostEntries + 2)
})
