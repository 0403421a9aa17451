import type { MoveOutView } from '@balcao/contract/move-out'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { DataExportStatus } from '../../ui/prepared-copy'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useMoveOutExport } from './api/move-out'
import styles from './move-out.module.css'
import { RequestMoveOutExportDialog } from './order-dialog'

export function MoveOutExportTab() {
  const { t } = useTranslation('moveOut')
  const { data, error, refetch } = useMoveOutExport()
  const [isOrdering, setOrdering] = useState(false)
  if (data === undefined) {
    if (error === null) return <SkeletonRows rows={3} />
    return <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
  }
  const { export: made } = data
  return (
    <div className={styles.copy}>
      <p>{t('what')}</p>
      <p className={styles.meaning}>{t('without')}</p>
      {made !== null && <Copy made={made} />}
      <div>
        <Button icon={Download} disabled={made?.state === 'running'} onClick={() => setOrdering(true)}>
          {t(made?.state === 'done' ? 'again' : 'order')}
        </Button>
      </div>
      {isOrdering && <RequestMoveOutExportDialog onClose={() => setOrdering(false)} />}
    </div>
  )
}

function Copy({ made }: { made: MoveOutView }) {
  const { t } = useTranslation('moveOut')
  return (
    <DataExportStatus
      copy={made}
      meaning={styles.meaning}
      words={{
        failed: made.failure === null ? t('failed') : t(`errors:${made.failure}`),
        preparing: (share) => t('preparing', { share }),
        preparingHelp: t('preparingHelp'),
        download: (size) => t('download', { size }),
        downloadPart: (part, size) => t('downloadPart', { part, size }),
        until: (at, until) => t('until', { made: at, until }),
      }}
    />
  )
}
