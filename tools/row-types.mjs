/** @typedef {import('./schema-catalogue.mjs').Schema} Schema */

const HEAD = `// Printed from the migrated database by "node tools/print-schema.mjs": a row of each table as the driver reads it.
// Change the migrations, then print again.
`

// As `pools.ts` tells the driver to read them.
/** @type {Record<string, string>} */
const TYPES = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  'timestamp without time zone': 'Date',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Buffer',
}

/** The row types of all tables. @param {Schema} schema @returns {string} */
export function printRows(schema) {
  const interfaces = schema.tables.map(({ name }) => {
    const columns = schema.columns.filter(({ table }) => table === name)
    const lines = columns.map(
      (column) => `  ${column.name}: ${typeOf(schema, column.type)}${column.required ? '' : ' | null'}`,
    )
    return `/** A row of \`${name}\`. */\nexport interface ${pascal(name)}Row {\n${lines.join('\n')}\n}\n`
  })
  return [HEAD, ...interfaces].join('\n')
}

/** @param {Schema} schema @param {string} type @returns {string} */
function typeOf(schema, type) {
  if (type.endsWith('[]')) {
    const element = typeOf(schema, type.slice(0, -2))
    return element.includes('|') ? `(${element})[]` : `${element}[]`
  }
  const named = schema.enums.find(({ name }) => name === type)
  if (named) return named.values.map((value) => `'${value}'`).join(' | ')
  return TYPES[type.replace(/\(.*\)/, '')] ?? 'string'
}

/** @param {string} name */
function pascal(name) {
  return name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
}
