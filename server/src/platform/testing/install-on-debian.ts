import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A mirror that does not answer must not hold up the tests: `spawnSync` blocks their time limits too. */
const installMs = 300_000
const patience = [
  '-o',
  'Acquire::Retries=0',
  '-o',
  'Acquire::http::Timeout=20',
  '-o',
  'DPkg::Lock::Timeout=240',
]

/** The packages that could not be installed. Other files of tests do not try again. */
const missing = new Set<string>()

/** Whether a program is installed. Otherwise, if it may, this installs its package on Debian, for root. */
export function isOnDebian(isInstalled: () => boolean, name: string, mayInstall: boolean): boolean {
  if (isInstalled()) return true
  if (!mayInstall || missing.has(name)) return false
  if (installOnDebian(name) && isInstalled()) return true
  missing.add(name)
  process.stdout.write(`Left out: tests that need the package ${name} of Debian, which root can install.\n`)
  return false
}

/** False: it could not. */
function installOnDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) =>
    spawnSync('apt-get', [...patience, ...args], { env, stdio: 'ignore', timeout: installMs }).status === 0
  run('update', '-qq')
  return run('install', '-qq', '--no-install-recommends', name) // several files of tests may install at once
}
