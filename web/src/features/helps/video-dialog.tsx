import type { HelpView } from '@balcao/contract/helps'
import { useTranslation } from 'react-i18next'
import { AppDialog } from '../../ui/dialog'
import styles from './helps.module.css'

/** Plays a video. The page sends no request to the video host before this dialog opens (HELP-03). */
export function VideoDialog({ help, onClose }: { help: HelpView; onClose: () => void }) {
  const { t } = useTranslation('helps')
  return (
    <AppDialog title={help.title} open onClose={onClose} width={860}>
      <div className={styles.player}>
        <iframe
          title={t('player', { title: help.title })}
          src={`https://www.youtube.com/embed/${help.video}`}
          allow="fullscreen; picture-in-picture"
          allowFullScreen
          // The host refuses pages without a referrer.
          referrerPolicy="strict-origin-when-cross-origin"
          sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        />
      </div>
      {help.description !== '' && <p className={styles.description}>{help.description}</p>}
    </AppDialog>
  )
}
