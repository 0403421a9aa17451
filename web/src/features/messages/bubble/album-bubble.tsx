import type { MessageView } from '@balcao/contract/messages'
import { memo } from 'react'
import { timeOfDay } from '../../../lib/dates'
import { useTexts } from '../../../lib/i18n/use-texts'
import { type BubbleGrouping, messageKeyOf } from '../conversation-rows'
import styles from './bubble.module.css'
import { type MessageActionHandlers, MessageTimeAndAck, SenderName, senderNameOf } from './message-bubble'
import { MessageMenuButton } from './message-menu'
import { MessagePicture } from './picture'
import { useSwipeToReply } from './use-swipe'

interface AlbumBubbleProps extends Omit<BubbleGrouping, 'key'> {
  readonly messages: readonly MessageView[]
  readonly isGroup: boolean
  /** The key of the picture to highlight after a jump. */
  readonly marked: string | null
  readonly acts: MessageActionHandlers
}

/** The pictures of one sender in a grid. Each picture is a message with its own time, ticks and menu. */
export const PictureAlbumBubble = memo(function AlbumBubble(props: AlbumBubbleProps) {
  const { messages, isGroup, joinsPrevious, joinsNext, marked, acts } = props
  const t = useTexts('messages')
  const [first] = messages
  if (first === undefined) return null
  return (
    <div className={styles.line} data-mine={first.fromMe} data-joined={joinsPrevious}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div
        role="group"
        className={styles.bubble}
        data-mine={first.fromMe}
        data-last={!joinsNext}
        data-media
        data-picture
        aria-label={t('album', { sender: senderNameOf(first, t) })}
      >
        {isGroup && !joinsPrevious && <SenderName message={first} />}
        <div className={styles.album}>
          {messages.map((message, index) => (
            <Tile
              key={message.id}
              message={message}
              name={t('openPictureOf', { at: index + 1, all: messages.length })}
              isMarked={marked === messageKeyOf(message)}
              acts={acts}
            />
          ))}
        </div>
      </div>
    </div>
  )
})

interface TileProps {
  readonly message: MessageView
  readonly name: string
  readonly isMarked: boolean
  readonly acts: MessageActionHandlers
}

function Tile({ message, name, isMarked, acts }: TileProps) {
  const t = useTexts('messages')
  const reply = acts.onReply && (() => acts.onReply?.(message))
  const swipe = useSwipeToReply(reply)
  return (
    <article
      className={`${styles.tile} ${isMarked ? styles.markedTile : ''}`}
      data-part={messageKeyOf(message)}
      aria-label={t('spoken', { sender: senderNameOf(message, t), time: timeOfDay(message.createdAt) })}
      onDoubleClick={reply}
      {...swipe}
    >
      <MessagePicture message={message} fills name={name} onOpen={() => acts.onOpenPicture(message)} />
      <MessageTimeAndAck message={message} t={t} />
      <MessageMenuButton message={message} acts={acts} />
    </article>
  )
}
