import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { ListPages } from './list-end'
import styles from './more-pages.module.css'

/** Of which a page shows what has come so far. */
export interface GrowingList extends ListPages {
  readonly isFetchingNextPage: boolean
}

/** Below the last row: that more is coming, or that it did not come and can be asked for again. */
export function MorePages({ list }: { list: GrowingList }) {
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
