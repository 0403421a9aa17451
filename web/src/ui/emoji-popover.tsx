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
  /** Asked again each time, where what it stands at may be drawn anew. */
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
      {/* Its room is kept while it loads: the popover is placed by the size that it has when it opens. */}
      <div className={styles.emoji}>
        <EmojiPicker onChoose={onChoose} />
      </div>
    </Popover>
  )
}
