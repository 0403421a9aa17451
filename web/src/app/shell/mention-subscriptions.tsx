import type { MentionView } from '@balcao/contract/notes'
import { AtSign } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import {
  isNoteOnScreen,
  useMarkMentionsSeen,
  useMentionSubscription,
  useUnseenMentions,
} from '../../features/notes/api/mentions'
import type { NotificationGroup } from '../../features/tickets/notifications'
import { showDesktopNotification } from '../../lib/desktop-notice'
import { playNotificationSound } from '../../lib/notice-sound'
import { after } from '../../lib/timers'
import { showToastWithAction } from '../../ui/toasts'
import styles from './news-lines.module.css'
import { NotificationLine } from './notification-line'

/** In milliseconds. A note that the open conversation shows within this time causes no notification. */
const noticeDelayMs = 500

export function MentionEventSubscriptions() {
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const later = useLater()
  useMentionSubscription((mention) => {
    const mayComeInSight = document.hasFocus() && pathname === `/tickets/${mention.ticketUuid}`
    if (mayComeInSight) later(noticeDelayMs, () => !isNoteOnScreen(mention.note) && notify(mention))
    else notify(mention)
  })
  function notify(mention: MentionView): void {
    const author = mention.note.user?.name ?? t('mentions.formerColleague')
    const words = t('mentions.by', { author, contact: mention.contactName })
    const open = () => void navigate(addressOf(mention))
    playNotificationSound()
    showToastWithAction(words, { name: t('mentions.open'), act: open })
    showDesktopNotification({ title: words, body: mention.note.note, tag: `note-${mention.note.id}` }, open)
  }
  return null
}

/** Like the timer function `after`, but cancels pending timers on unmount. */
function useLater(): typeof after {
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    const { current: all } = waiting
    return () => {
      for (const cancel of all) cancel()
    }
  }, [])
  return (milliseconds, act) => {
    const cancel = after(milliseconds, () => {
      waiting.current.delete(cancel)
      act()
    })
    waiting.current.add(cancel)
    return cancel
  }
}

export function useMentionNotifications(): NotificationGroup | null {
  const { t } = useTranslation('shell')
  const mentions = useUnseenMentions()
  if (mentions.length === 0) return null
  return {
    kind: 'mentions',
    count: mentions.length,
    words: t('mentions.wait', { count: mentions.length }),
    line: (onGone) => (
      <ul className={styles.list} aria-label={t('mentions.title')}>
        {mentions.map((mention) => (
          <MentionLine key={mention.note.id} mention={mention} onGone={onGone} />
        ))}
      </ul>
    ),
  }
}

function MentionLine({ mention, onGone }: { mention: MentionView; onGone: () => void }) {
  const { t } = useTranslation('shell')
  const { mutate, isPending } = useMarkMentionsSeen()
  const { note, contactName } = mention
  const author = note.user?.name ?? t('mentions.formerColleague')
  return (
    <NotificationLine
      to={addressOf(mention)}
      icon={AtSign}
      author={{ id: note.user?.id ?? 0, name: author }}
      title={t('mentions.by', { author, contact: contactName })}
      at={note.createdAt}
      seenLabel={t('mentions.seen', { author, contact: contactName })}
      isSaving={isPending}
      onSeen={() => mutate([note.id])}
      onOpen={onGone}
    >
      <span>{note.note}</span>
    </NotificationLine>
  )
}

/**
 * The URL of a note in its conversation. `useAskedMessage` scrolls to the message in the fragment, below
 * which the note is shown. If the note is above all messages, the URL only opens the ticket.
 */
function addressOf({ ticketUuid, note, messageId }: MentionView): string {
  const place = messageId === null ? '' : `#note-${note.id}-message-${messageId}`
  return `/tickets/${ticketUuid}${place}`
}
