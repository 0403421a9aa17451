import type { HelpView } from '@balcao/contract/helps'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useHelps } from './api/helps'
import styles from './helps.module.css'
import { VideoDialog } from './video-dialog'
import { VideoPicture } from './video-picture'

/** Help videos for all users (HELP-04). */
export default function HelpsPage() {
  const { t } = useTranslation('helps')
  const { data: helps, error, isPending, refetch } = useHelps()
  const [shown, setShown] = useState<HelpView | null>(null)
  return (
    <Page intro={t('intro')}>
      {isPending ? (
        <SkeletonRows rows={3} height={120} />
      ) : helps === undefined ? (
        <ErrorState title={t('common:listFailed')} error={error} onRetry={() => void refetch()} />
      ) : helps.length === 0 ? (
        <EmptyState icon={CirclePlay} title={t('emptyTitle')} text={t('emptyText')} />
      ) : (
        <ul className={styles.cards} aria-label={t('list')}>
          {helps.map((help) => (
            <li key={help.id}>
              <button type="button" className={styles.card} onClick={() => setShown(help)}>
                <VideoPicture video={help.video} />
                <span className={styles.words}>
                  <b>{help.title}</b>
                  {help.description !== '' && <span>{help.description}</span>}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown !== null && <VideoDialog help={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}
