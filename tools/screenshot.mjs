import './require-node.mjs'
import { mkdirSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { installIfStale } from './install.mjs'
import { giveUp, inProject, say } from './project.mjs'

// The picture in the README: the demo in a folder of its own, a conversation in a browser, one image.
await installIfStale()
await buildIfStale()

const { chromium } = await import('playwright-core')
const { tsImport } = await import('tsx/esm/api')
const { addDemoPeople, linkDemoNumber } = await import('./demo-phones.mjs')
const { startSimulator } = await tsImport('../packages/whatsapp-simulator/src/simulator.ts', import.meta.url)
const { startProduct } = await tsImport('../e2e/src/product.ts', import.meta.url)

const executablePath = await findOrInstallChromium()
if (!executablePath) giveUp('The screenshot needs Chromium: install it, or name it with CHROMIUM_PATH.')
const output = inProject('docs/images/ticket-area.png')
const simulator = await startSimulator()
const product = await startProduct({ whatsapp: simulator.url, demo: true })
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await addDemoPeople(simulator.pageUrl)
  await linkDemoNumber(product.url, simulator.pageUrl)
  await takePicture()
  say('Wrote docs/images/ticket-area.png.')
} finally {
  await browser.close()
  await product.remove()
  await simulator.close()
}

async function takePicture() {
  const page = await browser.newPage({
    viewport: { width: 1366, height: 860 },
    deviceScaleFactor: 2,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  })
  await page.goto(`${product.url}/login`)
  await page.getByLabel('E-mail').fill('admin@demo.local')
  await page.getByLabel('Senha', { exact: true }).fill('balcao-demo')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page
    .getByRole('link')
    .filter({ hasText: 'Marina Duarte' })
    .click({ position: { x: 60, y: 20 } })
  await page.getByTitle('Ver o contato').click()
  await page.getByRole('button', { name: 'Recolher menu' }).click()
  await page.getByText('Consigo segurar esse preço até sábado.').waitFor()
  await page.getByPlaceholder('Escreva uma mensagem').fill('Tem sim, chega na sexta-feira 😊')
  await page.mouse.move(700, 30) // rows and bubbles under the pointer show their buttons
  await page.evaluate('document.fonts.ready.then(() => undefined)')
  await page.waitForFunction(
    '[...document.images].every((image) => image.complete && image.naturalWidth > 0)',
  )
  mkdirSync(inProject('docs/images'), { recursive: true })
  await page.screenshot({ path: output })
}
