import Popover from '@mui/material/Popover'
import { useTranslation } from 'react-i18next'
import styles from './emoji-popover.module.css'
import { later } from './later'
import { SkeletonRows } from './states'

const EmojiPicker = later(
  () => import('./emoji-picker').then((it) => it.NativeEmojiPicker),
  <SkeletonRows rows={6} />,
)

interface EmojiPopoverProps {
  /** A function where the anchor may be remounted meanwhile. */
  readonly anchor: HTMLElement | (() => HTMLElement | null)
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
      {/* Reserves its space while it loads: the popover is placed by its size at opening. */}
      <div className={styles.emoji}>
        <EmojiPicker onChoose={onChoose} />
      </div>
    </Popover>
  )
}
