import { Plus, Signature, Smile } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icon-button'
import styles from './composer.module.css'
import { EmojiPopover } from './emoji-popover'

interface ComposerToolsProps {
  readonly signs: boolean
  readonly onSigns: (signs: boolean) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onEmoji: (emoji: string) => void
  /** The field, which stands among the tools. */
  readonly children: ReactNode
}

/** Around the field: attach and emoji before it, signing after it. */
export function ComposerTools({ signs, onSigns, onFiles, onEmoji, children }: ComposerToolsProps) {
  const { t } = useTranslation('messages')
  const chooser = useRef<HTMLInputElement>(null)
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton label={t('attach')} onClick={() => chooser.current?.click()}>
        <Plus size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('attach')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
      <IconButton
        label={t('emoji')}
        aria-haspopup="dialog"
        onClick={(event) => setEmojiAnchor(event.currentTarget)}
      >
        <Smile size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {emojiAnchor !== null && (
        <EmojiPopover anchor={emojiAnchor} onChoose={onEmoji} onClose={() => setEmojiAnchor(null)} />
      )}
      {children}
      <IconButton
        label={t(signs ? 'signsOn' : 'signsOff')}
        className={styles.sign ?? ''}
        on={signs}
        aria-pressed={signs}
        onClick={() => onSigns(!signs)}
      >
        <Signature size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  )
}
