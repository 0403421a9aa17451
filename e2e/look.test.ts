import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, seriousTroubles, signIn, visit } from './src/browser'
import { type Product, startProduct } from './src/product'

// Every screen in both themes, on a desk and on a phone, with the demo company on it: a full list looks different from
// an empty one.
const password = 'balcao-demo'
const sizes = { desk: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } } as const
let simulator: Simulator
let product: Product
let browser: Browser

beforeAll(async () => {
  simulator = await startSimulator({ latency: 0 })
  ;[product, browser] = await Promise.all([
    startProduct({ whatsapp: simulator.url, demo: true }),
    openBrowser(),
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.remove()
  await simulator?.close()
})

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
      troubles[screen] = [...(await seriousTroubles(visitor)), ...(await sidewaysScroll(page))]
    }

    await page.goto(`${product.url}/login`)
    await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
    await look('login')
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

test.each([
  ['pt-BR', ['E-mail', 'Senha', 'Entrar']],
  ['en', ['E-mail', 'Password', 'Sign in']],
  ['es', ['Correo electrónico', 'Contraseña', 'Entrar']],
] as const)('UX in %s no text is missing its translation', async (language, [email, secret, enter]) => {
  const { page } = await visit(browser)
  const bare: string[] = []
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language)
  await page.goto(`${product.url}/login`)
  await page.getByLabel(email).fill('admin@demo.local')
  await page.getByLabel(secret, { exact: true }).fill(password)
  bare.push(...bareKeys(await wordsOn(page)))
  await page.getByRole('button', { name: enter, exact: true }).click()
  await page.getByText(/Casa Ipê Móveis/).waitFor()

  for (const screen of Object.keys(settled)) {
    await page.goto(`${product.url}/${screen}`)
    await settled[screen]?.(page)
    bare.push(...bareKeys(await wordsOn(page)))
  }
  await openConversation(page)
  bare.push(...bareKeys(await wordsOn(page)))

  expect(bare).toEqual([])
  await page.context().close()
})

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

async function sidewaysScroll(page: Page): Promise<string[]> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }))
  return wide > room ? [`${wide} px in a room of ${room} px`] : []
}

/** All that a person may read or hear: texts, labels, titles and placeholders. */
async function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt']
    const labels = [...document.querySelectorAll('*')].flatMap((element) =>
      named.map((name) => element.getAttribute(name) ?? ''),
    )
    return [...document.body.innerText.split('\n'), ...labels].filter((words) => words !== '')
  })
}

/** A key that no translation answered for stands there as it is: `tickets:acts.accept` or `acts.accept`. */
function bareKeys(words: readonly string[]): string[] {
  return words.filter(
    (text) => /^[a-z]+:?[a-zA-Z]*([.:][a-zA-Z_-]+)+$/.test(text.trim()) || text.includes('{{'),
  )
}
