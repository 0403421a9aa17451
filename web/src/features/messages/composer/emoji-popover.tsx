import Popover from '@mui/material/Popover'
import { EmojiStyle, Theme } from 'emoji-picker-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { SkeletonRows } from '../../../ui/states'
import { useThemeMode } from '../../../ui/theme-mode'

const EmojiPicker = lazy(() => import('emoji-picker-react'))
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

interface EmojiPopoverProps {
  readonly anchor: HTMLElement
  readonly onChoose: (emoji: string) => void
  readonly onClose: () => void
}

/** The emojis of the system's own font: no picture is fetched from anywhere. */
export function EmojiPopover({ anchor, onChoose, onClose }: EmojiPopoverProps) {
  const { t } = useTranslation('messages')
  const mode = useThemeMode()
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
        <EmojiPicker
          emojiStyle={EmojiStyle.NATIVE}
          theme={mode === 'dark' ? Theme.DARK : Theme.LIGHT}
          lazyLoadEmojis
          skinTonesDisabled
          width={320}
          height={380}
          nonce={nonce}
          searchPlaceholder={t('searchEmoji')}
          previewConfig={{ showPreview: false }}
          onEmojiClick={({ emoji }) => onChoose(emoji)}
        />
      </Suspense>
    </Popover>
  )
}
