import type { CompanyId } from '@balcao/domain/ids'
import { describe, expect, it } from 'vitest'
import { type ActRank, createFairQueue, type FairQueue } from './fair-queue'

const rank: Readonly<Record<string, ActRank>> = { p: 'person', h: 'system' }

/** Acts that run until the test ends them. `a1h`: company a, its act 1, by the system. */
function fixture(slots: FairQueue) {
  const ends = new Map<string, () => void>()
  const begun: string[] = []
  const ask = (name: string) =>
    slots.take((name.charCodeAt(0) - 96) as CompanyId, rank[name.at(-1) ?? ''] ?? 'system', () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  return {
    begun,
    ask: (names: string) => {
      for (const name of names.split(' ')) void ask(name)
    },
    /** Ends the running acts, the longest running first, until none is left. */
    async endAll(): Promise<string> {
      await settled()
      for (const name of begun) {
        ends.get(name)?.()
        await settled()
      }
      return begun.join(' ')
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('slots between companies', () => {
  const cases = [
    {
      it: 'queues are served in rotation, regardless of their lengths',
      places: { all: 1, perCompany: 1, besideOthers: 1 },
      asked: 'a1h a2h a3h a4h b1h b2h c1h',
      served: 'a1h a2h b1h c1h a3h b2h a4h',
    },
    {
      it: 'a later company waits for one act of a flood',
      places: { all: 2, perCompany: 2, besideOthers: 2 },
      asked: 'a1h a2h a3h a4h a5h a6h b1h',
      served: 'a1h a2h b1h a3h a4h a5h a6h',
    },
    {
      it: 'a place stays free for other companies, which do not wait',
      places: { all: 3, perCompany: 2, besideOthers: 2 },
      asked: 'a1h a2h a3h a4h b1h',
      served: 'a1h a2h b1h a3h a4h',
    },
    {
      it: 'a company alone gets its own places and no more',
      places: { all: 4, perCompany: 2, besideOthers: 2 },
      asked: 'a1h a2h a3h',
      served: 'a1h a2h a3h',
    },
    {
      it: 'within a company, acts of persons run before the system',
      places: { all: 1, perCompany: 1, besideOthers: 1 },
      asked: 'a1h a2h a3p a4h a5p',
      served: 'a1h a3p a5p a2h a4h',
    },
    {
      it: 'after three acts of persons the system gets one slot',
      places: { all: 1, perCompany: 1, besideOthers: 1 },
      asked: 'a0p a1h a2h a3p a4p a5p a6p a7p a8p',
      served: 'a0p a3p a4p a1h a5p a6p a7p a2h a8p',
    },
    {
      it: 'the rank counts only within a company',
      places: { all: 1, perCompany: 1, besideOthers: 1 },
      asked: 'a0h b1h a1p b2p',
      served: 'a0h a1p b2p b1h',
    },
  ]
  for (const { it: name, places, asked, served } of cases) {
    it(name, async () => {
      const { ask, endAll } = fixture(createFairQueue(places))
      ask(asked)
      expect(await endAll()).toBe(served)
    })
  }

  it('at most as many acts run as there are places', async () => {
    const slots = createFairQueue({ all: 3, perCompany: 2, besideOthers: 2 })
    const most = { all: 0, ofOne: 0 }
    const inHand = new Map<number, number>()
    const act = async (company: number) => {
      inHand.set(company, (inHand.get(company) ?? 0) + 1)
      most.ofOne = Math.max(most.ofOne, ...inHand.values())
      most.all = Math.max(
        most.all,
        [...inHand.values()].reduce((sum, count) => sum + count, 0),
      )
      await settled()
      inHand.set(company, (inHand.get(company) ?? 0) - 1)
    }
    const asked = Array.from({ length: 60 }, (_, at) => 1 + (at % 2))
    await Promise.all(asked.map((company) => slots.take(company as CompanyId, 'system', () => act(company))))

    expect(most).toEqual({ all: 3, ofOne: 2 })
  })

  it('a company has fewer places beside others, and all of its own after a long time alone', async () => {
    const slots = createFairQueue({ all: 10, perCompany: 6, besideOthers: 3 })
    const flood = 1 as CompanyId
    let inHand = 0
    let most = 0
    const act = async () => {
      inHand += 1
      most = Math.max(most, inHand)
      await settled()
      inHand -= 1
    }
    const mostOf = async (acts: number) => {
      most = 0
      await Promise.all(Array.from({ length: acts }, () => slots.take(flood, 'system', act)))
      return most
    }
    await slots.take(2 as CompanyId, 'person', settled)

    expect(await mostOf(90)).toBe(3)
    expect(await mostOf(90)).toBe(5) // one is left to persons
    await slots.take(2 as CompanyId, 'person', settled)
    expect(await mostOf(90)).toBe(3)
  })

  it.each([
    ['beside others', 0],
    ['alone', 110],
  ])('an act of a person does not wait for system acts that wait for a lock: %s', async (_, before) => {
    const slots = createFairQueue({ all: 10, perCompany: 6, besideOthers: 2 })
    const busy = 1 as CompanyId
    for (let act = 0; act < before; act++) await slots.take(busy, 'system', async () => undefined)
    let unlock = () => {}
    const locked = new Promise<void>((resolve) => {
      unlock = resolve
    })
    const waiting = Array.from({ length: 9 }, () => slots.take(busy, 'system', () => locked))

    expect(await slots.take(busy, 'person', async () => 'at once')).toBe('at once')

    unlock()
    await Promise.all(waiting)
  })

  it('persons who never pause leave slots to the system, also beside another company', async () => {
    const slots = createFairQueue({ all: 10, perCompany: 6, besideOthers: 2 })
    const done = { person: 0, system: 0 }
    const repeat = async (company: number, rank: 'person' | 'system') => {
      for (let act = 0; act < 100; act++) {
        await slots.take(company as CompanyId, rank, settled)
        if (company === 1) done[rank] += 1
      }
    }
    const others = [repeat(1, 'system'), repeat(1, 'system'), repeat(2, 'person')]
    await Promise.all(Array.from({ length: 6 }, () => repeat(1, 'person')))

    expect(done.person).toBe(600)
    expect(done.system).toBeGreaterThan(100)
    await Promise.all(others)
  })

  it('a failing act frees its place and rejects for its caller', async () => {
    const slots = createFairQueue({ all: 1, perCompany: 1, besideOthers: 1 })
    const company = 1 as CompanyId
    const fails = slots.take(company, 'system', () => Promise.reject(new Error('no')))
    const throws = slots.take(company, 'system', () => {
      throw new Error('at once')
    })

    await expect(fails).rejects.toThrow('no')
    await expect(throws).rejects.toThrow('at once')
    expect(await slots.take(company, 'person', async () => 'next')).toBe('next')
  })
})
