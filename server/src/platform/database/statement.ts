/** The parameters of a statement. It is a type alias, because an interface has no index signature. */
export type Params = Readonly<Record<string, unknown>>
export type NoParams = Readonly<Record<never, never>>
/** The arguments that follow a statement: its parameters, or nothing if it has none. */
export type StatementArguments<P extends Params> = keyof P extends never ? [] : [params: P]

/** A named SQL statement with the types of its parameters and rows. PostgreSQL prepares it under this name. */
export interface Statement<P extends Params, Row> extends CompiledText {
  readonly name: string
  readonly types?: { readonly params: P; readonly row: Row }
}

interface CompiledText {
  /** The text with its `:names`, as people read it. */
  readonly source: string
  /** The text for PostgreSQL, with `$1` for each `:name`. */
  readonly text: string
  /** The parameters' names in the order of `$1`, `$2` and so on. */
  readonly parameters: readonly string[]
}

/** Example: `statement<{ ticketId: TicketId }, TicketRow>('tickets.byId', 'select … where id = :ticketId')` */
export function statement<P extends Params, Row = never>(name: string, source: string): Statement<P, Row> {
  return { name, ...compiled(source.trim()) }
}

/** The values of a statement's parameters in the order `$1`, `$2` and so on. */
export function parameterValuesOf(
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

/** Matches the `:names` of parameters, and everything else that may contain a colon, so that it is skipped. */
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
 * Makes PostgreSQL use generic plans in the rest of the transaction, because planning a statement over several rows
 * takes longer than running it. PostgreSQL keeps such a plan until it analyses the table again. `enable_seqscan` is
 * off, because a plan made for a small table would otherwise read the whole table after it has grown. Not for
 * transactions that may write thousands of rows.
 */
export const genericQueryPlanColumnsSql =
  "set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)"

/** Formats constant texts as an SQL list: `'pending', 'open'`. */
export function sqlTextList(texts: readonly string[]): string {
  return texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
}
