import Modal from '@mui/material/Modal'
import { Download, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '../formatted-text'
import styles from './picture-viewer.module.css'

interface PictureViewerProps {
  readonly address: string
  readonly name: string | null
  readonly caption: string
  readonly onClose: () => void
}

/** The picture alone, as large as it fits. Escape, the cross or a click beside it close it. */
export function PictureViewer({ address, name, caption, onClose }: PictureViewerProps) {
  const { t } = useTranslation('messages')
  return (
    <Modal open onClose={onClose} aria-label={t('picture')}>
      <div className={styles.viewer}>
        <div className={styles.bar}>
          <a
            className={styles.button}
            href={address}
            download={name ?? 'foto.jpg'}
            aria-label={t('download')}
            title={t('download')}
          >
            <Download size={20} strokeWidth={1.75} aria-hidden />
          </a>
          <button
            type="button"
            className={styles.button}
            onClick={onClose}
            aria-label={t('common:close')}
            title={t('common:close')}
          >
            <X size={20} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the cross do the same */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the picture is a shortcut only */}
        <div className={styles.stage} onClick={(event) => event.target === event.currentTarget && onClose()}>
          <img src={address} alt={caption === '' ? t('kinds.image') : caption} />
        </div>
        {caption !== '' && (
          <p className={styles.caption}>
            <FormattedText text={caption} />
          </p>
        )}
      </div>
    </Modal>
  )
}
