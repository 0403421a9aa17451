import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { giveUp, inProject, say } from './project.mjs'
import { allStatements } from './statements.mjs'

// Prints the statements that are put together from parts into one file, for reviews. With --check it writes nothing and
// fails when the print is outdated.
const path = 'server/database/statements.sql'

/** @param {string} text */
function withoutMargin(text) {
  const [first = '', ...rest] = text.split('\n').map((line) => line.trimEnd())
  const margins = rest.filter(Boolean).map((line) => line.length - line.trimStart().length)
  const margin = Math.min(...margins, 40)
  return [first, ...rest.map((line) => line.slice(margin))].join('\n').trim()
}

const statements = (await allStatements()).filter(({ isComposed }) => isComposed)
const files = [...new Set(statements.map(({ file }) => file))].sort()
const printed = [
  '-- Printed by "node tools/print-sql.mjs" from the files that it names. Read it; change the others.\n',
  ...files.flatMap((file) => [
    `-- # ${file}\n`,
    ...statements
      .filter((statement) => statement.file === file)
      .map(({ name, text }) => `-- ${name}\n${withoutMargin(text)};\n`),
  ]),
].join('\n')

const isFresh = existsSync(inProject(path)) && readFileSync(inProject(path), 'utf8') === printed
if (process.argv.includes('--check')) {
  if (!isFresh) giveUp(`${path} is not fresh. Run "node tools/print-sql.mjs" and read the difference.`)
} else {
  writeFileSync(inProject(path), printed)
  say(isFresh ? `${path} was fresh.` : `${path} is printed anew.`)
}
