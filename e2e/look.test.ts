import { afterAll, beforeAll, expect, test } from 'vitest'
import { screens } from '../tools/screen-list.mjs'
import { wordsIn } from '../tools/screen-words.mjs'
import { seriousTroubles, sidewaysTroubles, visit } from './src/browser'
import {
  type DemoStage,
  isOfEveryDay,
  openDemoStage,
  troublesOfPage,
  troublesOfScreens,
  visitDemo,
} from './src/look'

// What everybody sees, every day: the entrance, the dashboard, conversations, contacts and tasks. The other screens are
// looked at in look-administration.test.ts.
let stage: DemoStage

beforeAll(async () => {
  stage = await openDemoStage()
})
afterAll(() => stage?.close())

test('UX the entrance has no serious trouble in either theme; in no language a text is missing or sticks out, on a desk or on a phone', async () => {
  const visitor = await visit(stage.browser, { colorScheme: 'light' })
  const { page, complaints } = visitor
  await page.goto(`${stage.product.url}/login`)
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  expect(await troublesOfPage(visitor)).toEqual([])
  await page.goto(`${stage.product.url}/signup`)
  await page.getByRole('radio').first().waitFor()
  expect(await troublesOfPage(visitor)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('UX no screen, dialog, panel or menu of every day has a serious trouble in either theme; in no language a text is missing or sticks out, on a desk or on a phone', {
  timeout: 1_500_000,
}, async () => {
  // many screens, on a machine that may be busy
  const admin = await visitDemo(stage, 'admin')
  expect(await troublesOfScreens(stage, admin, isOfEveryDay)).toEqual([])
  expect(admin.complaints).toEqual([])
  await admin.page.context().close()
})

test('UX a colleague who looks at the ticket and writes is shown without a serious trouble', async () => {
  const [boss, ana] = [await visitDemo(stage, 'admin'), await visitDemo(stage, 'ana')]
  await boss.page.goto(`${stage.product.url}/tickets`)
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
