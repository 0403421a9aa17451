import { type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { ConfirmDialog } from './confirm-dialog'
import { type Column, DataTable } from './data-table'
import { IconButton } from './icon-button'
import pageStyles from './page.module.css'
import { EmptyState, ErrorState, SkeletonRows } from './states'
import { showToast } from './toasts'
import { useFocusMainAction } from './use-kept-focus'

interface NamedRecord {
  readonly id: number
}

interface RecordsOrEmptyProps<Item extends NamedRecord> {
  readonly query: {
    readonly data: readonly Item[] | undefined
    readonly error: unknown
    readonly isPending: boolean
    readonly refetch: () => unknown
  }
  readonly nameOf: (record: Item) => string
  readonly words: {
    readonly list: string
    readonly add: string
    readonly edit: (name: string) => string
    readonly remove: (name: string) => string
    readonly removeTitle: (name: string) => string
    /** The text that explains a deletion, or why the record cannot be deleted. */
    readonly removeMeaning?: string
  }
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  /** The columns, without the column of action buttons. */
  readonly columns: readonly Column<Item>[]
  /** Renders the form of a record; `null` creates a new record. */
  readonly form: (record: Item | null, onClose: () => void) => ReactNode
  readonly onRemove: (record: Item) => Promise<unknown>
  /** False for a user who may only read and delete. */
  readonly mayWrite?: boolean
  readonly besideAdd?: ReactNode
}

type OpenDialog<Item> =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'form'; readonly record: Item | null }
  | { readonly dialog: 'remove'; readonly record: Item }

/** For a short list; `SearchableRecordPage` shows a long one. */
export function EditableRecordTable<Item extends NamedRecord>(props: RecordsOrEmptyProps<Item>) {
  const { query, nameOf, words, empty, columns, form, onRemove, mayWrite = true, besideAdd } = props
  const { t } = useTranslation()
  const [open, setOpen] = useState<OpenDialog<Item>>({ dialog: 'none' })
  useFocusMainAction()
  const close = () => setOpen({ dialog: 'none' })
  const addButton = mayWrite && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'form', record: null })}>
      {words.add}
    </Button>
  )
  const actions: Column<Item> = {
    key: 'actions',
    title: t('actions'),
    width: '112px',
    align: 'right',
    onPhone: 'actions',
    cell: (record) => (
      <>
        {mayWrite && (
          <IconButton
            icon={Pencil}
            label={words.edit(nameOf(record))}
            onClick={() => setOpen({ dialog: 'form', record })}
          />
        )}
        <IconButton
          icon={Trash2}
          label={words.remove(nameOf(record))}
          onClick={() => setOpen({ dialog: 'remove', record })}
        />
      </>
    ),
  }
  return (
    <>
      {query.isPending ? (
        <SkeletonRows rows={3} />
      ) : query.data === undefined ? (
        <ErrorState title={t('listFailed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data.length === 0 ? (
        <EmptyState {...empty}>
          {besideAdd}
          {addButton}
        </EmptyState>
      ) : (
        <>
          <div className={pageStyles.above} data-actions>
            {besideAdd}
            {addButton}
          </div>
          <DataTable
            label={words.list}
            columns={[...columns, actions]}
            rows={query.data}
            keyOf={({ id }) => id}
          />
        </>
      )}
      {open.dialog === 'form' && form(open.record, close)}
      {open.dialog === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(nameOf(open.record))}
          confirm={t('delete')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await onRemove(open.record)
            showToast('success', t('saved'))
          }}
        >
          {t('confirmDelete')} {words.removeMeaning}
        </ConfirmDialog>
      )}
    </>
  )
}
