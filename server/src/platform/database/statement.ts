/** The parameters of a statement by name. A type alias, not an interface: an interface has no index signature. */
export type Params = Readonly<Record<string, unknown>>
export type NoParams = Readonly<Record<never, never>>
/** What a query takes after its statement: nothing, if the statement has no parameters. */
export type Given<P extends Params> = keyof P extends never ? [] : [params: P]

/**
 * A named SQL statement with the types of its parameters and rows. Statements are in `*.queries.ts`. The name is the
 * name of the prepared statement.
 */
export interface Statement<P extends Params, Row> extends CompiledText {
  readonly name: string
  /** Only for the compiler: the types of the parameters and rows. */
  readonly types?: { readonly params: P; readonly row: Row }
  /**
   * The form for several parts of an act that ask in the same tick (`gathering.ts`). Without it each query is sent
   * separately.
   */
  readonly gathered?: GatheredForm
  /** The statement uses something that parts share, so a part of an act must not use it. */
  readonly isForWholeActs?: true
}

interface CompiledText {
  /** The text with its `:names`, as people read it. */
  readonly source: string
  /** The text for PostgreSQL, with `$1` for each `:name`. */
  readonly text: string
  /** The name of `$1`, of `$2` and so on. */
  readonly parameters: readonly string[]
}

/** SQL over one array per parameter. The column `asker` of a row, from 1, says which part asked. */
export interface GatheredForm extends CompiledText {
  /** The statement writes the row of its first parameter, so two askers of the same row are not combined. */
  readonly isWriting: boolean
}

/**
 * `statement<{ ticketId: TicketId }, TicketRow>('tickets.byId', 'select … where id = :ticketId')`. A statement that
 * many parts may ask at once also gets a combined form: `gathered({ ticketId: 'int' })`.
 */
export function statement<P extends Params, Row = never>(
  name: string,
  source: string,
  gatheredOf?: (source: string) => GatheredForm,
): Statement<P, Row> {
  const one = { name, ...compiled(source.trim()) }
  return gatheredOf === undefined ? one : { ...one, gathered: gatheredOf(one.source) }
}

/** The values of `$1`, `$2` and so on. */
export function valuesOf(
  { name, parameters }: Pick<Statement<Params, unknown>, 'name' | 'parameters'>,
  params: Params = {},
): unknown[] {
  const values: unknown[] = []
  for (const parameter of parameters) {
    const value = params[parameter]
    if (value === undefined) throw new Error(`${name}: the parameter ${parameter} is missing`)
    values.push(value)
  }
  return values
}

/** What has colons of its own (strings, quoted names, comments, casts), and parameters. `list[1:size]` has none. */
const tokens =
  /'(?:[^']|'')*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\/|\$([a-z_]*)\$[\s\S]*?\$\1\$|::|(?<![\w\])]):([a-z_]\w*)/gi

function replaceNames(source: string, replacement: (parameter: string) => string): string {
  return source.replace(tokens, (token: string, _tag: unknown, parameter: string | undefined) =>
    parameter === undefined ? token : replacement(parameter),
  )
}

function compiled(source: string): CompiledText {
  const parameters: string[] = []
  const text = replaceNames(source, (parameter) => {
    if (!parameters.includes(parameter)) parameters.push(parameter)
    return `$${parameters.indexOf(parameter) + 1}`
  })
  return { source, text, parameters }
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
/** The type of each parameter of a statement. */
type Columns = Readonly<Record<string, SqlType>>

/**
 * The combined form of a statement that reads or locks: the same text for each asker, planned as for a single one.
 * Most of the cost of a large statement is its start, not its rows (docs/bench.md). Without columns all askers share
 * one answer.
 */
export function gathered(columns: Columns): (source: string) => GatheredForm {
  return (one) => {
    if (Object.keys(columns).length === 0) return { ...compiled(one), isWriting: false }
    // `offset 0` prevents PostgreSQL from first joining the askers with whole tables.
    const source = `select asked.asker, found.*
  from ${askersOf(columns, one)}
  cross join lateral (
    select * from (
  ${ofAsker(columns, one)}
    ) found offset 0
  ) found`
    return { ...compiled(source), isWriting: false }
  }
}

/**
 * The combined form of a statement that writes, with a text of its own. `asked` has the askers' rows with their
 * `asker`; `:name` is the value of an asker.
 */
export function gatheredAs(
  columns: Columns,
  textOver: (asked: string) => string,
): (source: string) => GatheredForm {
  return (one) => {
    const place = '/* askers */' // filled last: the parameters of the askers are arrays
    const source = ofAsker(columns, textOver(place)).replace(place, () => askersOf(columns, one))
    return { ...compiled(source.trim()), isWriting: true }
  }
}

/** Marks a statement that a part of an act must not use: the act then runs again as a whole. */
export function forWholeActs<P extends Params, Row>(one: Statement<P, Row>): Statement<P, Row> {
  return { ...one, isForWholeActs: true }
}

/** Throws unless each parameter of the statement has a column. */
function askersOf(columns: Columns, one: string): string {
  const names = Object.keys(columns)
  const { parameters } = compiled(one)
  if ([...parameters].sort().join() !== [...names].sort().join())
    throw new Error(`The columns ${names} are not the parameters: ${one}`)
  // An array of arrays would have to be rectangular, so inner arrays are sent as text.
  const arrays = Object.entries(columns).map(
    ([name, type]) => `:${name}::${type === 'text[]' ? 'text' : type}[]`,
  )
  const quoted = names.map((name) => `"${name}"`)
  return `unnest(${arrays.join(', ')}) with ordinality as asked (${quoted.join(', ')}, asker)`
}

function ofAsker(columns: Columns, source: string): string {
  return replaceNames(source, (name) => `asked."${name}"${columns[name] === 'text[]' ? '::text[]' : ''}`)
}
