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
import { isLong } from './long'
import { type Product, startProduct } from './product'

/**
 * The product with the demo company, its linked number and its fixture: a full list has other faults than an empty one.
 */
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

/** One of the demo's users with a browser of a desk's width. */
export async function visitDemo(
  { browser, product }: DemoEnvironment,
  who: 'admin' | 'ana' | 'dono',
): Promise<Visitor> {
  const visitor = await visit(browser, { viewport: sizes.desk, colorScheme: 'light' })
  await signIn(visitor, product.url, `${who}@demo.local`, 'balcao-demo')
  return visitor
}

const sizes = { desk: { width: 1366, height: 860 }, phone: { width: 390, height: 844 } } as const
/** The rules that a theme can break; all other rules of axe are the same in both. */
const coloursOnly = ['color-contrast', 'link-in-text-block']
const onTop = '[role="dialog"], [role="menu"], [aria-label="Foto"]'

const ofEveryDay = ['/', '/tickets', '/todolist', '/chats', '/contacts']

/** True for a screen of daily work; others belong to the administration. */
export function isOfEveryDay({ as, path }: Screen): boolean {
  return as === undefined && ofEveryDay.includes(path.replace(/\?.*/, ''))
}

/**
 * Screens that axe checks as a whole, with the bars around them, and on a phone too; on others it checks only their new
 * part.
 */
const lookedAtAsAWhole = [
  'tickets',
  'conversation',
  'drawer',
  'connections',
  'queues',
  'users',
  'support-bar',
  'backup-bar',
]

/**
 * All faults of these screens from the screenshot list, a line each. Each is opened once, and then shown without reopening
 * anything: by `npm test` in one view, by `npm run test:long` in both themes, in every language, on a desk and on a phone.
 */
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
    // No event tells a page about rows that a fixture writes into the database, nor about the end of its simulation.
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

/** The part that axe checks: the page below a dialog, and the bars around a page, are checked elsewhere. */
async function partOf(page: Page, name: string): Promise<string | undefined> {
  if (lookedAtAsAWhole.includes(name)) return undefined
  const isCovered = name !== 'quick-answers' && (await page.locator(onTop).count()) > 0
  return isCovered ? onTop : 'main'
}

interface View {
  readonly language: (typeof languages)[number]
  readonly size: keyof typeof sizes
  readonly theme: 'light' | 'dark'
}
const languages = ['pt-BR', 'en', 'es'] as const

/** Each screen gets the next view, so that neighbours differ in language, width and theme. */
const views: readonly View[] = Array.from({ length: 12 }, (_, at) => ({
  language: languages[at % 3] ?? 'pt-BR',
  size: at % 2 === 0 ? 'desk' : 'phone',
  theme: at % 4 < 2 ? 'light' : 'dark',
}))
let viewed = 0

export async function troublesOfPage(visitor: Visitor, within?: string): Promise<string[]> {
  if (isLong) return troublesInEveryView(visitor, within)
  const view = views[viewed++ % views.length]
  return view === undefined ? [] : troublesInView(visitor, within, view)
}

/** All rules of axe in one theme, on a desk; texts without a translation, and overflows, in one language and width. */
async function troublesInView(
  visitor: Visitor,
  within: string | undefined,
  { language, size, theme }: View,
): Promise<string[]> {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: theme })
  const faults = await seriousTroubles(visitor, within === undefined ? {} : { within })
  const troubles = faults.map((fault) => `on a desk, ${theme}: ${fault}`)
  await speak(page, language)
  await page.setViewportSize(sizes[size])
  troubles.push(...(await wordTroubles(page)).map((fault) => `on a ${size} in ${language}: ${fault}`))
  await page.setViewportSize(sizes.desk)
  await speak(page, 'pt-BR')
  return troubles
}

/**
 * Faults of the page in its current theme: all rules of axe, in this part or on the whole page and then on a phone too;
 * the colour rules in the other theme; texts without a translation, and overflows. Leaves it in either theme, on a desk
 * and in Portuguese.
 */
async function troublesInEveryView(visitor: Visitor, within?: string): Promise<string[]> {
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
  await page.setViewportSize(sizes.phone) // a panel may move there, with its content
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

/** Navigates over another page, so that nothing stays open, without the slow reload of the application. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  const isClosed = page.getByRole('dialog').first().waitFor({ state: 'detached', timeout: 3_000 })
  // Some dialogs are stacked, and one with a Pix asks before it closes.
  await isClosed.catch(() => page.goto(new URL('/todolist', page.url()).href))
  for (const address of ['/todolist', path]) {
    await page.evaluate((next) => {
      history.pushState(null, '', next)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    if (address === '/todolist') await page.getByRole('main').getByRole('textbox').first().waitFor()
  }
}

/** Texts without a translation, and overflows. */
async function wordTroubles(page: Page): Promise<string[]> {
  const sideways = await sidewaysTroubles(page) // waits until the layout is stable
  return [...(await bareKeys(page)), ...sideways]
}

/**
 * Among the visible and accessible texts: keys without a translation, such as `tickets:acts.accept` or `acts.accept`,
 * and unfilled variables. Text for programs is ignored, and so are the demo's stored answers and the helps of templates,
 * which have variables of their own.
 */
function bareKeys(page: Page): Promise<string[]> {
  const helps = (['pt', 'en', 'es'] as const)
    .map(wordsIn)
    .flatMap((words) => [
      words('schedules:templateHelp'),
      words('campaigns:template.help').replace('{{example}}', '{{name}}'),
    ])
  return page.evaluate((helps) => {
    const named = ['aria-label', 'title', 'placeholder', 'alt']
    const labels = [...document.querySelectorAll(named.map((name) => `[${name}]`).join())].flatMap(
      (element) => named.map((name) => element.getAttribute(name) ?? ''),
    )
    const codes = [...document.querySelectorAll('code')].map((code) => code.innerText)
    return [...document.body.innerText.split('\n'), ...labels].filter((text) => {
      const isKey = /^[a-z]+:?[a-zA-Z]*([.:][a-zA-Z_-]+)+$/.test(text.trim())
      return (isKey || /\{\{(?!firstName|ms)/.test(text)) && ![...codes, ...helps].includes(text.trim())
    })
  }, helps)
}
