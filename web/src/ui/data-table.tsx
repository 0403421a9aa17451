import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { useNarrow } from './use-media'

export interface Column<Row> {
  /** Unique in the table. */
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** CSS width; without one the column takes its share. */
  readonly width?: string
  readonly align?: 'left' | 'center' | 'right'
  /**
   * On phones: in the head of the card, hidden, or a line with its title. Actions also remain in view where the table is
   * wider than the page.
   */
  readonly onPhone?: 'head' | 'actions' | 'line' | 'hidden'
  /** The current order of the rows by this column; requires `onSort`. */
  readonly sorted?: 'ascending' | 'descending' | 'none'
  /** Makes the title a button. Phones show no titles: offer the order in another way. */
  readonly onSort?: () => void
}

export type RowTone = 'yellow' | 'orange' | 'red'

interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** The highlight of a row, in addition to its cells. */
  readonly toneOf?: (row: Row) => RowTone | null
  /** The text of the total. */
  readonly foot?: ReactNode
}

/** A table; on phones and upright tablets a card for each row. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const asCards = useNarrow()
  return asCards ? <Cards {...props} /> : <Table {...props} />
}

function Table<Row>({ label, columns, rows, keyOf, toneOf, foot }: DataTableProps<Row>) {
  return (
    <div className={styles.box}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={column.onPhone === 'actions' ? styles.actions : undefined}
                style={{ width: column.width, textAlign: column.align ?? 'left' }}
              >
                <Title column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-tone={toneOf?.(row) ?? undefined}>
              {columns.map(({ key, cell, onPhone, align = 'left' }) => (
                <td
                  key={key}
                  className={onPhone === 'actions' ? styles.actions : undefined}
                  style={{ textAlign: align, ...(align === 'right' && { whiteSpace: 'nowrap' }) }} // an amount does not wrap
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}

function Title<Row>({ column: { title, sorted = 'none', onSort } }: { column: Column<Row> }) {
  if (onSort === undefined) return title
  const Arrow = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[sorted]
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {title} <Arrow size={14} strokeWidth={2} aria-hidden data-sorted={sorted} />
    </button>
  )
}

function Cards<Row>({ label, columns, rows, keyOf, toneOf, foot }: DataTableProps<Row>) {
  const place = (wanted: Column<Row>['onPhone']) =>
    columns.filter(({ onPhone = 'line' }) => onPhone === wanted)
  return (
    <>
      <ul className={styles.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={styles.card} data-tone={toneOf?.(row) ?? undefined}>
            <div className={styles.cardHead}>
              {place('head').map(({ key, cell }) => (
                <div key={key} className={styles.grow}>
                  {cell(row)}
                </div>
              ))}
              {place('actions').map(({ key, cell }) => (
                <div key={key}>{cell(row)}</div>
              ))}
            </div>
            <dl>
              {place('line').map(({ key, title, cell }) => (
                <div key={key} className={styles.line}>
                  <dt>{title}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </>
  )
}
