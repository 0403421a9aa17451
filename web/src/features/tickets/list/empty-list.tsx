import { limits } from '@balcao/domain/limits'
import { Inbox, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { EmptyState, NoResultsState, ScreenState } from '../../../ui/states'
import type { ListView } from '../list-view'
import { useHasNoQueues } from '../use-no-queues'

interface EmptyListProps {
  readonly view: ListView
  /** False while a search has no criterion. */
  readonly isAsked: boolean
  readonly onChange: (part: Partial<ListView>) => void
}

/** Says why the list is empty, and offers the next step (TICKET-53). */
export function EmptyList({ view, isAsked, onChange }: EmptyListProps) {
  const { t } = useTranslation('tickets')
  const hasNoQueues = useHasNoQueues()
  if (!isAsked) {
    const isShort = view.text !== '' && view.text.length < limits.searchMinimum
    return (
      <ScreenState icon={Search} title={t('searchTitle')} text={t(isShort ? 'typeThree' : 'searchText')} />
    )
  }
  if (view.tab === 'search' && view.text !== '') {
    return (
      <NoResultsState
        search={view.text}
        where={t('searchedWhere')}
        onClear={() => onChange({ text: '', tags: [], users: [] })}
      />
    )
  }
  if (hasNoQueues) return <EmptyState icon={Inbox} title={t('empty')} text={t('noQueuesYet')} />
  const isFiltered = view.queueIds !== undefined || view.unreadOnly
  return (
    <EmptyState icon={Inbox} title={t('empty')} {...(isFiltered && { text: t('emptyFiltered') })}>
      {isFiltered && (
        <Button onClick={() => onChange({ queueIds: undefined, unreadOnly: false })}>
          {t('clearFilters')}
        </Button>
      )}
    </EmptyState>
  )
}
