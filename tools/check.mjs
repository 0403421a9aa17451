import './require-node.mjs'
import { installIfStale } from './install.mjs'
import { runQuietly } from './programs.mjs'
import { inProject, say } from './project.mjs'

const node = process.execPath
const program = (/** @type {string} */ path) => inProject(`node_modules/${path}`)
const tool = (/** @type {string} */ name) => inProject(`tools/${name}.mjs`)

/** The slowest first. @type {[name: string, args: string[]][]} */
const CHECKS = [
  ['types of packages and server', [program('typescript/bin/tsc'), '-p', 'tsconfig.json', '--noEmit']],
  ['types of the web', [program('typescript/bin/tsc'), '-p', 'web/tsconfig.json', '--noEmit']],
  ['types of stories and benches', [program('typescript/bin/tsc'), '-p', 'bench/tsconfig.json', '--noEmit']],
  ['types of the tools', [program('typescript/bin/tsc'), '-p', 'tools/tsconfig.json', '--noEmit']],
  ['lint', [program('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=50']],
  ['arrows and circles', [tool('check-arrows')]],
  ['one writer per table', [tool('check-statements')]],
  ['texts that the page asks for', [tool('check-texts')]],
  ['printed SQL', [tool('print-sql'), '--check']],
  ['dead exports', [program('knip/bin/knip.js'), '--no-progress', '--no-config-hints']],
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
