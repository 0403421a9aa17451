import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether a program is installed. Otherwise, if it may, this installs its package on Debian, for root. */
export function isOnDebian(isInstalled: () => boolean, name: string, mayInstall: boolean): boolean {
  return isInstalled() || (mayInstall && installOnDebian(name) && isInstalled())
}

/** False: it could not. */
function installOnDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]) => spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
  run('update', '-qq')
  // Several files of tests may install at once.
  return run('install', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', name)
}
