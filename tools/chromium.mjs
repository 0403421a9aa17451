import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './programs.mjs'
import { say } from './project.mjs'

/** Chromium without a user interface: pages are the same, and opening a browser costs half. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome.exe',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * A browser for the tests: the one of CHROMIUM_PATH, an installed one, the headless shell first, or on Debian, for
 * root, a newly installed one.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return isProgram(named) ? named : undefined
  return find() ?? ((await installOnDebian()) ? find() : undefined)
}

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, ...PLACES].find(isProgram)
}

/** The headless shell, or the whole browser where Debian is too old for it. */
async function installOnDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say('Installing Chromium for the browser tests …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update', '-qq'], { env })
  for (const name of [HEADLESS_SHELL, 'chromium']) {
    const args = ['install', '-qq', '--no-install-recommends', name]
    const { code } = await runQuietly('apt-get', args, { env })
    if (code === 0) return true
  }
  return false
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // missing, or not executable
  }
}
