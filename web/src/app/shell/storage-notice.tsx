import { storagePercent, storageWarning } from '@balcao/domain/storage'
import { HardDrive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fileSize } from '../../lib/file-size'
import { useStorageUse } from '../../lib/lists/storage'
import styles from './notice.module.css'

/** The bar that warns an admin that the plan's storage is nearly or completely used. */
export function StorageNotice() {
  const { t } = useTranslation('shell')
  const { data } = useStorageUse()
  const warning = data === undefined ? null : storageWarning(data)
  if (data === undefined || warning === null) return null
  const words = {
    percent: storagePercent(data),
    used: fileSize(data.usedBytes ?? 0),
    limit: fileSize(data.limitBytes ?? 0),
  }
  return (
    <div className={styles.notice} role="status">
      <HardDrive size={18} strokeWidth={1.75} aria-hidden />
      <p>{t(warning === 'full' ? 'storageNone' : 'storageNearlyFull', words)}</p>
      <Link to="/subscription">{t('seePlan')}</Link>
    </div>
  )
}
