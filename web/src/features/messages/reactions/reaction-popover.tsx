import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmojiPopover } from '../../../ui/emoji-popover'
import { Popover } from '../../../ui/popover'
import styles from './reactions.module.css'

interface ReactionPopoverProps {
  readonly anchor: () => HTMLElement | null
  readonly current: string | undefined
  readonly onReact: (emoji: string) => void
  readonly onClose: () => void
}

/** The six emojis that WhatsApp offers first. */
const quick = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const

/** Offers six emojis, and all others behind a plus button. Choosing our current emoji removes it. */
export function ReactionPopover({ anchor, current, onReact, onClose }: ReactionPopoverProps) {
  const { t } = useTranslation('messages')
  const [showsAll, setShowsAll] = useState(false)
  const choose = (emoji: string) => {
    onClose()
    onReact(emoji === current ? '' : emoji)
  }
  if (showsAll) return <EmojiPopover anchor={anchor} onChoose={choose} onClose={onClose} />
  return (
    <Popover anchor={anchor} place="above" label={t('reactions.choose')} onClose={onClose}>
      <div className={styles.quick}>
        {quick.map((emoji) => (
          <button
            key={emoji}
            type="button"
            data-ours={emoji === current}
            aria-pressed={emoji === current}
            aria-label={emoji}
            onClick={() => choose(emoji)}
          >
            {emoji}
          </button>
        ))}
        <button
          type="button"
          aria-label={t('reactions.more')}
          title={t('reactions.more')}
          onClick={() => setShowsAll(true)}
        >
          <Plus size={20} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </Popover>
  )
}
