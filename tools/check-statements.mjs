import { pathToFileURL } from 'node:url'
import { giveUp } from './project.mjs'
import { sqlInTests } from './sql-in-tests.mjs'
import { allStatements } from './statements.mjs'

/** @typedef {import('./statements.mjs').Statement} Statement */

/**
 * The faults of the statements, a sentence each: a table that two features write, a duplicate name (prepared statements
 * are identified by name alone), SQL that reads the database's clock, and a text and a parameter type with different
 * names.
 * @param {Statement[]} statements @returns {string[]}
 */
export function wrongStatements(statements) {
  return [
    ...tablesOfTwo(statements),
    ...namesGivenTwice(statements),
    ...askingForTime(statements),
    ...namedOtherwise(statements),
  ]
}

/** The tables that a text inserts into, updates, deletes from or empties. @param {string} text @returns {string[]} */
export function tablesWritten(text) {
  const sql = text
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const written =
    /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?([a-z_][\w.]*)/g
  const updated =
    /\bupdate\s+(?:only\s+)?(?!set\b)([a-z_][\w.]*)\s+(?:(?:as\s+)?(?!set\b)[a-z_]\w*\s+)?set\b/g
  return [...new Set([...sql.matchAll(written), ...sql.matchAll(updated)].map(([, table]) => table ?? ''))]
}

/** @param {Statement[]} statements */
function tablesOfTwo(statements) {
  /** @type {Map<string, Set<string>>} */
  const writers = new Map()
  for (const { file, text } of statements.filter(({ file }) => file.startsWith('server/src/'))) {
    for (const table of tablesWritten(text)) {
      writers.set(table, (writers.get(table) ?? new Set()).add(ownerOf(file)))
    }
  }
  return [...writers]
    .filter(([, owners]) => owners.size > 1)
    .map(
      ([table, owners]) =>
        `${table} is written by ${[...owners].sort().join(' and ')}: one feature owns a table`,
    )
}

/** @param {Statement[]} statements */
function namesGivenTwice(statements) {
  return statements
    .filter(
      ({ name, text }, at) =>
        statements.findIndex((other) => other.name === name && other.text !== text) > at,
    )
    .map(({ name, file }) => `${file}: another statement is named ${name} too`)
}

/** The doctor compares the database's clock with that of the machine. */
const mayAskForTime = 'doctor.database'

/** @param {Statement[]} statements */
function askingForTime(statements) {
  return statements
    .filter(({ name }) => name !== mayAskForTime)
    .filter(({ text }) =>
      /\b(now|clock_timestamp|statement_timestamp)\s*\(|\bcurrent_(timestamp|date|time)\b/i.test(text),
    )
    .map(({ name, file }) => `${file}: ${name} asks the database for the time; it comes from work.now`)
}

/** @param {Statement[]} statements */
function namedOtherwise(statements) {
  return statements.flatMap(({ file, name, parameters, keys }) => [
    ...parameters
      .filter((parameter) => !keys.includes(parameter))
      .map((parameter) => `${file}: the type of ${name} lacks :${parameter}`),
    ...keys
      .filter((key) => !parameters.includes(key))
      .map((key) => `${file}: the text of ${name} has no :${key}`),
  ])
}

/** The feature, or the room outside the features, that a file belongs to. @param {string} file */
function ownerOf(file) {
  const [, , room, feature] = file.split('/')
  return room === 'features' ? (feature ?? room) : (room ?? file)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = [...wrongStatements(await allStatements()), ...sqlInTests()]
  if (problems.length > 0) giveUp(problems.join('\n'))
}
