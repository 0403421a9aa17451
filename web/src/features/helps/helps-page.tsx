import type { HelpVideoView } from '@balcao/contract/helps'
import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../ui/dialog'
import { PageLayout } from '../../ui/page'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states'
import { useHelps } from './api/helps'
import styles from './helps.module.css'
import { VideoThumbnail } from './video-picture'

export default function HelpsPage() {
  const { t } = useTranslation('helps')
  const { data: helps, error, isPending, refetch } = useHelps()
  const [shown, setShown] = useState<HelpVideoView | null>(null)
  return (
    <PageLayout intro={t('intro')}>
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
                <VideoThumbnail video={help.video} />
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
    </PageLayout>
  )
}

/** Plays a video. The page sends no request to the video host before the user opens this dialog (HELP-03). */
function VideoDialog({ help, onClose }: { help: HelpVideoView; onClose: () => void }) {
  const { t } = useTranslation('helps')
  return (
    <AppDialog title={help.title} onClose={onClose} width={860}>
      <div className={styles.player}>
        <iframe
          title={t('player', { title: help.title })}
          src={`https://www.youtube.com/embed/${help.video}`}
          allow="fullscreen; picture-in-picture"
          allowFullScreen
          // The video host refuses pages that send no referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        />
      </div>
      {help.description !== '' && <p className={styles.description}>{help.description}</p>}
    </AppDialog>
  )
}
