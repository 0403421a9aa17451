import './require-node.mjs'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { giveUp, inProject, say } from './project.mjs'

// Every screen of the product with the demo company: light, dark, and on a phone. `npm run screens` regenerates
// docs/screens; `npm run screens -- tickets dashboard` only these, `-- phone` all of them on a phone only, and `-- dark
// tickets` this one in the dark only; SCREENS_FOLDER names another folder.
await installIfStale()
await buildIfStale()

const { inDemoEnvironment, pageOn, settled } = await import('./demo-environment.mjs')
const { onScreen, screens } = await import('./screen-list.mjs')
const { wordsIn } = await import('./screen-words.mjs')

/** @typedef {import('playwright-core').Page} Page */

const sharp = createRequire(inProject('server/package.json'))('sharp')
const folder = process.env.SCREENS_FOLDER ?? inProject('docs/screens')
const words = wordsIn('pt')
/** @type {Record<string, import("playwright-core").BrowserContextOptions>} */
const looks = {
  light: { viewport: { width: 1366, height: 860 }, colorScheme: 'light' },
  dark: { viewport: { width: 1366, height: 860 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
}

/** @type {Record<string, { title: string }>} */
const publicScreens = { login: { title: 'Entrar' }, signup: { title: 'Criar conta' } }
const everyScreen = { ...publicScreens, ...screens }
const asked = process.argv.slice(2)
const askedLooks = asked.filter((name) => name in looks)
const askedScreens = asked.filter((name) => !(name in looks))
for (const name of askedScreens) {
  if (name in everyScreen) continue
  throw new Error(`There is no screen ${name}; there are ${Object.keys(everyScreen).join(', ')}.`)
}
const isWanted = (/** @type {string} */ name) => askedScreens.length === 0 || askedScreens.includes(name)
/** @type {string[]} */
const untaken = []
if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await inDemoEnvironment(async (environment) => {
  for (const [look, options] of Object.entries(looks)) {
    if (askedLooks.length > 0 && !askedLooks.includes(look)) continue
    const visitor = await pageOn(environment, options, 'nobody')
    for (const name of Object.keys(publicScreens).filter(isWanted)) {
      await visitor.goto(`${environment.url}/${name}`)
      await take(visitor, `${name}-${look}`)
    }
    await visitor.close()
    for (const who of /** @type {const} */ (['admin', 'dono'])) {
      const names = Object.keys(screens)
        .filter(isWanted)
        .filter((name) => personOf(name) === who)
      if (names.length === 0) continue
      let page = await pageOn(environment, options, who)
      for (const name of names) {
        try {
          await visit(environment, page, name, look)
        } catch (error) {
          untaken.push(`${name}-${look}`) // the others are useful all the same
          say(`${name}-${look}: ${String(error)}`)
          await page.close()
          page = await pageOn(environment, options, who)
        }
      }
      await page.close()
    }
  }
})
writeFileSync(`${folder}/README.md`, index())
if (untaken.length > 0) giveUp(`Not taken: ${untaken.join(', ')}.`)

/** @param {import('./demo-environment.mjs').Environment} environment @param {Page} page @param {string} name @param {string} look */
async function visit({ url, fixture }, page, name, look) {
  const screen = screens[name] ?? { title: name, path: '/' }
  if (screen.withDeadLetters) await fixture.showDeadLetters()
  const go = (/** @type {string} */ path) => page.goto(url + path)
  try {
    await onScreen(page, screen, words, go, () => take(page, `${name}-${look}`))
  } finally {
    if (screen.withDeadLetters) await fixture.hideDeadLetters()
  }
}

/** The demo's user who may see it. @param {string} name */
function personOf(name) {
  return screens[name]?.as === 'owner' ? 'dono' : 'admin'
}

/**
 * Saves with few colours, which suffice for screens, so that the folder stays small.
 * @param {Page} page @param {string} name
 */
async function take(page, name) {
  await settled(page)
  const picture = await page.screenshot()
  await sharp(picture)
    .png({ palette: true, quality: 85, effort: 8, compressionLevel: 9 })
    .toFile(`${folder}/${name}.png`)
  say(`docs/screens/${name}.png`)
}

/** Lists the existing pictures, as some may have been taken on another day. */
function index() {
  const taken = new Set(readdirSync(folder))
  const link = (/** @type {string} */ file, /** @type {string} */ look) =>
    taken.has(file) ? `[${look}](${file})` : ''
  const rows = Object.entries(everyScreen).map(([name, { title }]) => {
    const links = Object.keys(looks).map((look) => link(`${name}-${look}.png`, look))
    return `| ${[title, ...links].join(' | ')} |`
  })
  return [
    '# Screens',
    '',
    'Every screen, panel and dialog with the demo company on it, in Portuguese: on a desk (1366 × 860) in the light and the',
    'dark theme, and on a phone (390 × 844). `npm run screens` makes all of them anew, and this index.',
    '',
    '| Screen | Light | Dark | Phone |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
