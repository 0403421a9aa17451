import { basename } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { sourcesUnder } from './imports.mjs'

/** @typedef {{ file: string, name: string, text: string }} Statement */

/**
 * Every statement of the server, by loading its files: so the print equals the executed statements.
 * @returns {Promise<Statement[]>} in the order of the files and of their exports
 */
export async function allStatements() {
  const files = sourcesUnder('server/src').filter((file) => basename(file).endsWith('queries.ts'))
  const perFile = await Promise.all(files.map(statementsIn))
  return perFile.flat()
}

/** @param {string} file @returns {Promise<Statement[]>} */
async function statementsIn(file) {
  const exported = Object.values(await tsImport(`../${file}`, import.meta.url))
  const statements = exported
    .filter(isStatement)
    .flatMap(({ name, text, gathered }) => [
      { file, name, text },
      ...(gathered === undefined || gathered.text === text
        ? []
        : [{ file, name: `${name} together`, text: gathered.text }]),
    ])
  const seen = new Map(statements.map((statement) => [statement.name, statement]))
  return [...seen.values()]
}

/** @param {unknown} value @returns {value is { name: string, text: string, gathered?: { text: string } }} */
function isStatement(value) {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('text' in value)) return false
  return typeof value.name === 'string' && typeof value.text === 'string'
}
