import './require-node.mjs'
import './end-with-npm.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { buildIfStale } from './build.mjs'
import { dataFolderOf } from './data-folder.mjs'
import { installIfStale } from './install.mjs'
import { startPlayedWhatsapp } from './played-whatsapp.mjs'
import { giveUp, say } from './project.mjs'
import { runProduct } from './run-product.mjs'

const ACCOUNTS = ['admin', 'ana', 'bia', 'caio', 'dono'].map((name) => `${name}@demo.local`)
const PASSWORD = 'balcao-demo'

await installIfStale()
await buildIfStale()

const folder = dataFolderOf('demo')
if (process.argv.includes('--reset')) reset()
mkdirSync(folder, { recursive: true, mode: 0o711 })

const port = process.env.PORT || '8080'
const address = `http://127.0.0.1:${port}`
const whatsapp = await startPlayedWhatsapp(folder, address)

// The demo never touches a database or a folder of real work.
delete process.env.DATABASE_URL
Object.assign(process.env, {
  PORT: port,
  DATA_DIR: folder,
  WHATSAPP_SIMULATOR_URL: whatsapp.url,
  BALCAO_DEMO: '1',
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
})
await runProduct()
await ready()
say(`
  Balcão      ${address}
  Telefones   ${whatsapp.pageUrl}
  Contas      ${ACCOUNTS.join(', ')}
  Senha       ${PASSWORD}

  Ctrl-C stops the demo; npm run demo -- --reset starts it anew.
`)

async function ready() {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    const answer = await fetch(`${address}/health`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  giveUp(`The demo did not get ready at ${address}.`)
}

function reset() {
  const lock = `${folder}/postgres/postmaster.pid`
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0
  if (pid > 0 && isAlive(pid)) {
    giveUp(`The demo is still running (its database is process ${pid}). Stop it, then reset it.`)
  }
  rmSync(folder, { recursive: true, force: true })
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
