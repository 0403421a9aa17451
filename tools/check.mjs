import './require-node.mjs'
import { installIfStale } from './install.mjs'
import { runQuietly } from './programs.mjs'
import { inProject, say } from './project.mjs'

const node = process.execPath
const program = (/** @type {string} */ path) => inProject(`node_modules/${path}`)
const tool = (/** @type {string} */ name) => inProject(`tools/${name}.mjs`)

/**
 * The native compiler, with one checker: several would check shared types once each. The JavaScript one stays for its
 * API, which other tools use.
 */
const types = (/** @type {string} */ project) => [
  program('typescript-native/bin/tsc'),
  ...['-p', project, '--noEmit', '--checkers', '1'],
]

/** The slowest first. @type {[name: string, args: string[]][]} */
const CHECKS = [
  ['texts that the page asks for', [tool('check-texts')]],
  ['types of the web', types('web/tsconfig.json')],
  ['types of packages and server', types('tsconfig.json')],
  ['lint', [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=50']],
  ['dead exports', [program('knip/bin/knip.js'), '--no-progress', '--no-config-hints']],
  ['types of stories and benches', types('bench/tsconfig.json')],
  ['arrows and circles', [tool('check-arrows')]],
  ['types of the tools', types('tools/tsconfig.json')],
  ['one writer per table, no SQL in tests', [tool('check-statements')]],
  ['printed SQL', [tool('print-sql'), '--check']],
]

/** Each uses one core for most of its time, and the largest needs a gigabyte. */
const AT_ONCE = 2

await installIfStale()
const waiting = CHECKS.values()
let failed = 0
await Promise.all(Array.from({ length: AT_ONCE }, runThoseThatWait))
process.exit(failed === 0 ? 0 : 1)

async function runThoseThatWait() {
  for (const [name, args] of waiting) {
    const { code, output } = await runQuietly(node, args)
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (code === 0) continue
    failed += 1
    say(output.trim())
  }
}
