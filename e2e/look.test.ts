import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDemoPeople, linkDemoNumber } from '../tools/demo-phones.mjs'
import { playScene, type Scene } from '../tools/demo-scene.mjs'
import { screens } from '../tools/screen-list.mjs'
import { type Words, wordsIn } from '../tools/screen-words.mjs'
import { openBrowser, seriousTroubles, sidewaysTroubles, signIn, type Visitor, visit } from './src/browser'
import { type Product, startProduct } from './src/product'

// Every screen, panel and dialog, of the list by which the pictures are taken, with the demo company on it: a full list
// looks different from an empty one. A phone's width is looked at without opening anything anew.
const password = 'balcao-demo'
const sizes = { desk: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } } as const
let simulator: Simulator
let product: Product
let browser: Browser
let scene: Scene

beforeAll(async () => {
  simulator = await startSimulator({ latency: 0 })
  ;[product, browser] = await Promise.all([
    startProduct({ whatsapp: simulator.url, demo: true }),
    openBrowser(),
  ])
  await addDemoPeople(simulator.pageUrl)
  await linkDemoNumber(product.url, simulator.pageUrl)
  scene = await playScene(product, simulator)
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
  await simulator?.close()
})

// The rules that a theme can break; whatever else axe knows is the same in both.
const coloursOnly = ['color-contrast', 'link-in-text-block']
const onTop = '[role="dialog"], [role="menu"], [aria-label="Foto"]'
const patience = { timeout: 1_500_000 } // many screens, on a machine that may be busy

test.each([
  ['desk', 'light'],
  ['desk', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
] as const)(
  'UX on a %s in the %s theme no screen has a serious trouble, a script refused, or a sideways scroll',
  async (size, colorScheme) => {
    const visitor = await visit(browser, { viewport: sizes[size], colorScheme })
    const { page, complaints } = visitor
    const troubles: Record<string, string[]> = {}
    const look = async (screen: string) => {
      troubles[screen] = [...(await seriousTroubles(visitor)), ...(await sidewaysTroubles(page))]
    }

    await page.goto(`${product.url}/login`)
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    await look('login')
    await page.goto(`${product.url}/signup`)
    await page.getByRole('radio').first().waitFor()
    await look('signup')
    await signIn(visitor, product.url, 'admin@demo.local', password)
    for (const screen of Object.keys(settled)) {
      await page.goto(`${product.url}/${screen}`)
      await settled[screen]?.(page)
      await look(screen)
    }
    await openConversation(page)
    await look('conversation')
    await page.getByTitle('Ver o contato').click()
    await page.getByText('Cidade').waitFor()
    await look('contact panel')

    expect(Object.values(troubles).flat()).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test(
  'UX no dialog, panel or menu has a serious trouble in either theme; in no language a text is missing or sticks out, on a desk or on a phone',
  patience,
  async () => {
    const visitor = await visit(browser, { viewport: sizes.desk })
    const { page, complaints } = visitor
    const troubles: string[] = []
    await signIn(visitor, product.url, 'admin@demo.local', password)

    await onEveryScreen(page, wordsIn('pt'), async (name) => {
      const isOnTop = (await page.locator(onTop).count()) > 0 || name === 'quick-answers'
      if (isOnTop) troubles.push(...(await themeTroubles(visitor, name)))
      for (const language of ['en', 'es', 'pt-BR']) {
        await speak(page, language)
        troubles.push(...(await wordTroubles(page)).map((trouble) => `${name} in ${language}: ${trouble}`))
      }
    })
    expect(troubles).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test.each(['en', 'es'])('UX in %s the entrance is whole, on a desk or on a phone', async (language) => {
  const { page } = await visit(browser, { viewport: sizes.desk })
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
  for (const path of ['/login', '/signup']) {
    await page.goto(product.url + path)
    await page.locator('form').waitFor()
    expect(await wordTroubles(page)).toEqual([])
  }
  await page.context().close()
})

test('UX a colleague who looks at the ticket and writes is shown without a serious trouble', async () => {
  const [boss, ana] = [await visit(browser), await visit(browser)]
  const words = wordsIn('pt')
  await signIn(boss, product.url, 'admin@demo.local', password)
  await signIn(ana, product.url, 'ana@demo.local', password)
  await boss.page.goto(`${product.url}/tickets`)
  await screens.conversation?.open?.(boss.page, words)
  await ana.page.goto(boss.page.url())
  await boss.page.getByRole('img', { name: /Ana Lima/ }).waitFor()
  await ana.page.getByPlaceholder('Escreva uma mensagem').pressSequentially('Temos, sim')

  await boss.page.getByText('Ana Lima está digitando…').waitFor()
  const troubles = await seriousTroubles(boss, { rules: coloursOnly })
  await boss.page.emulateMedia({ colorScheme: 'dark' })
  await ana.page.getByPlaceholder('Escreva uma mensagem').pressSequentially(', em linho')
  await boss.page.getByText('Ana Lima está digitando…').waitFor()

  expect([...troubles, ...(await seriousTroubles(boss)), ...(await sidewaysTroubles(boss.page))]).toEqual([])
  await boss.page.context().close()
  await ana.page.context().close()
})

/** What axe finds in a dialog, panel or menu: all it knows in the light, colours in the dark. */
async function themeTroubles(visitor: Visitor, name: string): Promise<string[]> {
  const { page } = visitor
  const within = name === 'quick-answers' ? 'main' : onTop // what lies below a dialog is looked at without it
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousTroubles(visitor, { within, rules: coloursOnly })
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await seriousTroubles(visitor, { within })
  return [...dark, ...light].map((trouble) => `${name}: ${trouble}`)
}

async function onEveryScreen(page: Page, words: Words, look: (name: string) => Promise<void>): Promise<void> {
  let isPlayed = false
  for (const [name, screen] of Object.entries(screens)) {
    if (screen.withSetAside) await scene.showSetAside()
    // Nobody tells a page of what a scene puts into the database, nor that it is to forget whom it was played to.
    if (screen.withSetAside || isPlayed) await page.goto(product.url + screen.path)
    else await goTo(page, screen.path)
    isPlayed = screen.asAnother === true
    await screen.open?.(page, words)
    await look(name)
    if (screen.withSetAside) await scene.hideSetAside()
  }
}

/** By way of another page, so that nothing stays open; without loading the application anew, which takes its time. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  const isClosed = page.getByRole('dialog').first().waitFor({ state: 'detached', timeout: 3_000 })
  // Some stand upon others, and one with a Pix asks before it is left.
  await isClosed.catch(() => page.goto(new URL('/todolist', page.url()).href))
  for (const address of ['/todolist', path]) {
    await page.evaluate((next) => {
      history.pushState(null, '', next)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    if (address === '/todolist') await page.getByRole('main').getByRole('textbox').first().waitFor()
  }
}

/** As if it were chosen in another tab: a second page, in front of this one, would leave it one frame in a second. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('i18nextLng', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'i18nextLng', newValue: chosen }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
}

/** Texts without a translation, and what sticks out on a desk or on a phone. */
async function wordTroubles(page: Page): Promise<string[]> {
  const found = [...bareKeys(await wordsOn(page)), ...(await sidewaysTroubles(page))]
  await page.setViewportSize(sizes.phone)
  found.push(...(await sidewaysTroubles(page)))
  await page.setViewportSize(sizes.desk)
  return found
}

/** What stands on a screen when it is done loading. */
const settledWords: Record<string, string> = {
  tickets: 'Condomínio Aurora',
  connections: 'Loja Norte',
  queues: 'Assistência',
  users: 'caio@demo.local',
}
const settled: Record<string, (page: Page) => Promise<void>> = Object.fromEntries(
  Object.entries(settledWords).map(([screen, words]) => [
    screen,
    // Names are cut on a phone, so the beginning must do.
    (page: Page) => page.getByText(words.slice(0, 9)).first().waitFor(),
  ]),
)

async function openConversation(page: Page): Promise<void> {
  await page.goto(`${product.url}/tickets`)
  await page
    .getByRole('link')
    .filter({ hasText: 'Marina Dua' })
    .click({ position: { x: 60, y: 20 } })
  await page.getByText('Consigo segurar esse preço até sábado.').waitFor()
}

/** All that a person may read or hear: texts, labels, titles and placeholders; but for what programs are to read. */
async function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt']
    const labels = [...document.querySelectorAll('*')].flatMap((element) =>
      named.map((name) => element.getAttribute(name) ?? ''),
    )
    const codes = [...document.querySelectorAll('code')].map((code) => code.innerText)
    return [...document.body.innerText.split('\n'), ...labels].filter(
      (words) => words !== '' && !codes.includes(words.trim()),
    )
  })
}

/** A key that no translation answered for stands there as it is: `tickets:acts.accept` or `acts.accept`; so does what
 *  was not filled in. Answers that the demo keeps have variables of their own. */
function bareKeys(words: readonly string[]): string[] {
  return words.filter(
    (text) => /^[a-z]+:?[a-zA-Z]*([.:][a-zA-Z_-]+)+$/.test(text.trim()) || /\{\{(?!firstName|ms)/.test(text),
  )
}
