import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoStage, isOfEveryDay, openDemoStage, troublesOfScreens, visitDemo } from './src/look'

// All screens that look.test.ts leaves: those of a company's administration, and the platform owner's.
let stage: DemoStage

beforeAll(async () => {
  stage = await openDemoStage()
})
afterAll(() => stage?.close())

test.each([
  ['a company’s administration', 'admin', undefined],
  ['the platform’s owner', 'dono', 'owner'],
] as const)(
  'UX no screen or dialog of %s has a serious trouble in either theme; in no language a text is missing or sticks out, on a desk or on a phone',
  { timeout: 1_500_000 }, // many screens, on a machine that may be busy
  async (_, who, as) => {
    const visitor = await visitDemo(stage, who)
    const troubles = await troublesOfScreens(
      stage,
      visitor,
      (screen) => screen.as === as && !isOfEveryDay(screen),
    )
    expect(troubles).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.page.context().close()
  },
)
