import { useTranslation } from 'react-i18next'
import { fileSize } from '../../lib/file-size'
import { useStorageUse } from '../../lib/lists/storage'
import styles from './billing.module.css'

/** The storage of the company's files, relative to its plan. */
export function StorageUse() {
  const { t } = useTranslation('billing')
  const { data } = useStorageUse()
  if (data === undefined) return null
  const { usedBytes, limitBytes } = data
  const used = fileSize(usedBytes ?? 0)
  return (
    <dl className={styles.facts}>
      <dt>{t('storage')}</dt>
      <dd>
        {usedBytes === null
          ? t('storageCounting')
          : limitBytes === null
            ? t('storageUnlimited', { used })
            : t('storageOf', { used, limit: fileSize(limitBytes) })}
        {usedBytes !== null && limitBytes !== null && (
          <meter
            className={styles.meter}
            max={limitBytes}
            high={0.9 * limitBytes}
            value={usedBytes}
            aria-hidden
          />
        )}
      </dd>
    </dl>
  )
}
