import './require-node.mjs'
import './end-with-npm.mjs'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { dataFolderOf } from './data-folder.mjs'
import { installIfStale } from './install.mjs'
import { startPlayedWhatsapp } from './played-whatsapp.mjs'
import { inProject, say } from './project.mjs'
import { untilReady } from './until-ready.mjs'

// Everything with reload: the server restarts on a change, Vite replaces the page's modules, the phones continue.
await installIfStale()

const folder = dataFolderOf('dev')
mkdirSync(folder, { recursive: true, mode: 0o711 })
const port = process.env.PORT || '8080'
const server = `http://127.0.0.1:${port}`
const page = 'http://127.0.0.1:5173'
const whatsapp = await startPlayedWhatsapp(folder, page)
const { addDemoPeople, linkDemoNumberOrSay } = await import('./demo-phones.mjs') // after the installation: needs tsx
await addDemoPeople(whatsapp.pageUrl)

const require = createRequire(inProject('web/package.json'))
const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')
const tsx = createRequire(import.meta.url).resolve('tsx/cli')

const children = [
  run([tsx, 'watch', '--clear-screen=false', inProject('server/src/processes/main.ts')], '.', {
    PORT: port,
    DATA_DIR: folder,
    WHATSAPP_SIMULATOR_URL: whatsapp.url,
    BALCAO_DEMO: '1',
    PUBLIC_URL: page,
  }),
  run([vite, '--host', '127.0.0.1', '--strictPort', '--clearScreen', 'false'], 'web', {
    BALCAO_SERVER: server,
  }),
]
say(`\n  Page     ${page}\n  Phones   ${whatsapp.pageUrl}\n`)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stopAll)
for (const child of children) child.once('exit', stopAll)

await untilReady(server)
await linkDemoNumberOrSay(server, whatsapp.pageUrl)

/** @param {string[]} args @param {string} folder @param {Record<string, string>} settings */
function run(args, folder, settings) {
  return spawn(process.execPath, args, {
    cwd: inProject(folder),
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

function stopAll() {
  // Once each: a second signal would kill the server before it has stopped the database.
  for (const child of children) if (!child.killed) child.kill('SIGTERM')
}
