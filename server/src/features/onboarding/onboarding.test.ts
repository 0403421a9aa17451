import { dismissOnboarding, readOnboarding } from '@balcao/contract/onboarding'
import { updateUser } from '@balcao/contract/people'
import { initialCompanyName, onboardingSteps } from '@balcao/domain/onboarding'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/test-app'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

it('the checklist of a new company marks each finished step, for that company only', async () => {
  const [shop, other] = [await testApp.company(), await testApp.company()]
  const done = async (company = shop) => {
    const steps = (await company.admin.does(readOnboarding)).done
    return onboardingSteps.filter((step) => steps[step])
  }
  const seen = [await done()]

  const queueId = await shop.queue('Vendas')
  seen.push(await done())
  const connectionId = await shop.connection('Loja', [queueId])
  seen.push(await done())
  await testApp.table('connections').update({ id: connectionId }, { number: '555130254455' })
  seen.push(await done())
  await shop.hears({ over: connectionId, from: '5551999887766', fromMe: true })
  seen.push(await done())
  await shop.hears({ over: connectionId, from: '5551999887766' })
  seen.push(await done())
  const colleague = await shop.person('Ana')
  seen.push(await done())

  const own = ['company', 'password'] // the sign-up names the company and sets a password
  expect(seen).toEqual([
    own,
    [...own, 'queue'],
    [...own, 'queue'],
    [...own, 'queue', 'number'],
    [...own, 'queue', 'number'],
    [...own, 'queue', 'number', 'message'],
    [...own, 'queue', 'number', 'user', 'message'],
  ])
  expect(await done(other)).toEqual(own)
  for (const call of [readOnboarding, dismissOnboarding])
    expect((await colleague.call(call)).error).toBe('ERR_NO_PERMISSION')
})

it('the first company still has to be named and its generated password changed', async () => {
  const first = await testApp.company()
  await testApp.table('companies').update({ id: first.id }, { name: initialCompanyName })
  await testApp.table('users').update({ id: first.admin.id }, { has_generated_password: true })
  const colleague = await first.person('Davi', { profile: 'admin' })
  const read = async (person = first.admin) => (await person.does(readOnboarding)).done

  const atFirst = await read()
  const ofColleague = await read(colleague)
  await testApp.table('companies').update({ id: first.id }, { name: 'Casa Aurora' })
  await first.admin.does(updateUser, {
    params: { userId: first.admin.id },
    body: { password: 'broa de milho' },
  })

  expect(atFirst).toMatchObject({ company: false, password: false })
  expect(ofColleague).toMatchObject({ company: false, password: true })
  expect(await read()).toMatchObject({ company: true, password: true })
})

it('dismissing the checklist hides it for all admins, also twice and at once', async () => {
  const [shop, other] = [await testApp.company(), await testApp.company()]
  const colleague = await shop.person('Davi', { profile: 'admin' })

  await Promise.all([colleague.does(dismissOnboarding), shop.admin.does(dismissOnboarding)])

  expect((await shop.admin.does(readOnboarding)).isDismissed).toBe(true)
  expect((await colleague.does(readOnboarding)).isDismissed).toBe(true)
  expect((await other.admin.does(readOnboarding)).isDismissed).toBe(false)
})
