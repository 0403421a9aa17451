import { Signature } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmojiButton } from '../../../ui/emoji-button'
import { IconButton } from '../../../ui/icon-button'
import styles from './composer.module.css'

interface ComposerToolsProps {
  readonly signs: boolean
  readonly onSigns: (signs: boolean) => void
  /** The attach menu. */
  readonly attach: ReactNode
  /** Behind the field, before the sign button. */
  readonly acts: ReactNode
  readonly onEmoji: (emoji: string) => void
  /** The field, between the buttons. */
  readonly children: ReactNode
}

/** Around the field: attach and emoji before it, further acts and signing after it. */
export function ComposerTools({ signs, onSigns, attach, acts, onEmoji, children }: ComposerToolsProps) {
  const { t } = useTranslation('messages')
  return (
    <>
      {attach}
      <EmojiButton onChoose={onEmoji} />
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
