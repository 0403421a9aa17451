import { type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { type Column, DataTable } from './data-table'
import pageStyles from './page.module.css'
import { type RecordDialogsProps, useRecordDialogs } from './record-dialogs'
import { EmptyState, ErrorState, SkeletonRows } from './states'
import { useFocusMainAction } from './use-kept-focus'

interface EditableRecordTableProps<Item extends { readonly id: number }> extends RecordDialogsProps<Item> {
  readonly query: {
    readonly data: readonly Item[] | undefined
    readonly error: unknown
    readonly isPending: boolean
    readonly refetch: () => unknown
  }
  readonly words: RecordDialogsProps<Item>['words'] & { readonly list: string; readonly add: string }
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  readonly columns: readonly Column<Item>[]
  readonly mayWrite?: boolean
  readonly besideAdd?: ReactNode
}

/**
 * A table of records with add, edit and delete buttons, for a short list. `SearchableRecordPage` is for a
 * long list.
 */
export function EditableRecordTable<Item extends { readonly id: number }>(
  props: EditableRecordTableProps<Item>,
) {
  const { query, words, empty, columns, mayWrite = true, besideAdd } = props
  const { t } = useTranslation()
  const { add, actions, dialogs } = useRecordDialogs(props, { edit: () => mayWrite, remove: () => true })
  useFocusMainAction()
  const addButton = mayWrite && (
    <Button kind="primary" icon={Plus} onClick={add}>
      {words.add}
    </Button>
  )
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
      {dialogs}
    </>
  )
}
