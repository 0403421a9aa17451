import { useTranslation } from 'react-i18next'
import { Button } from './button'
import type { PagedQuery } from './list-end'
import styles from './more-pages.module.css'

export interface PagedList extends PagedQuery {
  readonly isFetchingNextPage: boolean
}

export function PagedListEnd({ list }: { list: PagedList }) {
  const { t } = useTranslation()
  if (list.isFetchingNextPage) {
    return (
      <p role="status" className={styles.more}>
        {t('loadingMore')}
      </p>
    )
  }
  if (!list.isFetchNextPageError) return null
  return (
    <p role="alert" className={styles.more}>
      {t('moreFailed')}{' '}
      <Button size="small" onClick={() => void list.fetchNextPage({ cancelRefetch: false })}>
        {t('tryAgain')}
      </Button>
    </p>
  )
}
