import { limits } from '@balcao/domain/limits'
import { type LucideIcon, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '../lib/timers'
import { Button } from './button'
import { type Column, DataTable } from './data-table'
import { isEmptyOrLoading } from './has-none'
import type { PagedList } from './more-pages'
import { ListPageLayout } from './page'
import { type RecordDialogsProps, useRecordDialogs } from './record-dialogs'
import { SearchBox } from './search-box'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from './states'

interface RecordPages<Item> extends PagedList {
  readonly data: { readonly records: readonly Item[]; readonly count: number } | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly refetch: () => unknown
}

interface SearchableRecordPageProps<Item extends { readonly id: number }> extends RecordDialogsProps<Item> {
  readonly useRecords: (search: string) => RecordPages<Item>
  readonly words: RecordDialogsProps<Item>['words'] & {
    readonly list: string
    readonly search: string
    readonly searchedIn: string
    readonly add: string
    readonly total: (count: number) => string
  }
  readonly empty: { readonly icon: LucideIcon; readonly title: string; readonly text: string }
  readonly columns: readonly Column<Item>[]
  readonly isReadOnly?: boolean
  readonly mayChange?: (record: Item) => boolean
}

export function SearchableRecordPage<Item extends { readonly id: number }>(
  props: SearchableRecordPageProps<Item>,
) {
  const { useRecords, words, empty, columns, isReadOnly = false, mayChange = () => true } = props
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const rested = useDebounced(search, limits.searchDebounce).trim()
  const query = useRecords(rested)
  const { data } = query
  const { add, actions, dialogs } = useRecordDialogs(props, { edit: mayChange, remove: mayChange })
  const isEmpty = rested === '' && isEmptyOrLoading(data?.records, query.isPending)
  const addButton = isReadOnly ? undefined : (
    <Button kind="primary" icon={Plus} onClick={add}>
      {words.add}
    </Button>
  )

  return (
    <ListPageLayout
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
      {dialogs}
    </ListPageLayout>
  )
}
