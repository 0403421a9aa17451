/**
 * A named SQL statement with the types of its parameters and rows. Statements are in `*.queries.ts`; the printed
 * `*.queries.sql` beside them shows the same text. The name is the name of the prepared statement.
 */
export interface Statement<Params extends readonly unknown[], Row> {
  readonly name: string
  readonly text: string
  /** Only for the compiler: the types of the parameters and rows. */
  readonly types?: { readonly params: Params; readonly row: Row }
  /**
   * The form for several parts of an act that ask in the same tick (`gathering.ts`). Without it each query is sent
   * separately.
   */
  readonly gathered?: GatheredForm
  /** The statement uses something that parts share, so a part of an act must not use it. */
  readonly isForWholeActs?: true
}

export interface GatheredForm {
  /** The SQL text over one array per parameter. The column `asker` of a row, from 1, says which part asked. */
  readonly text: string
  /** The statement writes the row of its first parameter, so two askers of the same row are not combined. */
  readonly isWriting: boolean
}

/**
 * `statement<[ticketId: TicketId], TicketRow>('tickets.byId', 'select … where id = $1')`. A statement that many parts
 * may ask at once also gets a combined form: `gathered({ ticket: 'int' })`.
 */
export function statement<Params extends readonly unknown[], Row = never>(
  name: string,
  text: string,
  gatheredOf?: (text: string) => GatheredForm,
): Statement<Params, Row> {
  const one = { name, text: text.trim() }
  return gatheredOf === undefined ? one : { ...one, gathered: gatheredOf(one.text) }
}

/**
 * A column for the first statement of an act. From then on PostgreSQL uses generic plans: planning a statement over
 * several rows for each call takes longer than running it (docs/bench.md). Not for acts that may write thousands of
 * rows.
 */
export const plansOnce = "set_config('plan_cache_mode', 'force_generic_plan', true)"

/** `'pending', 'open'`: constant texts of ours for a list in a statement. */
export function textList(texts: readonly string[]): string {
  return texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
}

type SqlType = 'int' | 'bigint' | 'text' | 'text[]' | 'boolean' | 'timestamptz' | 'uuid' | 'bytea'
/** A name and a type for each parameter of a statement, in order. */
type Columns = Readonly<Record<string, SqlType>>

/**
 * The combined form of a statement that reads or locks: the same text for each asker, planned as for a single one.
 * Most of the cost of a large statement is its start, not its rows (docs/bench.md). Without columns all askers share
 * one answer.
 */
export function gathered(columns: Columns): (text: string) => GatheredForm {
  return (one) => {
    if (Object.keys(columns).length === 0) return { text: one, isWriting: false }
    // `offset 0` prevents PostgreSQL from first joining the askers with whole tables.
    const text = `select asked.asker, found.*
  from ${askersOf(columns, one)}
  cross join lateral (
    select * from (
  ${ofAsker(columns, one)}
    ) found offset 0
  ) found`
    return { text, isWriting: false }
  }
}

/**
 * The combined form of a statement that writes, with a text of its own: `asked` has the askers' rows with their
 * `asker`. `of` converts the shared text, written for one (`$1`), to the columns of `asked`.
 */
export function gatheredAs(
  columns: Columns,
  textOver: (asked: string, of: (shared: string) => string) => string,
): (text: string) => GatheredForm {
  return (one) => {
    const of = (shared: string) => ofAsker(columns, shared)
    return { text: textOver(askersOf(columns, one), of).trim(), isWriting: true }
  }
}

/** Marks a statement that a part of an act must not use: the act then runs again as a whole. */
export function forWholeActs<Params extends readonly unknown[], Row>(
  one: Statement<Params, Row>,
): Statement<Params, Row> {
  return { ...one, isForWholeActs: true }
}

/** Throws if the statement has a parameter without a column. */
function askersOf(columns: Columns, one: string): string {
  const names = Object.keys(columns)
  const highest = Math.max(...[...one.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  if (highest !== names.length) throw new Error(`${highest} parameters, ${names.length} columns: ${one}`)
  // An array of arrays would have to be rectangular, so inner arrays are sent as text.
  const arrays = Object.values(columns).map(
    (type, at) => `$${at + 1}::${type === 'text[]' ? 'text' : type}[]`,
  )
  return `unnest(${arrays.join(', ')}) with ordinality as asked (${names.join(', ')}, asker)`
}

function ofAsker(columns: Columns, one: string): string {
  const named = Object.entries(columns)
  return one.replace(/\$(\d+)/g, (_, number) => {
    const [name, type] = named[Number(number) - 1] ?? []
    return type === 'text[]' ? `asked.${name}::text[]` : `asked.${name}`
  })
}
