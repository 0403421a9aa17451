import { afterAll, beforeAll, expect, test } from 'vitest'
import { screens } from '../tools/screen-list.mjs'
import { wordsIn } from '../tools/screen-words.mjs'
import { seriousTroubles, sidewaysTroubles, visit } from './src/browser'
import {
  type DemoEnvironment,
  isOfEveryDay,
  openDemoEnvironment,
  troublesOfPage,
  troublesOfScreens,
  visitDemo,
} from './src/look'

// The screens of daily work: sign-in, dashboard, conversations, contacts and tasks. look-administration.test.ts checks
// the other screens.
let environment: DemoEnvironment

beforeAll(async () => {
  environment = await openDemoEnvironment()
})
afterAll(() => environment?.close())

test('UX the entrance has no serious fault, no missing text and no overflow', async () => {
  const visitor = await visit(environment.browser, { colorScheme: 'light' })
  const { page, complaints } = visitor
  await page.goto(`${environment.product.url}/login`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  expect(await troublesOfPage(visitor)).toEqual([])
  await page.goto(`${environment.product.url}/signup`)
  await page.getByRole('radio').first().waitFor()
  expect(await troublesOfPage(visitor)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('UX no screen or panel of daily work has a serious fault, a missing text or an overflow', {
  timeout: 1_500_000,
}, async () => {
  // many screens, on a busy machine
  const admin = await visitDemo(environment, 'admin')
  expect(await troublesOfScreens(environment, admin, isOfEveryDay)).toEqual([])
  expect(admin.complaints).toEqual([])
  await admin.page.context().close()
})

test('UX a colleague who views the ticket and types is shown without a serious fault', async () => {
  const [boss, ana] = [await visitDemo(environment, 'admin'), await visitDemo(environment, 'ana')]
  await boss.page.goto(`${environment.product.url}/tickets`)
  await screens.conversation?.open?.(boss.page, wordsIn('pt'))
  await ana.page.goto(boss.page.url())
  await boss.page.getByRole('img', { name: /Ana Lima/ }).waitFor()
  await ana.page.getByPlaceholder('Escreva uma mensagem').pressSequentially('Temos, sim')

  await boss.page.getByText('Ana Lima está digitando…').waitFor()
  const troubles = await seriousTroubles(boss)
  await boss.page.emulateMedia({ colorScheme: 'dark' })
  await ana.page.getByPlaceholder('Escreva uma mensagem').pressSequentially(', em linho')
  await boss.page.getByText('Ana Lima está digitando…').waitFor()

  expect([...troubles, ...(await seriousTroubles(boss)), ...(await sidewaysTroubles(boss.page))]).toEqual([])
  await boss.page.context().close()
  await ana.page.context().close()
})
