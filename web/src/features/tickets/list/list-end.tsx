import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button'
import { SkeletonRows } from '../../../ui/states'
import type { TicketListResult } from '../api/list-tickets'
import styles from './list-pane.module.css'

/** The skeleton of the next page, or a retry button when that page failed. */
export function TicketListEnd({ list }: { list: Omit<TicketListResult, 'found'> }) {
  const { t } = useTranslation('tickets')
  if (list.isLoadingMore) return <SkeletonRows rows={2} height="var(--row-ticket)" />
  if (!list.moreFailed) return null
  return (
    <div className={styles.end} role="alert">
      <span>{t('moreFailed')}</span>
      <Button size="small" onClick={list.loadMore}>
        {t('common:tryAgain')}
      </Button>
    </div>
  )
}
