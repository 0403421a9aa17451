import { readFileSync } from 'node:fs'
import { runQuietly } from './programs.mjs'
import { giveUp, inProject, say } from './project.mjs'

/** @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean }} LockedPackage */

/** Brings `node_modules` to what the lock file says, unless it is there already. */
export async function installIfStale() {
  if (isInstalled()) return
  const begin = performance.now()
  say('Installing packages (a minute or two the first time) …')
  // Scripts of packages are not run: none of ours needs one, and each could do anything. Packages for building are
  // wanted even where NODE_ENV=production would leave them out.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { code, output } = await runQuietly(...npm([...args, '--no-update-notifier']))
  if (code !== 0) giveUp(`${output.trim()}\nThe packages could not be installed (npm ci, see above).`)
  say(`Installed in ${seconds(begin)} s.`)
}

/** @param {number} begin as `performance.now()` gave it */
export function seconds(begin) {
  return Math.max(1, Math.round((performance.now() - begin) / 1000))
}

/** npm as it was called, so that `npm start` installs with the same version that started it.
 *  @param {string[]} args @returns {[string, string[]]} */
function npm(args) {
  const path = process.env.npm_execpath
  return path?.endsWith('.js') ? [process.execPath, [path, ...args]] : ['npm', args]
}

// npm keeps a list of what it has installed, written last: an installation cut short has none. What is optional may be
// missing, for most of it belongs to other systems.
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
    return undefined // never installed, or not to the end
  }
}
