/**
 * A named SQL statement with the types of its parameters and rows. Statements live in `*.queries.ts`; the printed
 * `*.queries.sql` beside them shows the same text. The name is the name of the prepared statement.
 */
export interface Statement<Params extends readonly unknown[], Row> {
  readonly name: string
  readonly text: string
  /** Only for the compiler: what the parameters and the rows are. */
  readonly types?: { readonly params: Params; readonly row: Row }
  /** How it goes when several parts of an act ask it in one breath (`gathering.ts`); without it each goes alone. */
  readonly gathered?: GatheredForm
  /** It touches what several parts may have in hand: an act in parts must not ask it. */
  readonly isForWholeActs?: true
}

export interface GatheredForm {
  /** Over one array for each parameter; each row says in `asker` whose it is, counted from 1. */
  readonly text: string
  /** It writes the row that its first parameter names: two askers of one row do not go together. */
  readonly isWriting: boolean
}

/**
 * `statement<[ticketId: TicketId], TicketRow>('tickets.byId', 'select … where id = $1')`; what may be asked by many at once
 * also says how it goes then: `gathered({ ticket: 'int' })`.
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
 * A column for the first statement of an act: from then on its plans are made once, whatever their values. Of a statement
 * over several rows PostgreSQL would make one each time, which takes longer than carrying it out (docs/bench.md). Not for
 * acts that may write thousands of rows.
 */
export const plansOnce = "set_config('plan_cache_mode', 'force_generic_plan', true)"

type SqlType = 'int' | 'bigint' | 'text' | 'text[]' | 'boolean' | 'timestamptz' | 'uuid' | 'bytea'
/** A name and a type for each parameter of a statement, in order. */
type Columns = Readonly<Record<string, SqlType>>

/**
 * Of a statement that reads or locks: for each asker the same text, planned as if it came alone. Most of what a large
 * one costs is its beginning, however few rows it touches (docs/bench.md). Without columns one answer is everybody's.
 */
export function gathered(columns: Columns): (text: string) => GatheredForm {
  return (one) => {
    if (Object.keys(columns).length === 0) return { text: one, isWriting: false }
    // `offset 0`: without it PostgreSQL is free to join the askers with whole tables first.
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
 * Of one that writes, with a text of its own: `asked` stands for the askers' rows, each with its `asker`. `of` makes what
 * both texts share, written for one (`$1`), of what is asked.
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

/** An act in parts must not ask it: it is done again as a whole. */
export function forWholeActs<Params extends readonly unknown[], Row>(
  one: Statement<Params, Row>,
): Statement<Params, Row> {
  return { ...one, isForWholeActs: true }
}

/** Fails where the statement has been given another parameter. */
function askersOf(columns: Columns, one: string): string {
  const names = Object.keys(columns)
  const highest = Math.max(...[...one.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  if (highest !== names.length) throw new Error(`${highest} parameters, ${names.length} columns: ${one}`)
  // An array of arrays would have to be rectangular: inner ones travel as their text.
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
