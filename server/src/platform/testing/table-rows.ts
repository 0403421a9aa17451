import type pg from 'pg'
import '../database/pools' // how values of the database are read

/** Values by column name. In a condition, null means `is null`, an array one of these, and a comparison compares. */
export type RowValues = Readonly<Record<string, unknown>>

/** The rows of one table, read and written as the database's owner, without row security. */
export interface TableRows {
  /** The matching rows in order of the primary key, with these columns, or all. */
  find<Row = Record<string, unknown>>(where?: RowValues, columns?: readonly string[]): Promise<Row[]>
  /** The only matching row. Throws if none matches, or more than one. */
  get<Row = Record<string, unknown>>(where?: RowValues, columns?: readonly string[]): Promise<Row>
  count(where?: RowValues): Promise<number>
  /** Returns the stored row, defaults included. */
  insert<Row = Record<string, unknown>>(values: RowValues): Promise<Row>
  /** Inserts rows with the same columns, of values that JSON can hold, in one statement. */
  insertMany(rows: readonly RowValues[]): Promise<void>
  /** Returns the number of changed rows. */
  update(where: RowValues, values: RowValues): Promise<number>
  /** Deletes the matching rows: all without a condition. */
  delete(where?: RowValues): Promise<number>
}

class Comparison {
  constructor(
    readonly operator: 'is distinct from' | '<' | '>' | 'like',
    readonly value: unknown,
  ) {}
}

/** Unequal, or not null with `not(null)`. */
export const not = (value: unknown) => new Comparison('is distinct from', value)
export const lessThan = (value: unknown) => new Comparison('<', value)
export const moreThan = (value: unknown) => new Comparison('>', value)
export const like = (pattern: string) => new Comparison('like', pattern)

type Query = Pick<pg.Pool, 'query'>

/** The table of this name in the database of `client`. */
export function tableRows(client: Query, table: string): TableRows {
  const run = async (text: string, values: readonly unknown[]) => client.query(text, [...values])
  const rows = {
    async find(where: RowValues = {}, columns: readonly string[] = []) {
      const { text, values } = condition(where)
      const list = columns.length === 0 ? '*' : columns.map(quoted).join(', ')
      const order = await primaryKey(client, table)
      const by = order.length === 0 ? '' : ` order by ${order.map(quoted).join(', ')}`
      return (await run(`select ${list} from ${named(table)}${text}${by}`, values)).rows
    },
    async get(where: RowValues = {}, columns: readonly string[] = []) {
      const found = await rows.find(where, columns)
      if (found.length !== 1) throw new Error(`${found.length} rows of ${table}: ${JSON.stringify(where)}`)
      return found[0]
    },
    async count(where: RowValues = {}) {
      const { text, values } = condition(where)
      return (await run(`select count(*)::int as count from ${named(table)}${text}`, values)).rows[0].count
    },
    async insert(values: RowValues) {
      const columns = Object.keys(values)
      const places = columns.map((_, at) => `$${at + 1}`)
      const into = `insert into ${named(table)} (${columns.map(quoted).join(', ')}) values (${places.join(', ')})`
      return (await run(`${into} returning *`, Object.values(values).map(stored))).rows[0]
    },
    async insertMany(several: readonly RowValues[]) {
      const list = Object.keys(several[0] ?? {})
        .map(quoted)
        .join(', ')
      const from = `jsonb_populate_recordset(null::${named(table)}, $1)`
      await run(`insert into ${named(table)} (${list}) select ${list} from ${from}`, [
        JSON.stringify(several),
      ])
    },
    async update(where: RowValues, values: RowValues) {
      const columns = Object.keys(values)
      const { text, values: compared } = condition(where, columns.length)
      const set = columns.map((column, at) => `${quoted(column)} = $${at + 1}`).join(', ')
      const given = [...Object.values(values).map(stored), ...compared]
      return (await run(`update ${named(table)} set ${set}${text}`, given)).rowCount ?? 0
    },
    async delete(where: RowValues = {}) {
      const { text, values } = condition(where)
      return (await run(`delete from ${named(table)}${text}`, values)).rowCount ?? 0
    },
  }
  return rows
}

function condition(where: RowValues, before = 0): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const place = (value: unknown) => `$${before + values.push(value)}`
  const parts = Object.entries(where).map(([name, value]) => {
    if (value === undefined) throw new Error(`no value for the column ${name}`)
    const column = quoted(name)
    if (value === null) return `${column} is null`
    if (Array.isArray(value)) return `${column} = any (${place(value)})`
    if (!(value instanceof Comparison)) return `${column} = ${place(value)}`
    return `${column} ${value.operator} ${place(value.value)}`
  })
  return { text: parts.length === 0 ? '' : ` where ${parts.join(' and ')}`, values }
}

/** The columns of the primary key, in its order. */
async function primaryKey(client: Query, table: string): Promise<string[]> {
  const ofDatabase = primaryKeys.get(client) ?? new Map<string, string[]>()
  primaryKeys.set(client, ofDatabase)
  const known = ofDatabase.get(table)
  if (known !== undefined) return known
  const { rows } = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indisprimary and i.indrelid = $1::regclass order by k.place`,
    [named(table)],
  )
  const columns = rows.map(({ name }) => name)
  ofDatabase.set(table, columns)
  return columns
}

/** By client, because databases differ, and by table. */
const primaryKeys = new WeakMap<Query, Map<string, string[]>>()

/** An object or an array of objects is JSON; an array of anything else is an array of PostgreSQL. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(isObject) ? JSON.stringify(value) : value
  return isObject(value) ? JSON.stringify(value) : value
}

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value)

const named = (table: string) => table.split('.').map(quoted).join('.')
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
