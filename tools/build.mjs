import './require-node.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fingerprint, stamp } from './fingerprint.mjs'
import { installIfStale, seconds } from './install.mjs'
import { runQuietly } from './programs.mjs'
import { giveUp, inProject, isImage, say } from './project.mjs'

const SHARED = ['package-lock.json', 'tsconfig.base.json', 'packages/contract', 'packages/domain']
const PARTS = [
  {
    name: 'server',
    sources: [
      ...SHARED,
      'packages/whatsapp',
      'packages/whatsapp-cloud',
      'server/database',
      'server/src',
      'tools/server-bundle.mjs',
    ],
    output: 'server/dist/main.cjs',
    build: buildServer,
  },
  {
    name: 'web',
    sources: [...SHARED, 'web'],
    output: 'web/dist/index.html',
    build: buildWeb,
  },
]

/** Builds the parts that changed since the last build; prints nothing when none did. */
export async function buildIfStale() {
  if (isImage()) return
  for (const part of PARTS) {
    const marker = inProject(`${dirname(part.output)}/.sources`)
    const [builtStamp, builtSources] = existsSync(inProject(part.output)) ? read(marker).split('\n') : []
    const now = stamp(part.sources)
    if (builtStamp === now) continue
    const sources = fingerprint(part.sources)
    if (builtSources !== sources) await build(part, marker)
    keep(marker, `${now}\n${sources}`)
  }
}

/** @param {typeof PARTS[number]} part @param {string} marker */
async function build(part, marker) {
  const begin = performance.now()
  say(`Building the ${part.name} …`)
  rmSync(marker, { force: true })
  await part.build()
  say(`Built the ${part.name} in ${seconds(begin)} s.`)
}

/** @param {string} marker @param {string} text */
function keep(marker, text) {
  try {
    mkdirSync(dirname(marker), { recursive: true })
    writeFileSync(marker, text)
  } catch {
    // A read-only installation hashes its sources at each start.
  }
}

async function buildServer() {
  const { code, output } = await runQuietly(process.execPath, [inProject('tools/server-bundle.mjs')])
  if (code !== 0) giveUp(`${output.trim()}\nThe server could not be built (see above).`)
}

async function buildWeb() {
  if (!existsSync(inProject('web/index.html')))
    giveUp('The web application is missing: there is no web/index.html.')
  const resolve = createRequire(inProject('web/package.json')).resolve
  const vite = join(dirname(resolve('vite/package.json')), 'bin/vite.js')
  const args = [vite, 'build', '--logLevel', 'error']
  const { code, output } = await runQuietly(process.execPath, args, { cwd: inProject('web') })
  if (code !== 0) giveUp(`${output.trim()}\nThe web application could not be built (see above).`)
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await installIfStale()
  await buildIfStale()
}
