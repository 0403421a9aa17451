import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { giveUp, inProject, say } from './project.mjs'
import { readSchema } from './schema-catalogue.mjs'
import { printSchema } from './schema-text.mjs'

// Migrates an empty database and prints its schema to `server/database/schema.sql`, for readers. With --check it writes
// nothing and fails when the print is outdated.
const check = process.argv.includes('--check')
const path = 'server/database/schema.sql'

const text = printSchema(await readSchema())
const isFresh = existsSync(inProject(path)) && readFileSync(inProject(path), 'utf8') === text
if (check && !isFresh) {
  giveUp(`${path} is not fresh. Run "node tools/print-schema.mjs" and read the difference.`)
}
if (!check && !isFresh) writeFileSync(inProject(path), text)
if (!check) say(isFresh ? 'The printed schema was fresh.' : `Printed ${path}.`)
