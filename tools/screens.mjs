import './require-node.mjs'
import { mkdirSync, rmSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject, say } from './project.mjs'

// Every screen of the product with the demo company on it: light, dark, and on a phone. `npm run screens` writes
// docs/screens anew; `npm run screens -- tickets dashboard` only these.
await installIfStale()
await buildIfStale()

const { onDemoStage, pageOn, settled } = await import('./demo-stage.mjs')

/** @typedef {import('playwright-core').Page} Page */

const folder = inProject('docs/screens')
/** @type {Record<string, import("playwright-core").BrowserContextOptions>} */
const looks = {
  light: { viewport: { width: 1366, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1366, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
}

/** A name, an address, and what to do there before the picture is taken.
 *  @type {Record<string, [path: string, prepare?: (page: Page) => Promise<unknown>]>} */
const screens = {
  dashboard: ['/'],
  tickets: ['/tickets'],
  conversation: ['/tickets', openConversation],
  'contact-drawer': ['/tickets', openDrawer],
  search: ['/tickets', search],
  'quick-switch': ['/tickets', (page) => page.keyboard.press('Control+k')],
  'keyboard-help': ['/tickets', (page) => page.keyboard.press('?')],
  'new-ticket': [
    '/tickets',
    (page) => page.getByRole('button', { name: 'Novo atendimento' }).first().click(),
  ],
  todolist: ['/todolist'],
  connections: ['/connections'],
  'set-aside': ['/connections/set-aside'],
  queues: ['/queues'],
  users: ['/users'],
}

/** @param {Page} page */
async function openConversation(page) {
  const row = page.getByRole('link').filter({ hasText: 'Marina Du' }) // narrow lists cut names
  await row.click({ position: { x: 60, y: 20 } })
  await page.getByText('Consigo segurar esse preço até sábado.').waitFor()
}

/** @param {Page} page */
async function openDrawer(page) {
  await openConversation(page)
  await page.getByTitle('Ver o contato').click()
}

/** @param {Page} page */
async function search(page) {
  await page.getByRole('tab', { name: 'Busca' }).click()
  await page.getByRole('searchbox').fill('preço')
  await page.getByRole('link').filter({ hasText: /preço/i }).first().waitFor()
}

const asked = process.argv.slice(2)
const names = asked.length > 0 ? asked : Object.keys(screens)
if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await onDemoStage(async (stage) => {
  for (const [look, options] of Object.entries(looks)) {
    const visitor = await pageOn(stage, options, { signedIn: false })
    await visitor.goto(`${stage.url}/login`)
    await take(visitor, `login-${look}`)
    await visitor.close()
    const page = await pageOn(stage, options)
    for (const name of names) await visit(stage, page, name, look)
    await page.close()
  }
})

/** @param {import('./demo-stage.mjs').Stage} stage @param {Page} page @param {string} name @param {string} look */
async function visit({ url }, page, name, look) {
  const [path, prepare] = screens[name] ?? []
  if (path === undefined)
    throw new Error(`There is no screen ${name}; there are ${Object.keys(screens).join(', ')}.`)
  await page.goto(`${url}${path}`)
  await settled(page)
  await prepare?.(page)
  await take(page, `${name}-${look}`)
}

/** @param {Page} page @param {string} name */
async function take(page, name) {
  await settled(page)
  await page.screenshot({ path: `${folder}/${name}.png` })
  say(`docs/screens/${name}.png`)
}
