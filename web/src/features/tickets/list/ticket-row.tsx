import type { MessageSearchMatch, TicketView } from '@balcao/contract/tickets'
import { matchRangesOf } from '@balcao/domain/excerpts'
import { useQueryClient } from '@tanstack/react-query'
import { Bot, CircleAlert, Hourglass, PencilLine, Search, StickyNote } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { dateAndTime, timeOrDate } from '../../../lib/dates'
import { useTexts } from '../../../lib/i18n/use-texts'
import { useStoredDraftText } from '../../../lib/kept-texts'
import { shortDuration } from '../../../lib/short-duration'
import { useUnsentFileCount } from '../../../lib/waiting-files'

import { AckTicks } from '../../../ui/ticks'
import { showTooltip } from '../../../ui/tips'
import { textWithoutFormatting } from '../../../ui/whatsapp-text'
import { ContactAvatar } from '../contact-avatar'
import { useTicketAreaComponents } from '../parts'
import { noQueueColour, shortenName, type WaitingTime, waitingTimeOf } from '../ticket-facts'
import { urlFragmentOfMessage, useTicketNavigation } from '../use-list-view'
import { LastMessagePreview } from './last-message'
import { TicketRowActions } from './row-actions'
import { TicketRowChips } from './row-chips'
import styles from './ticket-row.module.css'
import { rowFocusTargetAttribute } from './use-row-keys'

interface TicketRowProps {
  readonly ticket: TicketView
  /** The ticket has left this list; the row keeps its place until the pointer leaves. */
  readonly hasLeft: boolean
  readonly now: number
  /** The width for the chips, in px. */
  readonly room: number
  /** The ticket's connection is down, so outgoing messages wait. */
  readonly isDown: boolean
  readonly isNarrow: boolean
  readonly isSelected: boolean
  /** The searched text; empty outside a search. */
  readonly words: string
  /** The message that matched the search; undefined if the contact itself matched. */
  readonly found: MessageSearchMatch | undefined
}

/** A ticket in the list (TICKET-10). A click opens it; a pending one opens only by Accept (TICKET-13). */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, hasLeft, isSelected, found } = props
  const { search } = useTicketNavigation()
  const { prefetchConversation } = useTicketAreaComponents()
  const client = useQueryClient()
  const content = <RowContent {...props} />
  return (
    <article
      className={styles.row}
      // React's types lack custom CSS properties such as `--queue`.
      style={{ '--queue': ticket.queue?.color ?? noQueueColour } as React.CSSProperties}
      data-selected={isSelected}
      data-unread={ticket.unreadMessages > 0}
      data-left={hasLeft}
      data-status={ticket.status}
      data-tip-scope=""
      inert={hasLeft}
    >
      {ticket.status === 'pending' ? (
        <WaitingContent>{content}</WaitingContent>
      ) : (
        <Link
          className={styles.content ?? ''}
          {...{ [rowFocusTargetAttribute]: '' }}
          to={{ pathname: `/tickets/${ticket.uuid}`, search, hash: urlFragmentOfMessage(found?.messageId) }}
          aria-current={isSelected ? 'page' : undefined}
          onClick={(event) => {
            const opensHere = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
            if (opensHere) prefetchConversation(client, ticket.id)
          }}
        >
          {content}
        </Link>
      )}
      {!hasLeft && <TicketRowActions ticket={ticket} isOpen={isSelected} />}
    </article>
  )
})

/** The content of a pending row. A click shows how to open the ticket (TICKET-13). */
function WaitingContent({ children }: { readonly children: ReactNode }) {
  const t = useTexts('tickets')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only explains; the row's act is its button
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={styles.content}
      data-tip={t('acceptToOpen')}
      onClick={({ currentTarget }) => showTooltip(currentTarget)}
    >
      {children}
    </div>
  )
}

/** Memoised: each navigation renders every row's link, but changes the content of only two rows. */
const RowContent = memo(function RowContent(props: TicketRowProps) {
  const { ticket, now, room, isDown, isNarrow, isSelected, words, found } = props
  const t = useTexts('tickets')
  const { contact, unreadMessages } = ticket
  const waiting = waitingTimeOf(ticket, now)
  const name = shortenName(contact.name, isNarrow)
  return (
    <>
      <ContactAvatar contact={contact} />
      <div className={styles.lines}>
        <div className={styles.first}>
          <span className={styles.name} title={contact.name}>
            <MarkedText text={name} marks={matchRangesOf(name, words)} />
          </span>
          {ticket.chatbot && (
            <span className={styles.bot}>
              <Bot size={14} strokeWidth={2} aria-hidden /> {t('bot')}
            </span>
          )}
          <time className={styles.time} dateTime={ticket.updatedAt} title={dateAndTime(ticket.updatedAt)}>
            {timeOrDate(ticket.updatedAt, now)}
          </time>
        </div>
        <div className={styles.second}>
          {found === undefined ? (
            <UnsentOrLast ticket={ticket} isSelected={isSelected} />
          ) : (
            <FoundWords found={found} words={words} />
          )}
          {unreadMessages > 0 && (
            <span className={styles.unread}>
              {unreadMessages}
              <span className="sr-only"> {t('unread', { count: unreadMessages })}</span>
            </span>
          )}
        </div>
        <div className={styles.third}>
          <TicketRowChips ticket={ticket} waiting={waiting} room={room} isDown={isDown} />
          {waiting !== null && <WaitingSince waiting={waiting} />}
        </div>
      </div>
    </>
  )
})

/** Shows the unsent draft in place of the last message, except for the open ticket, whose composer shows it. */
function UnsentOrLast({ ticket, isSelected }: Pick<TicketRowProps, 'ticket' | 'isSelected'>) {
  const t = useTexts('tickets')
  const message = useStoredDraftText(ticket.id, 'message')
  const note = useStoredDraftText(ticket.id, 'note')
  const files = useUnsentFileCount(ticket.id)
  if (isSelected || (message === '' && note === '' && files === 0)) return <LastWord ticket={ticket} />
  const draft = message === '' && files > 0 ? t('draftFiles', { count: files }) : message
  return (
    <span className={styles.preview}>
      {draft !== '' && (
        <b className={styles.unsent}>
          <PencilLine size={14} strokeWidth={2} aria-hidden />
          {t('draft')}:
        </b>
      )}
      {note !== '' && (
        <b className={styles.unsent}>
          <StickyNote size={14} strokeWidth={2} aria-hidden />
          <span className={draft === '' ? undefined : 'sr-only'}>{t('noteDraft')}:</span>
        </b>
      )}
      <span>{draft === '' ? note : draft}</span>
    </span>
  )
}

/** The last message in one line. A pending ticket that a bot answered shows the customer's last message. */
function LastWord({ ticket }: { ticket: TicketView }) {
  const t = useTexts('tickets')
  if (ticket.customerWords !== null && !ticket.lastMessageFailed)
    return <LastMessagePreview ticket={{ lastMessage: ticket.customerWords, lastMessageAuthor: null }} />
  return (
    <>
      {ticket.lastMessageFailed ? (
        <span className={styles.failed} role="img" aria-label={t('notSent')}>
          <CircleAlert size={14} strokeWidth={2} aria-hidden />
        </span>
      ) : (
        ticket.lastMessageFromMe && <AckTicks ack={ticket.lastMessageAck} />
      )}
      <LastMessagePreview ticket={ticket} />
    </>
  )
}

/** An excerpt of the found message, without WhatsApp's formatting marks unless the search contains some. */
function FoundWords({ found, words }: { found: MessageSearchMatch; words: string }) {
  const t = useTexts('tickets')
  const plain = textWithoutFormatting(found.excerpt)
  const marks = plain === found.excerpt ? found.marks : matchRangesOf(plain, words)
  return (
    <span className={styles.preview} title={found.excerpt}>
      <Search size={14} strokeWidth={2} aria-hidden />
      <span>
        <span className="sr-only">{t('foundMessage')} </span>
        {marks.length > 0 ? (
          <MarkedText text={plain} marks={marks} />
        ) : (
          <MarkedText text={found.excerpt} marks={found.marks} />
        )}
      </span>
    </span>
  )
}

function WaitingSince({ waiting }: { waiting: WaitingTime }) {
  const t = useTexts('tickets')
  const duration = shortDuration(waiting.minutes)
  return (
    <span className={styles.wait} data-warmth={waiting.warmth} title={t('waitingSince', { duration })}>
      <Hourglass size={13} strokeWidth={2} aria-hidden />
      <span className="sr-only">{t('waits')} </span>
      {duration}
    </span>
  )
}

interface MarkedTextProps {
  readonly text: string
  /** The matched ranges [from, until), in order and without overlap. */
  readonly marks: readonly (readonly [from: number, until: number])[]
}

function MarkedText({ text, marks }: MarkedTextProps) {
  const parts = marks.map(([from, until], at) => (
    <span key={from}>
      {text.slice(marks[at - 1]?.[1] ?? 0, from)}
      <mark className={styles.mark}>{text.slice(from, until)}</mark>
    </span>
  ))
  return (
    <>
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </>
  )
}
