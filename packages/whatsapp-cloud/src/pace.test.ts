import { expect, test } from 'vitest'
import { createMessageRateLimiter } from './pace'

test('at most so many calls begin within a second, and the others wait in order', async () => {
  let now = 0
  const timers: { at: number; act: () => void }[] = []
  const clock = {
    now: () => now,
    after: (ms: number, act: () => void) => {
      timers.push({ at: now + ms, act })
      return () => undefined
    },
  }
  const turn = createMessageRateLimiter(clock, 2)
  const begun: string[] = []
  const call = (name: string) => turn().then(() => begun.push(`${name} at ${now}`))
  const passTo = async (at: number) => {
    now = at
    for (const timer of timers.filter((one) => one.at === at)) timer.act()
    await Promise.resolve()
  }

  await call('a')
  await passTo(400)
  const [b, c, d, e] = [call('b'), call('c'), call('d'), call('e')]
  await b
  for (const at of [1_000, 1_400, 2_000]) await passTo(at)
  await Promise.all([c, d, e])

  expect(begun).toEqual(['a at 0', 'b at 400', 'c at 1000', 'd at 1400', 'e at 2000'])
})
