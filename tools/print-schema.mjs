import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { giveUp, inProject, say } from './project.mjs'
import { printRows } from './row-types.mjs'
import { readSchema } from './schema-catalogue.mjs'
import { printSchema } from './schema-text.mjs'

// Migrates an empty database and prints what came out: `server/database/schema.sql` for the reader, and
// `server/database/rows.ts` for the compiler. With --check it writes nothing and fails when a print is not fresh.
const check = process.argv.includes('--check')

const schema = await readSchema()
const prints = /** @type {const} */ ([
  ['server/database/schema.sql', printSchema(schema)],
  ['server/database/rows.ts', printRows(schema)],
])
const stale = prints.filter(
  ([path, text]) => !existsSync(inProject(path)) || readFileSync(inProject(path), 'utf8') !== text,
)
if (check && stale.length > 0) {
  const paths = stale.map(([path]) => path).join(', ')
  giveUp(
    `The printed schema is not fresh: ${paths}. Run "node tools/print-schema.mjs" and read the difference.`,
  )
}
if (!check) {
  for (const [path, text] of stale) writeFileSync(inProject(path), text)
  say(
    stale.length > 0
      ? `Printed ${stale.map(([path]) => path).join(' and ')}.`
      : 'The printed schema was fresh.',
  )
}
