import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './data-table.module.css'
import { useIsNarrow } from './use-media'

export interface Column<Row> {
  readonly key: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly width?: string
  readonly align?: 'left' | 'center' | 'right'
  /** Where a phone's card for a row shows the column. In a wide table, `actions` stay visible while it scrolls. */
  readonly onPhone?: 'head' | 'actions' | 'line' | 'hidden'
  readonly sorted?: 'ascending' | 'descending' | 'none'
  /** Makes the title a button that sorts. Phones show no titles, so offer sorting elsewhere too. */
  readonly onSort?: () => void
}

type RowTone = 'yellow' | 'orange' | 'red'

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly toneOf?: (row: Row) => RowTone | null
  readonly foot?: ReactNode
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const asCards = useIsNarrow()
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
                  // Right-aligned cells contain amounts, which must not wrap.
                  style={{ textAlign: align, ...(align === 'right' && { whiteSpace: 'nowrap' }) }}
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
