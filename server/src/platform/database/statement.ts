/**
 * A named SQL statement with the types of its parameters and rows. Statements live in `*.queries.ts`; the printed
 * `*.queries.sql` beside them shows the same text. The name is the name of the prepared statement.
 */
export interface Statement<Params extends readonly unknown[], Row> {
  readonly name: string
  readonly text: string
  /** Only for the compiler: what the parameters and the rows are. */
  readonly types?: { readonly params: Params; readonly row: Row }
}

/** `statement<[ticketId: TicketId], TicketRow>('tickets.byId', 'select … where id = $1')` */
export function statement<Params extends readonly unknown[], Row = never>(
  name: string,
  text: string,
): Statement<Params, Row> {
  return { name, text: text.trim() }
}
