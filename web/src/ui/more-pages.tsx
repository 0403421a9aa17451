import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import type { ListPages } from './list-end'
import styles from './more-pages.module.css'

interface MorePagesProps {
  readonly list: ListPages & { readonly isFetchingNextPage: boolean }
}

/** Below the last row: that more is coming, or that it did not come and can be asked for again. */
export function MorePages({ list }: MorePagesProps) {
  const { t } = useTranslation()
  if (list.isFetchingNextPage) {
    return (
      <p role="status" className={styles.more}>
        {t('loading')}
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
