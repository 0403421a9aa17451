import type { WhatsappWebVersion, WhatsappWebVersionLookupFailure } from '@balcao/domain/web-version'
import { expect, test } from 'vitest'
import { createWebVersionCache } from './cached-version'

const shipped = [2, 3000, 100] as const
const newer = [2, 3000, 200] as const
const newest = [2, 3000, 300] as const
const minutes = 60_000
const hours = 60 * minutes

/** A look-up whose clock and site the test controls. */
function aLookUp(finds: WhatsappWebVersion | WhatsappWebVersionLookupFailure = newer) {
  let at = Date.parse('2026-11-20T12:00:00Z')
  const site = { finds, asked: 0 }
  const lookUp = createWebVersionCache({
    shipped,
    now: () => new Date(at),
    read: async () => {
      site.asked += 1
      return site.finds
    },
  })
  return {
    lookUp,
    site,
    pass: (milliseconds: number) => {
      at += milliseconds
    },
    time: () => new Date(at),
  }
}

test('before the first look-up the version is unknown, and `known` starts none', () => {
  const { lookUp, site } = aLookUp()

  expect(lookUp.known()).toEqual({ version: null, at: null, failure: null })
  expect(site.asked).toBe(0)
})

test('a found version is cached for six hours', async () => {
  const { lookUp, site, pass, time } = aLookUp()
  const found = { version: newer, at: time(), failure: null }

  expect(await lookUp.current()).toEqual(found)
  site.finds = newest
  pass(6 * hours - 1)
  expect(await lookUp.current()).toEqual(found)
  expect(lookUp.known()).toEqual(found)
  expect(site.asked).toBe(1)

  pass(1)
  expect(await lookUp.current()).toEqual({ version: newest, at: time(), failure: null })
  expect(site.asked).toBe(2)
})

test('a failure is cached for ten minutes', async () => {
  const { lookUp, site, pass, time } = aLookUp('unreachable')
  const failed = { version: null, at: time(), failure: 'unreachable' }

  expect(await lookUp.current()).toEqual(failed)
  site.finds = newer
  pass(10 * minutes - 1)
  expect(await lookUp.current()).toEqual(failed)
  pass(1)
  expect(await lookUp.current()).toEqual({ version: newer, at: time(), failure: null })
  expect(site.asked).toBe(2)
})

test.each(['unreachable', 'no-version', 'older'] as const)(
  'after the failure %s the version found before is still claimed',
  async (failure) => {
    const { lookUp, site, pass, time } = aLookUp()
    await lookUp.current()
    site.finds = failure
    pass(6 * hours)

    expect(await lookUp.current()).toEqual({ version: newer, at: time(), failure })
  },
)

test('a version older than the shipped one is rejected, an equal one is accepted', async () => {
  const { lookUp, site, pass } = aLookUp([2, 3000, 99])

  expect(await lookUp.current()).toMatchObject({ version: null, failure: 'older' })
  site.finds = shipped
  pass(10 * minutes)
  expect(await lookUp.current()).toMatchObject({ version: shipped, failure: null })
})

test('concurrent callers share one look-up', async () => {
  const { lookUp, site } = aLookUp()

  const answers = await Promise.all([lookUp.current(), lookUp.lookUpNow(), lookUp.current()])

  expect(site.asked).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test('`lookUpNow` bypasses the cache', async () => {
  const { lookUp, site } = aLookUp()
  await lookUp.current()
  site.finds = newest

  expect(await lookUp.lookUpNow()).toMatchObject({ version: newest })
  expect(await lookUp.current()).toMatchObject({ version: newest })
  expect(site.asked).toBe(2)
})

test('a refused version is no longer claimed, and the next attempt looks up again', async () => {
  const { lookUp, site, pass } = aLookUp()
  await lookUp.current()
  pass(2 * minutes)
  site.finds = newest

  lookUp.refused()

  expect(lookUp.known().version).toBeNull()
  expect(await lookUp.current()).toMatchObject({ version: newest, failure: null })
  expect(site.asked).toBe(2)
})

test('many refusals cause one look-up a minute', async () => {
  const { lookUp, site, pass } = aLookUp()
  await lookUp.current()

  for (let refusal = 0; refusal < 30; refusal += 1) {
    lookUp.refused()
    expect((await lookUp.current()).version).toBeNull()
    pass(1_999)
  }
  expect(site.asked).toBe(1)

  pass(minutes)
  expect((await lookUp.current()).version).toEqual(newer)
  expect(site.asked).toBe(2)
})

test('a refusal also ends the wait after a failure', async () => {
  const { lookUp, site, pass } = aLookUp('unreachable')
  await lookUp.current()
  site.finds = newer
  pass(minutes)

  lookUp.refused()

  expect((await lookUp.current()).version).toEqual(newer)
})
