import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Browser, Page } from 'playwright-core'
import { type Fixture, playDemo } from '../../tools/demo-conversations.mjs'
import { addDemoPeople, linkDemoNumber } from '../../tools/demo-phones.mjs'
import { onScreen, type Screen, screens } from '../../tools/screen-list.mjs'
import { type Words, wordsIn } from '../../tools/screen-words.mjs'
import {
  closeBrowser,
  openBrowser,
  seriousTroubles,
  sidewaysTroubles,
  signIn,
  speak,
  type Visitor,
  visit,
} from './browser'
import { type Product, startProduct } from './product'

/** The product with the demo company on it, its number linked and its fixture played: a full list looks different from an
 *  empty one. */
export interface DemoEnvironment {
  readonly product: Product
  readonly browser: Browser
  readonly fixture: Fixture
  close(): Promise<void>
}

export async function openDemoEnvironment(): Promise<DemoEnvironment> {
  const simulator: Simulator = await startSimulator({ latency: 0 })
  const [product, browser] = await Promise.all([
    startProduct({ whatsapp: simulator.url, demo: true }),
    openBrowser(),
  ])
  await addDemoPeople(simulator.pageUrl)
  await linkDemoNumber(product.url, simulator.pageUrl)
  const fixture = await playDemo(product, simulator)
  return {
    product,
    browser,
    fixture,
    async close() {
      await closeBrowser(browser)
      await product.remove()
      await simulator.close()
    },
  }
}

/** One of the demo's people at a browser of a desk's width. */
export async function visitDemo(
  { browser, product }: DemoEnvironment,
  who: 'admin' | 'ana' | 'dono',
): Promise<Visitor> {
  const visitor = await visit(browser, { viewport: sizes.desk, colorScheme: 'light' })
  await signIn(visitor, product.url, `${who}@demo.local`, 'balcao-demo')
  return visitor
}

const sizes = { desk: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } } as const
/** The rules that a theme can break; whatever else axe knows is the same in both. */
const coloursOnly = ['color-contrast', 'link-in-text-block']
const onTop = '[role="dialog"], [role="menu"], [aria-label="Foto"]'

const ofEveryDay = ['/', '/tickets', '/todolist', '/chats', '/contacts']

/** Of what everybody has to do, every day; else of the administration. */
export function isOfEveryDay({ as, path }: Screen): boolean {
  return as === undefined && ofEveryDay.includes(path.replace(/\?.*/, ''))
}

/** Looked at by axe as a whole, with the bars around them, and on a phone too; of others what is new on them. */
const lookedAtAsAWhole = [
  'tickets',
  'conversation',
  'drawer',
  'connections',
  'queues',
  'users',
  'support-bar',
]

/** All that is wrong with these screens of the list by which the pictures are taken, a line each. Each is opened once,
 *  and then shown in both themes, in every language, on a desk and on a phone, without opening anything anew. */
export async function troublesOfScreens(
  { product, fixture }: DemoEnvironment,
  visitor: Visitor,
  isWanted: (screen: Screen) => boolean,
): Promise<string[]> {
  const { page } = visitor
  const troubles: string[] = []
  const words: Words = wordsIn('pt')
  const load = (path: string) => page.goto(product.url + path)
  let isAsItIs = true
  for (const [name, screen] of Object.entries(screens)) {
    if (!isWanted(screen)) continue
    if (screen.withDeadLetters) await fixture.showDeadLetters()
    // Nobody tells a page of what a fixture puts into the database, nor that what was played to it is over.
    const isPlayed = screen.withDeadLetters === true || screen.play !== undefined
    const go = isPlayed || !isAsItIs ? load : (path: string) => goTo(page, path)
    await onScreen(page, screen, words, go, async () => {
      const found = await troublesOfPage(visitor, await partOf(page, name))
      troubles.push(...found.map((trouble) => `${name} ${trouble}`))
    })
    isAsItIs = !isPlayed
    if (screen.withDeadLetters) await fixture.hideDeadLetters()
  }
  return troubles
}

/** What axe is to look at: what lies below a dialog, and the bars around a page, it sees elsewhere. */
async function partOf(page: Page, name: string): Promise<string | undefined> {
  if (lookedAtAsAWhole.includes(name)) return undefined
  const isCovered = name !== 'quick-answers' && (await page.locator(onTop).count()) > 0
  return isCovered ? onTop : 'main'
}

/** Of the page as it stands in its theme: all that axe knows, in this part or on the whole page and then on a phone too;
 *  what colours can break in the other theme; texts without a translation, and what sticks out. Leaves it in either theme,
 *  on a desk and in Portuguese. */
export async function troublesOfPage(visitor: Visitor, within?: string): Promise<string[]> {
  const { page } = visitor
  const [all, colours] = within ? [{ within }, { within, rules: coloursOnly }] : [{}, { rules: coloursOnly }]
  const troubles: string[] = []
  const add = (where: string, found: readonly string[]) =>
    troubles.push(...found.map((trouble) => `${where}: ${trouble}`))

  add('on a desk', await seriousTroubles(visitor, all))
  for (const language of ['pt-BR', 'en', 'es']) {
    await speak(page, language)
    add(`on a desk in ${language}`, await wordTroubles(page))
  }
  await changeTheme(page)
  add('on a desk in the other theme', await seriousTroubles(visitor, colours))
  await page.setViewportSize(sizes.phone) // where a panel may go, and with it what lies on it
  for (const language of ['es', 'en', 'pt-BR']) {
    await speak(page, language)
    add(`on a phone in ${language}`, await wordTroubles(page))
  }
  if (within === undefined) {
    add('on a phone', await seriousTroubles(visitor, all))
    await changeTheme(page)
    add('on a phone in the other theme', await seriousTroubles(visitor, colours))
  }
  await page.setViewportSize(sizes.desk)
  return troubles
}

/** As the system does in the evening. */
async function changeTheme(page: Page): Promise<void> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
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

/** Texts without a translation, and what sticks out. */
async function wordTroubles(page: Page): Promise<string[]> {
  const sideways = await sidewaysTroubles(page) // waits until the page stands still
  return [...(await bareKeys(page)), ...sideways]
}

/** Of all that a person may read or hear, but for what programs are to read: a key that no translation answered for,
 *  which stands there as it is, `tickets:acts.accept` or `acts.accept`, and what was not filled in. Answers that the demo
 *  keeps have variables of their own. */
function bareKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt']
    const labels = [...document.querySelectorAll(named.map((name) => `[${name}]`).join())].flatMap(
      (element) => named.map((name) => element.getAttribute(name) ?? ''),
    )
    const codes = [...document.querySelectorAll('code')].map((code) => code.innerText)
    return [...document.body.innerText.split('\n'), ...labels].filter((text) => {
      const isKey = /^[a-z]+:?[a-zA-Z]*([.:][a-zA-Z_-]+)+$/.test(text.trim())
      return (isKey || /\{\{(?!firstName|ms)/.test(text)) && !codes.includes(text.trim())
    })
  })
}
