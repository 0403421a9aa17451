import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog'
import type { Column } from './data-table'
import { IconButton } from './icon-button'
import styles from './record-dialogs.module.css'
import { showToast } from './toasts'

export interface RecordDialogsProps<Item> {
  readonly nameOf: (record: Item) => string
  readonly words: {
    readonly edit: (name: string) => string
    readonly remove: (name: string) => string
    readonly removeTitle: (name: string) => string
    /** The text that explains a deletion, or why the record cannot be deleted. */
    readonly removeMeaning?: string | ((record: Item) => string)
    readonly removeConfirm?: string
    readonly removed?: string
  }
  /** Renders the form of a record; `null` creates a new record. */
  readonly form: (record: Item | null, onClose: () => void) => ReactNode
  /** Deletes a record. When the promise rejects, the error must have been shown already. */
  readonly onRemove: (record: Item) => Promise<unknown>
}

export type OpenRecordDialog<Item> =
  | { readonly dialog: 'none' }
  | { readonly dialog: 'form'; readonly record: Item | null }
  | { readonly dialog: 'remove'; readonly record: Item }

export function useRecordDialogs<Item>(
  { nameOf, words, form, onRemove }: RecordDialogsProps<Item>,
  may: { readonly edit: (record: Item) => boolean; readonly remove: (record: Item) => boolean },
) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<OpenRecordDialog<Item>>({ dialog: 'none' })
  const close = () => setOpen({ dialog: 'none' })
  const edit = (record: Item | null) => setOpen({ dialog: 'form', record })
  const actions: Column<Item> = {
    key: 'actions',
    title: t('actions'),
    width: '112px',
    align: 'right',
    onPhone: 'actions',
    cell: (record) => (
      <span className={styles.actions}>
        {may.edit(record) && (
          <IconButton icon={Pencil} label={words.edit(nameOf(record))} onClick={() => edit(record)} />
        )}
        {may.remove(record) && (
          <IconButton
            icon={Trash2}
            label={words.remove(nameOf(record))}
            onClick={() => setOpen({ dialog: 'remove', record })}
          />
        )}
      </span>
    ),
  }
  const dialogs = (
    <>
      {open.dialog === 'form' && form(open.record, close)}
      {open.dialog === 'remove' && (
        <ConfirmDialog
          title={words.removeTitle(nameOf(open.record))}
          confirm={words.removeConfirm ?? t('delete')}
          destroys
          onClose={close}
          onConfirm={async () => {
            await onRemove(open.record)
            showToast('success', words.removed ?? t('saved'))
          }}
        >
          {t('confirmDelete')}{' '}
          {typeof words.removeMeaning === 'function' ? words.removeMeaning(open.record) : words.removeMeaning}
        </ConfirmDialog>
      )}
    </>
  )
  return { add: () => edit(null), actions, dialogs }
}
