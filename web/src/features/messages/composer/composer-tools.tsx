import { Signature, Smile } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/icon-button'
import { later } from '../../../ui/later'
import styles from './composer.module.css'

const EmojiPopover = later(() => import('./emoji-popover').then((it) => it.EmojiPopover))

interface ComposerToolsProps {
  readonly signs: boolean
  readonly onSigns: (signs: boolean) => void
  /** The attach menu. */
  readonly attach: ReactNode
  /** Behind the field, before signing. */
  readonly acts: ReactNode
  readonly onEmoji: (emoji: string) => void
  /** The field, which stands among the tools. */
  readonly children: ReactNode
}

/** Around the field: attach and emoji before it, further acts and signing after it. */
export function ComposerTools({ signs, onSigns, attach, acts, onEmoji, children }: ComposerToolsProps) {
  const { t } = useTranslation('messages')
  const [emojiAnchor, setEmojiAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      {attach}
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
      {acts}
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
