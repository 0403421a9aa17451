import './require-node.mjs'
import './end-with-npm.mjs'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { dataFolderOf } from './data-folder.mjs'
import { installIfStale } from './install.mjs'
import { startPlayedWhatsapp } from './played-whatsapp.mjs'
import { giveUp, say } from './project.mjs'
import { runProduct } from './run-product.mjs'
import { untilReady } from './until-ready.mjs'

const ACCOUNTS = ['admin', 'ana', 'bia', 'caio', 'dono'].map((name) => `${name}@demo.local`)
const PASSWORD = 'balcao-demo'

await installIfStale()
await buildIfStale()

const folder = dataFolderOf('demo')
if (process.argv.includes('--reset')) await reset()
process.argv.splice(2) // the product would read them as its own
mkdirSync(folder, { recursive: true, mode: 0o711 })

const port = process.env.PORT || '8080'
const address = `http://127.0.0.1:${port}`
const whatsapp = await startPlayedWhatsapp(folder, address)
const { addDemoPeople, linkDemoNumberOrSay } = await import('./demo-phones.mjs') // after the installation: needs tsx
await addDemoPeople(whatsapp.pageUrl)

// The demo never touches a database or a folder of real data.
delete process.env.DATABASE_URL
Object.assign(process.env, {
  PORT: port,
  DATA_DIR: folder,
  WHATSAPP_SIMULATOR_URL: whatsapp.url,
  BALCAO_DEMO: '1',
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
})
await runProduct()
await untilReady(address)
await linkDemoNumberOrSay(address, whatsapp.pageUrl)
say(`
  Phones      ${whatsapp.pageUrl}
  Accounts    ${ACCOUNTS.join(', ')}
  Password    ${PASSWORD}

  Ctrl-C stops the demo; npm run demo -- --reset starts it anew.
`)

// First ends the processes of a killed demo; a demo that still runs is refused.
async function reset() {
  if (!existsSync(`${folder}/postgres`)) return
  const { tsImport } = await import('tsx/esm/api') // missing before the installation
  const platform = '../server/src/platform'
  const { loadSecrets } = await tsImport(`${platform}/secrets.ts`, import.meta.url)
  const { startEmbeddedPostgres } = await tsImport(
    `${platform}/embedded-postgres/start-embedded-postgres.ts`,
    import.meta.url,
  )
  const { databaseOwnerPassword: ownerPassword } = loadSecrets(folder, process.env)
  try {
    const database = await startEmbeddedPostgres({
      folder,
      ownerPassword,
      log: { info: () => undefined, warn: () => undefined },
    })
    await database.stop()
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error))
  }
  rmSync(folder, { recursive: true, force: true })
}
