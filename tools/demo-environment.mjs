import { chromium } from 'playwright-core'
import { tsImport } from 'tsx/esm/api'
import { findOrInstallChromium } from './chromium.mjs'
import { playDemo } from './demo-conversations.mjs'
import { addDemoPeople, linkDemoNumber } from './demo-phones.mjs'
import { giveUp } from './project.mjs'

const password = 'balcao-demo'

/**
 * The demo in a folder of its own with a linked number, its played conversations and a browser: for pictures of the
 * product.
 * @param {(environment: Environment) => Promise<void>} play
 */
export async function inDemoEnvironment(play) {
  const { startSimulator } = await tsImport(
    '../packages/whatsapp-simulator/src/simulator.ts',
    import.meta.url,
  )
  const { startProduct } = await tsImport('../e2e/src/product.ts', import.meta.url)
  const executablePath = await findOrInstallChromium()
  if (!executablePath) giveUp('Pictures need Chromium: install it, or name it with CHROMIUM_PATH.')
  const simulator = await startSimulator()
  const product = await startProduct({ whatsapp: simulator.url, demo: true })
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    await addDemoPeople(simulator.pageUrl)
    await linkDemoNumber(product.url, simulator.pageUrl)
    const fixture = await playDemo(product, simulator)
    await play({ url: product.url, phonesUrl: simulator.pageUrl, browser, fixture })
  } finally {
    await browser.close()
    await product.remove()
    await simulator.close()
  }
}

/**
 * A page in Portuguese without animations, signed in as `who`: by default the admin.
 * @param {Environment} environment @param {import('playwright-core').BrowserContextOptions} look
 * @param {'admin' | 'dono' | 'nobody'} who
 */
export async function pageOn({ browser, url }, look, who = 'admin') {
  const page = await browser.newPage({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    ...look,
  })
  if (who === 'nobody') return page
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(`${who}@demo.local`)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  return page
}

/** Waits for fonts, pictures, requests and fades. @param {import('playwright-core').Page} page */
export async function settled(page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished)).then(() => undefined)',
  )
  await page.waitForFunction(
    '[...document.images].every((image) => image.loading === "lazy" || (image.complete && image.naturalWidth > 0))',
  )
}

/** @typedef {{ url: string, phonesUrl: string, browser: import('playwright-core').Browser,
 *   fixture: import('./demo-conversations.mjs').Fixture }} Environment */
