import Popover from '@mui/material/Popover'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../../ui/states'

const EmojiPicker = lazy(() => import('./emoji-picker'))

interface EmojiPopoverProps {
  readonly anchor: HTMLElement
  readonly onChoose: (emoji: string) => void
  readonly onClose: () => void
}

export function EmojiPopover({ anchor, onChoose, onClose }: EmojiPopoverProps) {
  const { t } = useTranslation('messages')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { 'aria-label': t('emoji'), role: 'dialog' } }}
    >
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <EmojiPicker onChoose={onChoose} />
      </Suspense>
    </Popover>
  )
}
