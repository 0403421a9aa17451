import { limits } from '@balcao/domain/limits'
import { Inbox, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { EmptyState, NoResultsState, ScreenStateLayout } from '../../../ui/states'
import type { TicketListViewProps } from '../list-view'
import { useHasNoQueues } from '../use-no-queues'

interface EmptyListProps extends TicketListViewProps {
  /** False while a search has no criterion. */
  readonly isAsked: boolean
}

/** Says why the list is empty, and offers the next step (TICKET-53). */
export function EmptyTicketList({ view, isAsked, onChange }: EmptyListProps) {
  const { t } = useTranslation('tickets')
  const hasNoQueues = useHasNoQueues()
  if (!isAsked) {
    const isShort = view.text !== '' && view.text.length < limits.searchMinimum
    return (
      <ScreenStateLayout
        icon={Search}
        title={t('searchTitle')}
        text={t(isShort ? 'typeThree' : 'searchText')}
      />
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
