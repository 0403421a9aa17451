import type { MessageView } from '@balcao/contract/messages'
import { isUpToThreeEmoji } from '@balcao/domain/messages'
import type { TFunction } from 'i18next'
import { Ban, Bot, CalendarClock, CircleAlert, CodeXml, Cog, EyeOff, Megaphone, View } from 'lucide-react'
import { memo, useContext, useId } from 'react'
import { ApiError } from '../../../lib/api-error'
import { dateAndTime, timeOfDay } from '../../../lib/dates'
import { errorText } from '../../../lib/error-text'
import { useTexts } from '../../../lib/i18n/use-texts'
import { FormattedText } from '../../../ui/formatted-text'
import { avatarToneOf } from '../../../ui/initials'
import { AckTicks } from '../../../ui/ticks'
import type { BubbleGrouping } from '../conversation-rows'
import type { VcardContact } from '../location-and-vcard'
import {
  displayedMessageOriginOf,
  hasMessageFailed,
  hasReadableText,
  isMessageEditable,
  isPictureOrVideo,
  isStickerMessage,
  isViewOnceOnPhoneOnly,
} from '../message-kind'
import { readPollContent } from '../poll'
import { ReactionChips } from '../reactions/reaction-chips'
import { ConversationSearchContext } from '../search/searched-words'
import styles from './bubble.module.css'
import { MessageFailureLine, PollCard } from './bubble-parts'

import { LinkCard } from './link-card'
import { MediaContent } from './media-content'
import { MessageMenuButton, reactionHandlerFor } from './message-menu'
import { QuotedMessage } from './quote'

import { useSwipeToReply } from './use-swipe'

/** The handlers of the actions on messages. An action without a handler is not offered to the viewer. */
export interface MessageActionHandlers {
  readonly onReply?: ((message: MessageView) => void) | undefined
  /** Sets our reaction; an empty emoji removes it. */
  readonly onReact?: ((message: MessageView, emoji: string) => void) | undefined
  readonly onEdit?: ((message: MessageView) => void) | undefined
  readonly mayRepeat: boolean
  readonly onDelete?: ((message: MessageView) => void) | undefined
  readonly onRetry: (message: MessageView) => void
  readonly onCopy: (message: MessageView) => void
  readonly onMenu: (message: MessageView) => void
  /** Shows when the message was sent, delivered and read. */
  readonly onInfo: (message: MessageView) => void
  readonly onJump: (messageId: number) => void
  readonly onOpenPicture: (message: MessageView) => void
  readonly onTalkTo?: ((contact: VcardContact) => void) | undefined
}

interface MessageBubbleProps extends Omit<BubbleGrouping, 'key'> {
  readonly message: MessageView
  /** The conversation is a group: the bubble names its sender. */
  readonly isGroup: boolean
  readonly isMarked: boolean
  readonly acts: MessageActionHandlers
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isGroup, joinsPrevious, joinsNext, isMarked, acts } = props
  const t = useTexts('messages')
  const isFailed = hasMessageFailed(message)
  const react = reactionHandlerFor(message, acts)
  const reply = acts.onReply && !message.isDeleted ? () => acts.onReply?.(message) : undefined
  const swipe = useSwipeToReply(reply)
  const sender = senderNameOf(message, t)
  const wordsId = useId()
  return (
    <div
      className={`${styles.line} ${isMarked ? styles.marked : ''}`}
      data-mine={message.fromMe}
      data-joined={joinsPrevious}
    >
      <article
        className={styles.bubble}
        data-mine={message.fromMe}
        data-last={!joinsNext}
        data-media={hasMediaFrame(message)}
        data-picture={isPictureOrVideo(message)}
        data-audio={!message.isDeleted && message.mediaType === 'audio' && message.media?.state === 'ready'}
        data-sticker={!message.isDeleted && isStickerMessage(message)}
        data-menu={!message.isDeleted}
        aria-label={t('spoken', { sender, time: timeOfDay(message.createdAt) })}
        aria-describedby={!message.isDeleted && hasReadableText(message) ? wordsId : undefined}
        onDoubleClick={reply}
        {...swipe}
      >
        {isGroup && !joinsPrevious && <SenderName message={message} />}
        {message.isDeleted ? <DeletedWords /> : <Content message={message} acts={acts} wordsId={wordsId} />}
        <MessageTimeAndAck message={message} t={t} />
        <MessageMenuButton message={message} acts={acts} />
      </article>
      {!message.isDeleted && message.reactions.length > 0 && (
        <ReactionChips reactions={message.reactions} onReact={react} />
      )}
      {message.refusedChange !== null && message.isDeleted === (message.refusedChange === 'deletion') && (
        <MessageFailureLine
          text={t(refusedTexts[message.refusedChange])}
          role="status"
          onRetry={tryChangeAgain(message, acts)}
        />
      )}
      {isFailed && acts.mayRepeat && (
        <MessageFailureLine
          text={t('notSent', { reason: errorText(new ApiError(400, message.failure ?? ''), t) })}
          onRetry={() => acts.onRetry(message)}
          onCopy={hasReadableText(message) ? () => acts.onCopy(message) : undefined}
          onDelete={acts.onDelete && (() => acts.onDelete?.(message))}
        />
      )}
    </div>
  )
})

export function senderNameOf({ fromMe, user, contact }: MessageView, t: TFunction<'messages'>): string {
  return fromMe ? (user?.name ?? t('you')) : (contact?.name ?? '')
}

/** The name of a group message's sender, in a colour per sender. Renders nothing for our own messages. */
export function SenderName({ message: { fromMe, contact } }: { readonly message: MessageView }) {
  if (fromMe) return null
  return (
    <span className={styles.sender} style={{ color: `var(--av-${avatarToneOf(contact?.id ?? 0)}-t)` }}>
      {contact?.name}
    </span>
  )
}

const refusedTexts = {
  edit: 'editRefused',
  reaction: 'reactions.refused',
  deletion: 'deletionRefused',
} as const

function tryChangeAgain(message: MessageView, acts: MessageActionHandlers): (() => void) | undefined {
  const { onEdit, onDelete } = acts
  if (message.refusedChange === 'edit')
    return onEdit && isMessageEditable(message) ? () => onEdit(message) : undefined
  return message.refusedChange === 'deletion' && onDelete ? () => onDelete(message) : undefined
}

interface ContentProps {
  readonly message: MessageView
  readonly acts: MessageActionHandlers
  /** The DOM id of the text of the message, for `aria-describedby`. */
  readonly wordsId: string
}

function Content({ message, acts, wordsId }: ContentProps) {
  const { quotedMsg } = message
  return (
    <>
      {quotedMsg !== null && <QuotedMessage quoted={quotedMsg} onOpen={() => acts.onJump(quotedMsg.id)} />}
      {message.isViewOnce && <ViewOnceWords isOnPhone={isViewOnceOnPhoneOnly(message)} />}
      <MediaContent
        message={message}
        onRetry={() => acts.onRetry(message)}
        onOpenPicture={() => acts.onOpenPicture(message)}
        onTalkTo={acts.onTalkTo}
      />
      {message.linkPreview !== null && <LinkCard preview={message.linkPreview} />}
      {hasReadableText(message) && (
        <div className={styles.words}>
          <Words message={message} wordsId={wordsId} />
        </div>
      )}
    </>
  )
}

function Words({ message: { id, body }, wordsId }: Pick<ContentProps, 'message' | 'wordsId'>) {
  const searched = useContext(ConversationSearchContext)
  const poll = readPollContent(body)
  return (
    <span id={wordsId} data-found={searched?.current === id} data-emoji={isUpToThreeEmoji(body)}>
      {poll === undefined ? (
        <FormattedText text={body} searched={searched?.words} />
      ) : (
        <PollCard poll={poll} searched={searched?.words} />
      )}
    </span>
  )
}

function DeletedWords() {
  const t = useTexts('messages')
  return (
    <span className={styles.deleted}>
      <Ban size={16} strokeWidth={1.75} aria-hidden /> {t('deleted')}
    </span>
  )
}

/** Replaces the content of a view-once message, which WhatsApp mostly sends to the phone alone. */
function ViewOnceWords({ isOnPhone }: { isOnPhone: boolean }) {
  const t = useTexts('messages')
  const Icon = isOnPhone ? EyeOff : View
  return (
    <span className={styles.viewOnce}>
      <Icon size={16} strokeWidth={1.75} aria-hidden /> {t(isOnPhone ? 'viewOnceOnPhone' : 'viewOnce')}
    </span>
  )
}

interface MetaProps {
  readonly message: MessageView
  readonly t: TFunction<'messages'>
}

export function MessageTimeAndAck({ message, t }: MetaProps) {
  return (
    <span className={styles.meta}>
      <OriginMark message={message} t={t} />
      {message.isEdited && !message.isDeleted && <span>{t('edited')}</span>}
      <time dateTime={message.createdAt} title={dateAndTime(message.createdAt)}>
        {timeOfDay(message.createdAt)}
      </time>
      {message.fromMe &&
        !message.isDeleted &&
        (hasMessageFailed(message) ? (
          <CircleAlert
            className={styles.failedMark}
            size={15}
            strokeWidth={2}
            role="img"
            aria-label={t('failed')}
          />
        ) : (
          <AckTicks ack={message.ack} />
        ))}
    </span>
  )
}

const originIcons = {
  campaign: Megaphone,
  schedule: CalendarClock,
  api: CodeXml,
  bot: Bot,
  automatic: Cog,
} as const

function OriginMark({ message, t }: MetaProps) {
  const origin = displayedMessageOriginOf(message)
  if (origin === null) return null
  const Icon = originIcons[origin]
  const words = t(`origins.${origin}`)
  return (
    <span role="img" className={styles.origin} aria-label={words} data-tip={words}>
      <Icon size={14} strokeWidth={2} aria-hidden />
    </span>
  )
}

/** Whether the bubble gets the narrow padding of pictures, videos and documents. */
function hasMediaFrame(message: MessageView): boolean {
  return isPictureOrVideo(message) || (!message.isDeleted && message.mediaType === 'application')
}
