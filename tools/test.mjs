import './require-node.mjs'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { buildIfStale } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { installIfStale } from './install.mjs'
import { runOpenly } from './programs.mjs'
import { inProject, say } from './project.mjs'

const NO_BROWSER =
  'The browser tests need Chromium: install it, or name it with CHROMIUM_PATH. npm test -- --no-browser runs the rest.'

/** @typedef {{ passed: number, failures: readonly string[], leftOut?: readonly string[] }} Result Tests by their names. */

await installIfStale()
const withBrowser = !process.argv.includes('--no-browser')
const isLong = process.argv.includes('--long') // the whole matrix of screens, and many kills
const settings = isLong ? { TEST_LONG: '1' } : {}
const chromium = withBrowser ? findOrInstallChromium() : undefined // beside the checks: a download waits for the network
const results = [await checks(), await tests(['node', 'server', 'web'], settings)]
if (withBrowser) results.push(await browserTests(await chromium))

const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failures = results.flatMap((result) => result.failures)
const leftOut = results.flatMap((result) => result.leftOut ?? [])
// A short run leaves out what is long; a long one only what this machine can't have.
if (isLong) for (const test of leftOut) say(`LEFT OUT ${test}`)
for (const failure of failures) say(`FAILED ${failure}`)
say(`${passed} passed, ${failures.length} failed${isLong ? `, ${leftOut.length} left out` : ''}`)
process.exit(failures.length === 0 ? 0 : 1)

/** @returns {Promise<Result>} */
async function checks() {
  const code = await runOpenly(process.execPath, [inProject('tools/check.mjs')])
  return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: ['npm run check'] }
}

/** @param {string | undefined} chromium @returns {Promise<Result>} */
async function browserTests(chromium) {
  if (!chromium) {
    say(NO_BROWSER)
    return { passed: 0, failures: ['no Chromium'] }
  }
  await buildIfStale()
  return tests(['e2e'], { ...settings, CHROMIUM_PATH: chromium })
}

/**
 * The result that Vitest reports. A failed run counts as a failure even without a failed test, such as when a file does
 * not load.
 * @param {string[]} projects @param {Record<string, string>} [settings] @returns {Promise<Result>}
 */
async function tests(projects, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-report-'))
  const report = join(folder, 'report.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runOpenly(
    process.execPath,
    [inProject('node_modules/vitest/vitest.mjs'), ...args, ...projects.map((name) => `--project=${name}`)],
    { env: { ...process.env, ...settings } },
  )
  const { passed, failures, leftOut = [] } = resultIn(report)
  rmSync(folder, { recursive: true })
  const run = `the run of ${projects.join(', ')}`
  if (failures.length > 0) return { passed, failures, leftOut }
  if (passed === 0) return { passed, failures: [`${run}: no test ran`], leftOut }
  return { passed, failures: code === 0 ? [] : [`${run}, beside its tests`], leftOut }
}

/** @param {string} report @returns {Result} */
function resultIn(report) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return {
      passed: numPassedTests,
      failures: testResults.flatMap(failuresIn),
      leftOut: testResults.flatMap(leftOutIn),
    }
  } catch {
    return { passed: 0, failures: ['a run that ended before it could report'] }
  }
}

/** @param {{ name: string, status: string, assertionResults: { fullName: string, status: string }[] }} file
 *  @returns {string[]} */
function failuresIn({ name, status, assertionResults }) {
  const path = relative(inProject('.'), name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${path}, as a whole`]
  return failed.map(({ fullName }) => `${path}: ${fullName}`)
}

/** @param {{ name: string, assertionResults: { fullName: string, status: string }[] }} file @returns {string[]} */
function leftOutIn({ name, assertionResults }) {
  const path = relative(inProject('.'), name)
  return assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => `${path}: ${fullName}`)
}
