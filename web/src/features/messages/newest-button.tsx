import type { MessageView } from '@balcao/contract/messages'
import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './message-log.module.css'

interface NewestButtonProps {
  readonly messages: readonly MessageView[]
  /** The first message that was unread when the conversation was opened. */
  readonly firstUnreadId: number | undefined
  readonly isAtEnd: boolean
  /** An older part is shown: the messages after it are not new. */
  readonly hasNewer: boolean
  readonly onClick: () => void
}

/** Away from the end: the way back, and the number of new messages that were not in sight yet. */
export function NewestButton({ messages, firstUnreadId, isAtEnd, hasNewer, onClick }: NewestButtonProps) {
  const { t } = useTranslation('messages')
  const newest = messages.at(-1)?.id ?? 0
  const [seen, setSeen] = useState(firstUnreadId === undefined ? newest : firstUnreadId - 1)
  if ((isAtEnd || hasNewer) && seen !== newest) setSeen(newest)
  if (isAtEnd && !hasNewer) return null

  const count = messages.filter((message) => !message.fromMe && message.id > seen).length
  return (
    <button
      type="button"
      className={styles.newest}
      onClick={onClick}
      aria-label={count === 0 ? t('toNewest') : t('toNewestCount', { count })}
    >
      {count > 0 && <span className={styles.count}>{count}</span>}
      <ArrowDown size={20} strokeWidth={1.75} aria-hidden />
    </button>
  )
}
