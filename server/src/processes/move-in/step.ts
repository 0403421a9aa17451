import type { MoveInDecisions } from '@balcao/contract/move-ins'
import type { CompanyId } from '@balcao/domain/ids'
import type { MovedRowSkipReason } from '../../features/move-ins/skip-reasons'
import type { Statement } from '../../platform/database/statement'
import type { DataKeys } from '../../platform/encryption'
import type { FileStore } from '../../platform/files/file-store'
import type { MediaFolder } from './media-folder'
import type { MoveInBatch, SourceRowRef } from './piece'
import type { SourceDatabase } from './source-database'

export interface StepContext {
  readonly source: SourceDatabase
  readonly companyId: CompanyId
  readonly sourceId: string
  readonly store: FileStore
  readonly media: MediaFolder
  readonly dataKeys: DataKeys
  readonly mapping: MoveInAnswers
  /** A hash that matches no password, for users whose own hash cannot be moved. */
  readonly unusableHash: string
  /** Runs the function in a transaction of its own. */
  act<T>(act: (piece: MoveInBatch) => Promise<T>): Promise<T>
  /** Returns those of the e-mails that an account of any company in this installation uses. */
  takenEmails(emails: readonly string[]): Promise<Set<string>>
}

/** What the operator decides after the inspection of the source: which companies move, under which names. */
export interface MoveInAnswers {
  /** The answers for each company, by its id in the source. Only companies with `move: true` move. */
  readonly companies: Readonly<
    Record<string, { readonly move: boolean; readonly name: string; readonly plan?: string }>
  >
  /** New e-mails by user id in the source, where the old one has an account here. Null: the user does not move. */
  readonly emails: Readonly<Record<string, string | null>>
}

export function parseWebMoveInMapping({ companies, emails }: MoveInDecisions): MoveInAnswers {
  return {
    companies: Object.fromEntries(
      companies.map(({ company, move, name, plan }) => [company, { move, name, ...(plan && { plan }) }]),
    ),
    emails: Object.fromEntries(emails.map(({ user, email }) => [user, email])),
  }
}

/** Says how a step reads its rows from the source. Columns that a fork lacks are read as null. */
export interface RowReadingSpec {
  readonly table: string
  /**
   * The columns by which the table is recognised. If one is missing, the source has another table of this name,
   * and the step reads no rows.
   */
  readonly needs?: readonly string[]
  /** The columns to read, separated by spaces. */
  readonly columns: string
  /** Further columns to read from joined tables, as SQL. */
  readonly also?: readonly string[]
  /**
   * The SQL condition for the company's rows (`t`: table, `$1`: company). Absent: the column `companyId` equals
   * `$1`.
   */
  readonly where?: string
  readonly joins?: string
  /** The columns by which rows are sorted. A later run continues after the last row's values. */
  readonly key?: readonly RowKeyColumn[]
  /** The column with the row's last change, by which later passes find changed rows. Null: they read all rows. */
  readonly changedAt?: string | null
  readonly size?: number
  /** The SQL of the rows' ids, if these are not whole numbers. */
  readonly id?: RowKeyColumn
}

export interface RowKeyColumn {
  readonly sql: string
  readonly type: string
}

export type SourceRow = Readonly<Record<string, unknown>>

/** A step of a move, which moves rows of one kind in batches. */
export interface MoveInStep {
  readonly name: string
  readonly reading: RowReadingSpec
  /**
   * A later pass tries rows again that were skipped under these kinds. The skip's source id begins with the
   * row's id.
   */
  readonly again?: readonly string[]
  /** Runs in each pass before the first batch. */
  begin?(context: StepContext): Promise<void>
  /** Does slow work before the batch's transaction, such as storing files. It may run again for the same rows. */
  prepare?(context: StepContext, rows: readonly SourceRow[]): Promise<unknown>
  carry(
    piece: MoveInBatch,
    rows: readonly SourceRow[],
    context: StepContext,
    prepared: unknown,
  ): Promise<void>
}

/** Creates a step in which each row of the source becomes one row here. A repeated pass does not insert it again. */
export function createRowStep(spec: {
  readonly name: string
  readonly kind: string
  readonly reading: RowReadingSpec
  readonly target: string
  readonly insert: Statement<{ rows: string }, { id: number }>
  /** If `insert` does not return a row, because an equal one exists, the row is reported as skipped for this reason. */
  readonly twin?: MovedRowSkipReason
  readonly refs?: (row: SourceRow) => readonly SourceRowRef[]
  readonly begin?: MoveInStep['begin']
  readonly prepare?: MoveInStep['prepare']
  readonly gather?: (piece: MoveInBatch, rows: readonly SourceRow[]) => Promise<unknown>
  /** Builds the new row without its id, or says why the row is skipped. */
  readonly row: (
    row: SourceRow,
    facts: MovedRowContext,
  ) => Readonly<Record<string, unknown>> | MovedRowSkipReason
  /** Handles the rows of the batch that moved in an earlier pass. */
  readonly known?: (piece: MoveInBatch, rows: readonly SourceRow[], prepared: unknown) => Promise<void>
  /** Handles the rows of the batch that have just moved. */
  readonly after?: (piece: MoveInBatch, rows: readonly SourceRow[]) => Promise<void>
}): MoveInStep {
  const { kind, row: toRow } = spec
  return {
    name: spec.name,
    reading: spec.reading,
    again: [kind],
    ...(spec.begin && { begin: spec.begin }),
    ...(spec.prepare && { prepare: spec.prepare }),
    async carry(piece, rows, context, prepared) {
      await piece.look(rows, (row) => [[kind, idOf(row)], ...(spec.refs?.(row) ?? [])])
      const isKnown = (row: SourceRow) => piece.ref(kind, idOf(row)) !== null
      const known = rows.filter(isKnown)
      const fresh = rows.filter((row) => !isKnown(row))
      if (known.length > 0) await spec.known?.(piece, known, prepared)
      const gathered = await spec.gather?.(piece, fresh)
      const ids = await piece.newIds(spec.target, fresh.length)
      const made: { readonly id: number; readonly row: SourceRow; readonly target: object }[] = []
      for (const [at, row] of fresh.entries()) {
        const id = ids[at] ?? 0
        const target = toRow(row, { piece, id, context, prepared, gathered })
        if (typeof target === 'string') piece.skip(kind, idOf(row), target)
        else made.push({ id, row, target: { id, ...target } })
      }
      const returned = await piece.insertReturning(
        spec.insert,
        made.map(({ target }) => target),
      )
      const stored = new Set(returned.map(({ id }) => id))
      const moved: SourceRow[] = []
      for (const { id, row } of made) {
        if (spec.twin !== undefined && !stored.has(id)) {
          piece.skip(kind, idOf(row), spec.twin)
          continue
        }
        moved.push(row)
        piece.became(kind, idOf(row), id)
      }
      piece.moved += moved.length
      await spec.after?.(piece, moved)
    },
  }
}

export interface MovedRowContext {
  readonly piece: MoveInBatch
  readonly id: number
  readonly context: StepContext
  readonly prepared: unknown
  readonly gathered: unknown
}

function idOf(row: SourceRow): string {
  return String(row.id)
}

export function canReadRows(
  source: SourceDatabase,
  { table, needs = [] }: Pick<RowReadingSpec, 'table' | 'needs'>,
): boolean {
  return source.has(table) && needs.every((column) => source.has(table, column))
}

/** Builds the query that reads a step's rows. Its last columns are the sort key, as texts. */
export function rowReadingSql(
  source: SourceDatabase,
  {
    table,
    columns,
    also = [],
    joins = '',
    where = 't."companyId" = $1',
    key = defaultRowKey,
    id = wholeId,
    changedAt,
  }: RowReadingSpec,
  from: {
    readonly company: string
    readonly since?: Date | null
    readonly position?: readonly string[] | null
    /** If given, only these rows are read. */
    readonly ids?: readonly string[]
  },
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { since = null, position = null, ids } = from
  const values: unknown[] = [from.company]
  const conditions = [where]
  const changed = changedAt === undefined ? 'updatedAt' : changedAt
  if (since !== null && changed !== null && source.has(table, changed)) {
    // UTC fits both kinds of columns: those with a time zone, and those of Rails, which have UTC without one.
    values.push(since.toISOString())
    conditions.push(`t."${changed}" >= $${values.length}`)
  }
  if (ids !== undefined) {
    values.push(ids)
    conditions.push(`${id.sql} = any ($${values.length}::${id.type}[])`)
  }
  if (position !== null) {
    const places = key.map(({ type }, at) => {
      values.push(position[at] ?? null)
      return `$${values.length}::${type}`
    })
    conditions.push(`(${key.map(({ sql }) => sql).join(', ')}) > (${places.join(', ')})`)
  }
  const names = columns.split(/\s+/)
  const read = names.map((column) => (source.has(table, column) ? `t."${column}"` : `null as "${column}"`))
  const keys = key.map(({ sql }, at) => `(${sql})::text as "key ${at}"`)
  const sql = `select ${[...read, ...also, ...keys].join(', ')} from "${table}" t ${joins}
    where ${conditions.join(' and ')} order by ${key.map(({ sql }) => sql).join(', ')}`
  return { sql, values }
}

const wholeId: RowKeyColumn = { sql: 't.id', type: 'bigint' }
export const defaultRowKey: readonly RowKeyColumn[] = [wholeId]

export function rowKeyValuesOf(
  row: SourceRow,
  key: readonly RowKeyColumn[] = defaultRowKey,
): readonly string[] {
  return key.map((_, at) => String(row[`key ${at}`]))
}
