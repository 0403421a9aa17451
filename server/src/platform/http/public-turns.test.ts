import { describe, expect, it } from 'vitest'
import type { PlatformWork, Workplace } from '../work'
import { createPublicCallLimiter } from './public-turns'

const [flood, neighbour] = ['203.0.113.7', '203.0.113.8'] as const

describe('slots of public calls', () => {
  /** A workplace whose platform acts end when the test says so. */
  function heldPlatform() {
    const ends: (() => void)[] = []
    const workplace = {
      withPlatform: <T>(_: string, act: (work: PlatformWork) => Promise<T>) =>
        new Promise<T>((resolve) => {
          ends.push(() => resolve(act({} as PlatformWork))) // the acts below use no part of it
        }),
    } as unknown as Workplace // public calls under test use nothing else
    return { ends, workplace }
  }
  const signIn = (own: Workplace) => own.withPlatform('sign in', async () => 'in')
  const settled = () => new Promise((resolve) => setImmediate(resolve))

  it('an address runs one platform act at a time, beside another address', async () => {
    const turns = createPublicCallLimiter()
    const { ends, workplace } = heldPlatform()
    const flooded = Array.from({ length: 40 }, () => turns.take(flood, workplace, signIn))

    const other = turns.take(neighbour, workplace, signIn)
    await settled()

    expect(ends).toHaveLength(2)
    ends[1]?.()
    expect(await other).toBe('in')
    for (let at = 0; at < 41; at += 1) {
      ends[at]?.()
      await settled()
    }
    expect(await Promise.all(flooded)).toEqual(Array(40).fill('in'))
  })

  it('an address with too many pending calls gets 429, and is accepted again after one ends', async () => {
    const turns = createPublicCallLimiter(2)
    const { ends, workplace } = heldPlatform()
    const [first, second] = [1, 2].map(() => turns.take(flood, workplace, signIn))

    await expect(turns.take(flood, workplace, signIn)).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_ATTEMPTS',
      data: { retryAfterSeconds: 1 },
    })
    expect(await turns.take(flood, workplace, async () => 'asks nothing of the platform')).toBeTruthy()
    await settled()
    ends[0]?.()
    await first
    const third = turns.take(flood, workplace, signIn)
    await settled()
    ends[1]?.()
    await settled()
    ends[2]?.()

    expect(await Promise.all([second, third])).toEqual(['in', 'in'])
  })

  it('a network of IPv6 counts as one address', async () => {
    const turns = createPublicCallLimiter(1)
    const { ends, workplace } = heldPlatform()
    const first = turns.take('2001:db8::1', workplace, signIn)

    await expect(turns.take('2001:db8::2', workplace, signIn)).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_ATTEMPTS',
    })
    await settled()
    ends[0]?.()
    expect(await first).toBe('in')
  })
})
