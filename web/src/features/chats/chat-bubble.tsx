import type { ChatMessageView } from '@balcao/contract/chats'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../../lib/dates'
import { FormattedText } from '../../ui/formatted-text'
import { ChatFile } from './chat-file'
import styles from './chats.module.css'
import { TicketCard } from './ticket-card'
import { ticketsIn } from './ticket-links'

interface ChatBubbleProps {
  readonly message: ChatMessageView
  readonly isMine: boolean
  /** The previous message is by the same person. */
  readonly isJoined: boolean
  readonly showsSender: boolean
}

export function ChatBubble({ message, isMine, isJoined, showsSender }: ChatBubbleProps) {
  const { t } = useTranslation('chats')
  const { media } = message
  return (
    <article className={styles.line} data-mine={isMine} data-joined={isJoined}>
      <div className={styles.bubble} data-mine={isMine}>
        {showsSender && <b className={styles.sender}>{message.sender?.name ?? t('goneAccount')}</b>}
        {media !== null && <ChatFile media={media} />}
        {message.message !== '' && (
          <div className={styles.words}>
            <FormattedText text={message.message} named={message.mentions.map(({ name }) => `@${name}`)} />
          </div>
        )}
        {ticketsIn(message.message).map((uuid) => (
          <TicketCard key={uuid} uuid={uuid} />
        ))}
        <time className={styles.said} dateTime={message.createdAt}>
          {timeOfDay(message.createdAt)}
        </time>
      </div>
    </article>
  )
}
