import { limits } from '@balcao/domain/limits'
import type { Db } from './db'
import type { Params, Statement } from './statement'

export interface ListPage<Row> {
  readonly rows: Row[]
  /** The number of rows of all pages. */
  readonly count: number
  readonly hasMore: boolean
}

interface ListStatements<P extends Params, Row> {
  readonly page: Statement<P & { limit: number | null; offset: number }, Row>
  readonly count: Statement<P, { count: number }>
}

/** Reads one page of a list; the first page has the number 1. */
export async function readListPage<P extends Params, Row>(
  db: Pick<Db, 'rows' | 'one'>,
  statements: ListStatements<P, Row>,
  filter: P,
  pageNumber: number,
): Promise<ListPage<Row>> {
  const page = { limit: limits.listPage, offset: (pageNumber - 1) * limits.listPage }
  const [rows, { count }] = await Promise.all([
    db.rows<Params, Row>(statements.page, { ...filter, ...page }),
    db.one<Params, { count: number }>(statements.count, filter),
  ])
  return { rows, count, hasMore: count > page.offset + rows.length }
}
