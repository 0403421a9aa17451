import './require-node.mjs'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject, say } from './project.mjs'

// Every screen of the product with the demo company on it: light, dark, and on a phone. `npm run screens` writes
// docs/screens anew; `npm run screens -- tickets dashboard` only these; SCREENS_FOLDER names another folder.
await installIfStale()
await buildIfStale()

const { onDemoStage, pageOn, settled } = await import('./demo-stage.mjs')
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
const asked = process.argv.slice(2)
for (const name of asked) {
  if (!(name in screens) && !(name in publicScreens)) {
    const known = Object.keys({ ...publicScreens, ...screens }).join(', ')
    throw new Error(`There is no screen ${name}; there are ${known}.`)
  }
}
const isWanted = (/** @type {string} */ name) => asked.length === 0 || asked.includes(name)
if (asked.length === 0) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
await onDemoStage(async (stage) => {
  for (const [look, options] of Object.entries(looks)) {
    const visitor = await pageOn(stage, options, 'nobody')
    for (const name of Object.keys(publicScreens).filter(isWanted)) {
      await visitor.goto(`${stage.url}/${name}`)
      await take(visitor, `${name}-${look}`)
    }
    await visitor.close()
    for (const who of /** @type {const} */ (['admin', 'dono'])) {
      const names = Object.keys(screens)
        .filter(isWanted)
        .filter((name) => personOf(name) === who)
      if (names.length === 0) continue
      const page = await pageOn(stage, options, who)
      for (const name of names) await visit(stage, page, name, look)
      await page.close()
    }
  }
})
if (asked.length === 0) writeFileSync(`${folder}/README.md`, index())

/** @param {import('./demo-stage.mjs').Stage} stage @param {Page} page @param {string} name @param {string} look */
async function visit({ url, scene }, page, name, look) {
  const screen = screens[name] ?? { title: name, path: '/' }
  if (screen.withSetAside) await scene.showSetAside()
  const go = (/** @type {string} */ path) => page.goto(url + path)
  await onScreen(page, screen, words, go, () => take(page, `${name}-${look}`))
  if (screen.withSetAside) await scene.hideSetAside()
}

/** Who of the demo sees it. @param {string} name */
function personOf(name) {
  return screens[name]?.as === 'owner' ? 'dono' : 'admin'
}

/** Of few colours, as screens are, so that the folder stays small. @param {Page} page @param {string} name */
async function take(page, name) {
  await settled(page)
  const picture = await page.screenshot()
  await sharp(picture)
    .png({ palette: true, quality: 85, effort: 8, compressionLevel: 9 })
    .toFile(`${folder}/${name}.png`)
  say(`docs/screens/${name}.png`)
}

function index() {
  const rows = Object.entries({ ...publicScreens, ...screens }).map(
    ([name, { title }]) =>
      `| ${title} | [light](${name}-light.png) | [dark](${name}-dark.png) | [phone](${name}-phone.png) |`,
  )
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
