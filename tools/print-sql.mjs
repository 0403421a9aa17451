import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { sourcesUnder } from './imports.mjs'
import { giveUp, inProject, say } from './project.mjs'
import { allStatements } from './statements.mjs'

// Prints the statements of an `x.queries.ts` that are put together from parts into `x.queries.sql` beside it, for
// reviews. With --check it writes nothing and fails when a print is outdated.
const check = process.argv.includes('--check')

/** @typedef {import('./statements.mjs').Statement} Statement */

/** @param {string} file @param {Statement[]} statements */
function print(file, statements) {
  const head = `-- Printed from ${basename(file)} by "node tools/print-sql.mjs". Read it; change the other.\n`
  return [head, ...statements.map(({ name, text }) => `-- ${name}\n${withoutMargin(text)};\n`)].join('\n')
}

/** @param {string} text */
function withoutMargin(text) {
  const [first = '', ...rest] = text.split('\n').map((line) => line.trimEnd())
  const margins = rest.filter(Boolean).map((line) => line.length - line.trimStart().length)
  const margin = Math.min(...margins, 40)
  return [first, ...rest.map((line) => line.slice(margin))].join('\n').trim()
}

const statements = (await allStatements()).filter(({ isComposed }) => isComposed)
/** @type {Map<string, string>} */
const prints = new Map()
for (const file of new Set(statements.map((statement) => statement.file))) {
  const own = statements.filter((statement) => statement.file === file)
  prints.set(file.replace(/\.ts$/, '.sql'), print(file, own))
}

const stale = [...prints].filter(
  ([path, text]) => !existsSync(inProject(path)) || readFileSync(inProject(path), 'utf8') !== text,
)
const left = sourcesUnder('server', /queries\.sql$/).filter((path) => !prints.has(path))
if (check && stale.length + left.length > 0) {
  const paths = [...stale.map(([path]) => path), ...left].join(', ')
  giveUp(`Printed SQL is not fresh: ${paths}. Run "node tools/print-sql.mjs" and read the difference.`)
}
if (!check) {
  for (const [path, text] of stale) writeFileSync(inProject(path), text)
  for (const path of left) rmSync(inProject(path))
  say(`${stale.length} files printed, ${prints.size - stale.length} were fresh.`)
}
