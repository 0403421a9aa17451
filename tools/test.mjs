import './require-node.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { installIfStale } from './install.mjs'
import { runOpenly } from './programs.mjs'
import { inProject, say } from './project.mjs'

const NO_BROWSER =
  'The browser tests need Chromium: install it, or name it with CHROMIUM_PATH. npm test -- --no-browser runs the rest.'

/** @typedef {{ passed: number, failed: number }} Count */

await installIfStale()
const withBrowser = !process.argv.includes('--no-browser')
const counts = [await checks(), await tests(['node', 'server', 'web'])]
if (withBrowser) counts.push(await browserTests())

const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** @returns {Promise<Count>} */
async function checks() {
  const code = await runOpenly(process.execPath, [inProject('tools/check.mjs')])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @returns {Promise<Count>} */
async function browserTests() {
  const chromium = await findOrInstallChromium()
  if (!chromium) {
    say(NO_BROWSER)
    return { passed: 0, failed: 1 }
  }
  await buildIfStale()
  return tests(['e2e'], { CHROMIUM_PATH: chromium })
}

/** Counts what Vitest reports; a run that ends badly counts as a failure even if no test did, such as when a file does
 *  not load. @param {string[]} projects @param {Record<string, string>} [settings] @returns {Promise<Count>} */
async function tests(projects, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-report-'))
  const report = join(folder, 'report.json')
  const args = [
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await runOpenly(
    process.execPath,
    [inProject('node_modules/vitest/vitest.mjs'), ...args, ...projects.map((name) => `--project=${name}`)],
    { env: { ...process.env, ...settings } },
  )
  const { passed, failed } = countsIn(report)
  rmSync(folder, { recursive: true })
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/** @param {string} report @returns {Count} */
function countsIn(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 1 } // it ended before it could report
  }
}
