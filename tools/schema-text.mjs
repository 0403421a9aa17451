/** @typedef {import('./schema-catalogue.mjs').Schema} Schema */
/** @typedef {import('./schema-catalogue.mjs').Column} Column */

const HEAD =
  '-- What the migrations make of an empty database, printed by "node tools/print-schema.mjs". Never run.\n'

/**
 * The schema as SQL for reading: each table with all its constraints and policies, then the functions.
 * @param {Schema} schema @returns {string}
 */
export function printSchema(schema) {
  const enums = schema.enums.map(
    ({ name, values }) =>
      `create type ${name} as enum (${values.map((value) => `'${value}'`).join(', ')});\n`,
  )
  const tables = schema.tables.map((table) => printTable(schema, table))
  const views = schema.views.map(({ name, text }) => `create view ${name} as\n${text.trim()}\n`)
  const functions = schema.functions.map((text) => `${text.trim()};\n`)
  return [HEAD, ...enums, ...tables, ...views, ...functions].join('\n')
}

/** @param {Schema} schema @param {{ name: string, secured: boolean, forced: boolean }} table */
function printTable(schema, { name, secured, forced }) {
  const isOwn = (/** @type {{ table: string }} */ line) => line.table === name
  const parts = [
    ...schema.columns.filter(isOwn).map(printColumn),
    ...schema.constraints.filter(isOwn).map(({ text }) => text),
  ]
  const guards = [
    ...(secured ? [`alter table ${name} enable row level security`] : []),
    ...(forced ? [`alter table ${name} force row level security`] : []),
    ...[schema.policies, schema.indexes, schema.triggers, schema.grants].flatMap((lines) =>
      lines.filter(isOwn).map(({ text }) => text),
    ),
  ]
  return `create table ${name} (\n${parts.map((part) => `  ${part}`).join(',\n')}\n);\n${guards.map((guard) => `${guard};\n`).join('')}`
}

/** @param {Column} column */
function printColumn({ name, type, required, default: value, identity, generated }) {
  const origin = identity
    ? ' generated as identity'
    : generated
      ? ` generated always as (${value}) stored`
      : value
        ? ` default ${value}`
        : ''
  return `${name} ${type}${required ? ' not null' : ''}${origin}`
}
