import Popover from '@mui/material/Popover'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './emoji-popover.module.css'
import { SkeletonRows } from './states'

const EmojiPicker = lazy(() => import('./emoji-picker'))

interface EmojiPopoverProps {
  readonly anchor: HTMLElement
  readonly onChoose: (emoji: string) => void
  readonly onClose: () => void
}

export function EmojiPopover({ anchor, onChoose, onClose }: EmojiPopoverProps) {
  const { t } = useTranslation()
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { 'aria-label': t('emoji'), role: 'dialog' } }}
    >
      {/* Its room is kept while it loads: the popover is placed by the size that it has when it opens. */}
      <div className={styles.emoji}>
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <EmojiPicker onChoose={onChoose} />
        </Suspense>
      </div>
    </Popover>
  )
}
