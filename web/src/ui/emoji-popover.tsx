import { useTranslation } from 'react-i18next'
import styles from './emoji-popover.module.css'
import { lazyComponent } from './later'
import { Popover, type PopoverAnchor } from './popover'
import { SkeletonRows } from './states'

const EmojiPicker = lazyComponent(
  () => import('./emoji-picker').then((it) => it.NativeEmojiPicker),
  <SkeletonRows rows={6} />,
)

interface EmojiPopoverProps {
  readonly anchor: PopoverAnchor
  readonly onChoose: (emoji: string) => void
  readonly onClose: () => void
}

export function EmojiPopover({ anchor, onChoose, onClose }: EmojiPopoverProps) {
  const { t } = useTranslation()
  return (
    <Popover anchor={anchor} place="aboveLeft" label={t('emoji')} onClose={onClose}>
      {/* Reserves its space while it loads: the popover is placed by its size at opening. */}
      <div className={styles.emoji}>
        <EmojiPicker onChoose={onChoose} />
      </div>
    </Popover>
  )
}
