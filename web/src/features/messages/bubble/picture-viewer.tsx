import type { MessageView } from '@balcao/contract/messages'
import Modal from '@mui/material/Modal'
import { Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '../../../ui/formatted-text'
import { usePicture } from '../api/media'
import styles from './picture-viewer.module.css'
import { useZoom } from './use-zoom'

interface PictureViewerProps {
  readonly message: MessageView
  /** The small one, which stands there until the whole one has come. */
  readonly preview: string | undefined
  readonly onClose: () => void
}

/** The picture alone, as large as it fits; larger by buttons, keys, wheel or a double click. Escape, the cross or a
 *  click beside it close it. */
export function PictureViewer({ message, preview, onClose }: PictureViewerProps) {
  const { t } = useTranslation('messages')
  const { address, hasFailed, retry } = usePicture(message.mediaUrl)
  const zoom = useZoom()
  const { body: caption, media } = message
  const shown = address ?? preview
  return (
    <Modal open onClose={onClose} aria-label={t('picture')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears the zoom keys from the controls inside */}
      <div className={styles.viewer} onKeyDown={zoom.onKeyDown}>
        <div className={styles.bar}>
          <button
            type="button"
            className={styles.button}
            onClick={zoom.out}
            disabled={!zoom.isZoomed}
            aria-label={t('zoomOut')}
            title={t('zoomOut')}
          >
            <ZoomOut size={20} strokeWidth={1.75} aria-hidden />
          </button>
          <button
            type="button"
            className={styles.button}
            onClick={zoom.in}
            aria-label={t('zoomIn')}
            title={t('zoomIn')}
          >
            <ZoomIn size={20} strokeWidth={1.75} aria-hidden />
          </button>
          <a
            className={styles.button}
            href={address ?? message.mediaUrl ?? undefined}
            download={media?.fileName ?? 'foto.jpg'}
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
        {hasFailed && (
          <p className={styles.caption} role="alert">
            <button type="button" className={styles.retry} onClick={retry}>
              {t('pictureFailed')}
            </button>
          </p>
        )}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the cross do the same */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the picture is a shortcut only */}
        <div
          className={styles.stage}
          data-zoomed={zoom.isZoomed}
          onClick={(event) => event.target === event.currentTarget && onClose()}
          onWheel={zoom.onWheel}
        >
          {shown !== undefined && (
            <img
              src={shown}
              alt={caption === '' ? t('kinds.image') : caption}
              style={zoom.style}
              draggable={false}
              onDoubleClick={zoom.toggle}
            />
          )}
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
