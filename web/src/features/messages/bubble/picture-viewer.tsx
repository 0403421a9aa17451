import type { MessageView } from '@balcao/contract/messages'
import {
  ChevronLeft,
  ChevronRight,
  Download,
  type LucideIcon,
  MessageSquareText,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type ButtonHTMLAttributes, type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../lib/dates'
import { FullScreenDialog } from '../../../ui/dialog'
import { FormattedText } from '../../../ui/formatted-text'
import { textWithoutFormatting } from '../../../ui/whatsapp-text'
import { useFetchedPicture } from '../api/media'
import { isViewablePicture } from '../message-kind'
import { senderNameOf } from './message-bubble'
import styles from './picture-viewer.module.css'
import { usePictureZoom } from './use-zoom'

interface PictureViewerProps {
  readonly message: MessageView
  /** The messages among which the viewer steps, oldest first. */
  readonly messages: readonly MessageView[]
  readonly onShow: (picture: MessageView) => void
  readonly onGo: (picture: MessageView) => void
  readonly onClose: () => void
}

/** Shows one picture fitted to the screen; zooms, and steps to the previous and next picture. */
export function PictureViewer({ message, messages, onShow, onGo, onClose }: PictureViewerProps) {
  const { t } = useTranslation('messages')
  const { at, count, previous, next } = positionAmongPictures(message, messages)
  const { address, hasFailed, retry } = useFetchedPicture(message.mediaUrl)
  // The thumbnail shows until the full picture is loaded.
  const { address: preview } = useFetchedPicture(message.media?.thumbnailUrl ?? null)
  const stage = useRef<HTMLDivElement>(null)
  const zoom = usePictureZoom(stage)
  const { body: caption, media } = message
  const shown = address ?? preview

  function go(to: MessageView | undefined): void {
    if (to === undefined) return
    zoom.reset()
    onShow(to)
  }
  function onKeyDown(event: KeyboardEvent): void {
    zoom.onKeyDown(event)
    if (zoom.isZoomed) return // In a zoomed picture the arrow keys scroll, instead of showing another picture.
    if (event.key === 'ArrowLeft') go(previous)
    if (event.key === 'ArrowRight') go(next)
  }
  return (
    <FullScreenDialog label={t('picture')} className={styles.viewer} onClose={onClose} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <span className={styles.said}>
          <b>{senderNameOf(message, t)}</b>
          <span>
            <time dateTime={message.createdAt}>{dateAndTime(message.createdAt)}</time>
            {count > 1 && (
              <>
                {' · '}
                <span role="status">{t('pictureOf', { at, all: count })}</span>
              </>
            )}
          </span>
        </span>
        <ViewerButton
          label={t('goToMessage')}
          Icon={MessageSquareText}
          onClick={() => {
            onClose()
            onGo(message)
          }}
        />
        <ViewerButton label={t('zoomOut')} Icon={ZoomOut} onClick={zoom.out} disabled={!zoom.isZoomed} />
        <ViewerButton label={t('zoomIn')} Icon={ZoomIn} onClick={zoom.in} disabled={zoom.isLargest} />
        <a
          className={styles.button}
          href={address ?? message.mediaUrl ?? undefined}
          download={media?.fileName ?? 'foto.jpg'}
          aria-label={t('download')}
          data-tip={t('download')}
        >
          <Download size={20} strokeWidth={1.75} aria-hidden />
        </a>
        <ViewerButton label={t('common:close')} Icon={X} onClick={onClose} />
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
        ref={stage}
        className={styles.stage}
        data-zoomed={zoom.isZoomed}
        onClick={(event) => event.target === event.currentTarget && onClose()}
        onWheel={zoom.onWheel}
      >
        {shown !== undefined && (
          <img
            src={shown}
            alt={caption === '' ? t('kinds.image') : textWithoutFormatting(caption)}
            style={zoom.style}
            draggable={false}
            onDoubleClick={zoom.toggle}
          />
        )}
      </div>
      {count > 1 && (
        <>
          <ViewerButton
            label={t('previousPicture')}
            Icon={ChevronLeft}
            side="left"
            onClick={() => go(previous)}
            aria-disabled={!previous}
          />
          <ViewerButton
            label={t('nextPicture')}
            Icon={ChevronRight}
            side="right"
            onClick={() => go(next)}
            aria-disabled={!next}
          />
        </>
      )}
      {caption !== '' && (
        <p className={styles.caption}>
          <FormattedText text={caption} />
        </p>
      )}
    </FullScreenDialog>
  )
}

interface ViewerButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string
  readonly Icon: LucideIcon
  /** The edge at which the button for the previous or next picture is placed. */
  readonly side?: 'left' | 'right'
}

function ViewerButton({ label, Icon, side, ...rest }: ViewerButtonProps) {
  return (
    <button
      type="button"
      className={side === undefined ? styles.button : `${styles.button} ${styles.step}`}
      data-side={side}
      aria-label={label}
      data-tip={label}
      {...rest}
    >
      <Icon size={side === undefined ? 20 : 28} strokeWidth={1.75} aria-hidden />
    </button>
  )
}

/** The picture's position among the pictures of `messages`, oldest first, and the previous and next one, if any. */
export function positionAmongPictures(picture: MessageView, messages: readonly MessageView[]) {
  const pictures = messages.filter(isViewablePicture)
  const at = pictures.findIndex(({ id }) => id === picture.id)
  if (at < 0) return { at: 0, count: 0, previous: undefined, next: undefined }
  return { at: at + 1, count: pictures.length, previous: pictures[at - 1], next: pictures[at + 1] }
}
