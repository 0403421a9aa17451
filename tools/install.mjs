import { readFileSync } from 'node:fs'
import { runQuietly } from './programs.mjs'
import { giveUp, inProject, isImage, say } from './project.mjs'

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockedPackage */

/** Brings `node_modules` to the state of the lock file, unless it already has it. */
export async function installIfStale() {
  if (isImage() || isInstalled()) return
  const begin = performance.now()
  say('Installing packages (a minute or two the first time) …')
  // Install scripts of packages do not run: none is needed, and each could do anything. Development packages are needed
  // even where NODE_ENV=production would omit them.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { code, output } = await runQuietly(...npm([...args, '--no-update-notifier']))
  if (code !== 0) giveUp(`${output.trim()}\nThe packages could not be installed (npm ci, see above).`)
  say(`Installed in ${seconds(begin)} s.`)
}

/** @param {number} begin a value of `performance.now()` */
export function seconds(begin) {
  return Math.max(1, Math.round((performance.now() - begin) / 1000))
}

/**
 * The npm that runs this command, so that `npm start` installs with the same version.
 * @param {string[]} args @returns {[string, string[]]}
 */
function npm(args) {
  const path = process.env.npm_execpath
  return path?.endsWith('.js') ? [process.execPath, [path, ...args]] : ['npm', args]
}

// npm writes its list of installed packages last: an interrupted installation has none. Optional packages may be
// missing, because most of them belong to other systems.
function isInstalled() {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, locked]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true
    const found = present[path]
    if (!found) return locked.optional === true
    return found.version === locked.version && found.integrity === locked.integrity
  })
}

/** @param {string} path @returns {Record<string, LockedPackage> | undefined} */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(inProject(path), 'utf8')).packages
  } catch {
    return undefined // never installed, or incompletely
  }
}
