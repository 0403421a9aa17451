import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type DemoEnvironment,
  isOfEveryDay,
  openDemoEnvironment,
  troublesOfScreens,
  visitDemo,
} from './src/look'

// The screens that look.test.ts does not check: those of a company's administration, and the platform owner's.
let environment: DemoEnvironment

beforeAll(async () => {
  environment = await openDemoEnvironment()
})
afterAll(() => environment?.close())

test.each([
  ['a company’s administration', 'admin', undefined],
  ['the platform’s owner', 'dono', 'owner'],
] as const)(
  'UX no screen or dialog of %s has a serious fault, a missing text or an overflow',
  { timeout: 1_500_000 }, // many screens, on a busy machine
  async (_, who, as) => {
    const visitor = await visitDemo(environment, who)
    const troubles = await troublesOfScreens(
      environment,
      visitor,
      (screen) => screen.as === as && !isOfEveryDay(screen),
    )
    expect(troubles).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.page.context().close()
  },
)
