import './require-node.mjs'
import { mkdirSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { installIfStale } from './install.mjs'
import { inProject, say } from './project.mjs'

// The picture in the README: the demo in a folder of its own, a conversation in a browser, one image.
await installIfStale()
await buildIfStale()

const { inDemoEnvironment, pageOn, settled } = await import('./demo-environment.mjs')
const output = inProject('docs/images/ticket-area.png')

await inDemoEnvironment(async (environment) => {
  const page = await pageOn(environment, { viewport: { width: 1366, height: 860 }, deviceScaleFactor: 2 })
  await page.goto(`${environment.url}/tickets`)
  await page
    .getByRole('link')
    .filter({ hasText: 'Marina Duarte' })
    .click({ position: { x: 60, y: 20 } })
  await page.getByTitle('Ver o contato').click()
  await page.getByText('Consigo segurar esse preço até sábado.').waitFor()
  await page.getByPlaceholder('Escreva uma mensagem').fill('Tem sim, chega na sexta-feira')
  await page.mouse.move(700, 30) // rows and bubbles under the pointer show their buttons
  await settled(page)
  mkdirSync(inProject('docs/images'), { recursive: true })
  await page.screenshot({ path: output })
  say('Wrote docs/images/ticket-area.png.')
})
