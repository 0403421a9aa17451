import type { MoveOutView } from '@balcao/contract/move-out'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../lib/dates'
import { fileSize } from '../../lib/file-size'
import { Button } from '../../ui/button'
import { ProgressBar } from '../../ui/progress-bar'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useMoveOut } from './api/move-out'
import styles from './move-out.module.css'
import { OrderDialog } from './order-dialog'

/** Makes a copy of all data of the company in the background. */
export function MoveOutTab() {
  const { t } = useTranslation('moveOut')
  const { data, error, refetch } = useMoveOut()
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
      {isOrdering && <OrderDialog onClose={() => setOrdering(false)} />}
    </div>
  )
}

function Copy({ made }: { made: MoveOutView }) {
  const { t } = useTranslation('moveOut')
  const { state, total, done, files, createdAt, expiresAt, failure } = made
  if (state === 'failed') {
    return <p role="alert">{failure === null ? t('failed') : t(`errors:${failure}`)}</p>
  }
  if (state === 'running') {
    const share = total === 0 ? 0 : Math.min(99, Math.floor((done / total) * 100))
    return (
      <>
        <span role="status">{t('preparing', { share })}</span>
        <ProgressBar percent={share} label={t('preparing', { share })} />
        <span className={styles.meaning}>{t('preparingHelp')}</span>
      </>
    )
  }
  return (
    <>
      {files.map(({ link, sizeBytes }, at) => {
        const size = fileSize(sizeBytes)
        return (
          <a key={link} href={link} download>
            {files.length === 1 ? t('download', { size }) : t('downloadPart', { part: at + 1, size })}
          </a>
        )
      })}
      <span className={styles.meaning}>
        {t('until', { made: dateAndTime(createdAt), until: dateAndTime(expiresAt ?? createdAt) })}
      </span>
    </>
  )
}
