import { limits } from '@balcao/domain/limits'
import { type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../lib/timers'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { type Column, DataTable } from './data-table'
import { isEmptyOrLoading } from './has-none'
import { IconButton } from './icon-button'
import type { PagedList } from './more-pages'
import { ListPage } from './page'
import { SearchBox } from './search-box'
import styles from './searched-records.module.css'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from './states'
import { showToast } from './toasts'

interface NamedRecord {
  readonly id: number
}

interface RecordPages<Item> extends PagedList {
  readonly data: { readonly records: readonly Item[]; readonly count: number } | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
}

interface SearchedRecordsProps<Item extends NamedRecord> {
  readonly useRecords: (search: string) => RecordPages<Item>
  readonly nameOf: (record: Item) => string
  readonly words: {
    readonly list: string
    readonly search: string
    readonly searchedIn: string
    readonly add: string
    readonly edit: (name: string) => string
    readonly remove: (name: string) => string
    readonly removeTitle: (name: string) => string
    readonly removeMeaning?: string | ((record: Item) => string)
    readonly removeConfirm?: string
    readonly removed: string
    readonly total: (count: number) => string
  }
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  /** The columns, without the column of action buttons. */
  readonly columns: readonly Column<Item>[]
  readonly isReadOnly?: boolean
  readonly mayChange?: (record: Item) => boolean
  /** Renders the form of a record; `null` creates a new record. */
  readonly form: (record: Item | null, onClose: () => void) => ReactNode
  /** Deletes a record. When the promise rejects, the error must have been shown already. */
  readonly onRemove: (record: Item) => Promise<unknown>
}

type OpenDialog<Item> =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'form'; readonly record: Item | null }
  | { readonly dialog: 'remove'; readonly record: Item }

export function SearchableRecordPage<Item extends NamedRecord>(props: SearchedRecordsProps<Item>) {
  const { useRecords, nameOf, words, empty, columns, isReadOnly = false, form, onRemove } = props
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<OpenDialog<Item>>({ dialog: 'none' })
  const rested = useDebounced(search, limits.searchDebounce).trim()
  const query = useRecords(rested)
  const { data } = query
  const close = () => setOpen({ dialog: 'none' })
  const edit = (record: Item | null) => setOpen({ dialog: 'form', record })
  const actions = actionsColumn({
    ...props,
    t,
    edit,
    remove: (record) => setOpen({ dialog: 'remove', record }),
  })

  const isEmpty = rested === '' && isEmptyOrLoading(data?.records, query.isPending)
  const addButton = isReadOnly ? undefined : (
    <Button kind="primary" icon={Plus} onClick={() => edit(null)}>
      {words.add}
    </Button>
  )

  return (
    <ListPage
      list={query}
      intro={<SearchBox label={words.search} value={search} onChange={setSearch} />}
      actions={isEmpty ? undefined : addButton}
    >
      {query.isPending ? (
        <SkeletonRows rows={6} />
      ) : data === undefined ? (
        <ErrorState title={t('listFailed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : data.records.length > 0 ? (
        <DataTable
          label={words.list}
          columns={isReadOnly ? columns : [...columns, actions]}
          rows={data.records}
          keyOf={({ id }) => id}
          foot={words.total(data.count)}
        />
      ) : isEmpty ? (
        <EmptyState {...empty}>{addButton}</EmptyState>
      ) : (
        <NoResultsState search={rested} where={words.searchedIn} onClear={() => setSearch('')} />
      )}
      {open.dialog === 'form' && form(open.record, close)}
      {open.dialog === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(nameOf(open.record))}
          confirm={words.removeConfirm ?? t('delete')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await onRemove(open.record)
            showToast('success', words.removed)
          }}
        >
          {t('confirmDelete')}{' '}
          {typeof words.removeMeaning === 'function' ? words.removeMeaning(open.record) : words.removeMeaning}
        </ConfirmDialog>
      )}
    </ListPage>
  )
}

interface ActionsProps<Item extends NamedRecord>
  extends Pick<SearchedRecordsProps<Item>, 'words' | 'nameOf' | 'mayChange'> {
  readonly t: (key: string) => string
  readonly edit: (record: Item) => void
  readonly remove: (record: Item) => void
}

function actionsColumn<Item extends NamedRecord>(props: ActionsProps<Item>): Column<Item> {
  const { words, nameOf, mayChange = () => true, t, edit, remove } = props
  return {
    key: 'actions',
    title: t('actions'),
    width: '112px',
    align: 'right',
    onPhone: 'actions',
    cell: (record) =>
      mayChange(record) && (
        <span className={styles.actions}>
          <IconButton icon={Pencil} label={words.edit(nameOf(record))} onClick={() => edit(record)} />
          <IconButton icon={Trash2} label={words.remove(nameOf(record))} onClick={() => remove(record)} />
        </span>
      ),
  }
}
