import { getProductVersion } from '@balcao/contract/health'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { ErrorState, SkeletonRows } from '../../ui/states'
import styles from './about.module.css'

export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('about')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => call(getProductVersion, {}, { signal }),
  })
  return (
    <AppDialog
      title={t('title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:close')}</Button>}
    >
      {isPending ? (
        <SkeletonRows rows={2} />
      ) : data === undefined ? (
        <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <p>{t('version', { version: data.version })}</p>
      )}
      <h3 className={styles.head}>{t('new')}</h3>
      <ul className={styles.changes}>
        {t('changes')
          .split('\n')
          .map((change) => (
            <li key={change}>{change}</li>
          ))}
      </ul>
    </AppDialog>
  )
}
