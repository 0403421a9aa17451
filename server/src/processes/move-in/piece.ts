import {
  deleteSkipsByReason,
  deleteSkipsOfRows,
  insertMovedIds,
  insertSkippedRows,
  reserveIdsOfTable,
  targetIdsOfMovedRows,
} from '../../features/move-ins/move-ins.queries'
import type { MovedRowSkipReason } from '../../features/move-ins/skip-reasons'
import { toJsonRows } from '../../platform/database/insert-rows'
import type { Statement } from '../../platform/database/statement'
import type { CompanyWork } from '../../platform/work'

/** Refers to a row of the source by its kind and id. Without an id there is no row. */
export type SourceRowRef = readonly [kind: string, sourceId: string | number | null | undefined]

interface Skip {
  readonly kind: string
  readonly sourceId: string
  readonly reason: MovedRowSkipReason
}

/** A batch of rows that one transaction moves, with the new ids of the rows to which they refer. */
export class MoveInBatch {
  moved = 0
  readonly #known = new Map<string, number>()
  readonly #fresh = new Map<string, { kind: string; sourceId: string; targetId: number }>()
  readonly #settled: Skip[] = []
  readonly #skips: Skip[] = []

  constructor(readonly work: CompanyWork) {}

  /** Reads the new ids of source rows to which the items refer. `ref` then returns them. */
  async look<Item>(items: readonly Item[], refsOf: (item: Item) => readonly SourceRowRef[]): Promise<void> {
    const wanted = new Map(
      items
        .flatMap(refsOf)
        .flatMap(([kind, id]) =>
          id === null || id === undefined || this.#known.has(`${kind} ${id}`)
            ? []
            : [[`${kind} ${id}`, { kind, sourceId: String(id) }] as const],
        ),
    )
    if (wanted.size === 0) return
    const rows = await this.work.db.rows(targetIdsOfMovedRows, {
      kinds: [...wanted.values()].map(({ kind }) => kind),
      sourceIds: [...wanted.values()].map(({ sourceId }) => sourceId),
    })
    for (const { kind, source_id, target_id } of rows) this.#known.set(`${kind} ${source_id}`, target_id)
  }

  /** Returns the row's new id. Null: the row did not move, or `look` did not read it. */
  ref(kind: string, sourceId: string | number | null | undefined): number | null {
    return sourceId === null || sourceId === undefined
      ? null
      : (this.#known.get(`${kind} ${sourceId}`) ?? null)
  }

  async newIds(table: string, count: number): Promise<readonly number[]> {
    if (count === 0) return []
    return (await this.work.db.rows(reserveIdsOfTable, { table, count })).map(({ id }) => id)
  }

  became(kind: string, sourceId: string | number, targetId: number): void {
    this.#known.set(`${kind} ${sourceId}`, targetId)
    this.#fresh.set(`${kind} ${sourceId}`, { kind, sourceId: String(sourceId), targetId })
  }

  /** After a merge of the row `from` into the row `to`: maps the source's rows of `from` to `to`. */
  redirect(kind: string, from: number, to: number): void {
    for (const [key, target] of this.#known)
      if (target === from && key.startsWith(`${kind} `)) this.#known.set(key, to)
    for (const one of this.#fresh.values()) if (one.kind === kind && one.targetId === from) one.targetId = to
  }

  skip(kind: string, sourceId: string | number, reason: MovedRowSkipReason): void {
    this.#skips.push({ kind, sourceId: String(sourceId), reason })
  }

  /** Deletes the record that an earlier pass skipped the row. The row has now moved, or is tried again. */
  settle(kind: string, sourceId: string | number, reason: MovedRowSkipReason): void {
    this.#settled.push({ kind, sourceId: String(sourceId), reason })
  }

  async insert(statement: Statement<{ rows: string }, never>, rows: readonly object[]): Promise<number> {
    return rows.length === 0 ? 0 : this.work.db.run(statement, { rows: toJsonRows(rows) })
  }

  async insertReturning<Row>(
    statement: Statement<{ rows: string }, Row>,
    rows: readonly object[],
  ): Promise<readonly Row[]> {
    return rows.length === 0 ? [] : this.work.db.rows(statement, { rows: toJsonRows(rows) })
  }

  /** Writes the recorded ids and skips at the end of the batch, in its transaction. */
  async close(): Promise<void> {
    const ids = [...this.#fresh.values()]
    if (ids.length > 0) {
      const kinds = ids.map(({ kind }) => kind)
      const sourceIds = ids.map(({ sourceId }) => sourceId)
      await this.work.db.run(insertMovedIds, { kinds, sourceIds, targetIds: ids.map((id) => id.targetId) })
      await this.work.db.run(deleteSkipsOfRows, { kinds, sourceIds })
    }
    if (this.#settled.length > 0) await this.work.db.run(deleteSkipsByReason, columnsOf(this.#settled))
    if (this.#skips.length > 0) await this.work.db.run(insertSkippedRows, columnsOf(this.#skips))
  }
}

function columnsOf(skips: readonly Skip[]) {
  return {
    kinds: skips.map(({ kind }) => kind),
    sourceIds: skips.map(({ sourceId }) => sourceId),
    reasons: skips.map(({ reason }) => reason),
  }
}
