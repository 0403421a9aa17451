import { dismissOnboarding, readOnboarding } from '@balcao/contract/onboarding'
import type { OnboardingStep } from '@balcao/domain/onboarding'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, type Town } from '../../testing/town'

let town: Town
beforeAll(async () => {
  town = await openTown()
})
afterAll(() => town.close())

it('the checklist of a new company ticks itself off, step by step, and of no other company', async () => {
  const [shop, other] = [await town.company(), await town.company()]
  const done = async (company = shop) => {
    const steps = Object.entries((await company.admin.does(readOnboarding)).done)
    return steps.filter(([, isDone]) => isDone).map(([step]) => step as OnboardingStep)
  }
  const seen = [await done()]

  const queueId = await shop.queue('Vendas')
  seen.push(await done())
  const connectionId = await shop.connection('Loja', [queueId])
  seen.push(await done())
  await town.rows(`update connections set number = '555130254455' where id = $1`, [connectionId])
  seen.push(await done())
  await shop.hears({ over: connectionId, from: '5551999887766', fromMe: true })
  seen.push(await done())
  await shop.hears({ over: connectionId, from: '5551999887766' })
  seen.push(await done())
  const colleague = await shop.person('Ana')
  seen.push(await done())

  expect(seen).toEqual([
    [],
    ['queue'],
    ['queue'],
    ['number', 'queue'],
    ['number', 'queue'],
    ['number', 'queue', 'message'],
    ['number', 'queue', 'user', 'message'],
  ])
  expect(await done(other)).toEqual([])
  for (const call of [readOnboarding, dismissOnboarding])
    expect((await colleague.call(call)).error).toBe('ERR_NO_PERMISSION')
})

it('who puts it away does so for every admin of the company, also twice and at once', async () => {
  const [shop, other] = [await town.company(), await town.company()]
  const colleague = await shop.person('Davi', { profile: 'admin' })

  await Promise.all([colleague.does(dismissOnboarding), shop.admin.does(dismissOnboarding)])

  expect((await shop.admin.does(readOnboarding)).isDismissed).toBe(true)
  expect((await colleague.does(readOnboarding)).isDismissed).toBe(true)
  expect((await other.admin.does(readOnboarding)).isDismissed).toBe(false)
})
