import Popover from '@mui/material/Popover'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { timeOfDay } from '../../lib/dates'
import { Avatar } from '../../ui/avatar'
import { IconButton } from '../../ui/icon-button'
import { useUnreadTickets } from './api/unread-tickets'
import { DesktopNotices } from './desktop-notices'
import { LastMessage } from './list/last-message'
import styles from './notifications.module.css'

/** The bell: how many tickets have unread messages for this person, and which (SHELL-41). */
export function Notifications() {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const tickets = useUnreadTickets()

  function go(uuid: string, status: string): void {
    setAnchor(null)
    // A pending ticket opens by Accept only (TICKET-13): its place is the list of those that wait.
    void navigate(status === 'pending' ? '/tickets?sub=pending' : `/tickets/${uuid}`)
  }

  return (
    <>
      <IconButton
        label={tickets.length === 0 ? t('notifications') : t('notificationsCount', { count: tickets.length })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Bell size={20} strokeWidth={1.75} aria-hidden />
        {tickets.length > 0 && (
          <span className={styles.badge} aria-hidden>
            {tickets.length > 99 ? '99+' : tickets.length}
          </span>
        )}
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('notifications') } }}
      >
        {tickets.length === 0 ? (
          <p className={styles.none}>{t('noNotifications')}</p>
        ) : (
          <ul className={styles.list}>
            {tickets.map(({ id, uuid, status, contact, lastMessage, unreadMessages, updatedAt }) => (
              <li key={id}>
                <button type="button" className={styles.item} onClick={() => go(uuid, status)}>
                  <Avatar
                    name={contact.name}
                    seed={contact.id}
                    picture={contact.profilePicUrl}
                    isGroup={contact.isGroup}
                    size={36}
                  />
                  <span className={styles.words}>
                    <b>{contact.name}</b>
                    <LastMessage text={lastMessage} />
                  </span>
                  <span className={styles.facts}>
                    <time dateTime={updatedAt}>{timeOfDay(updatedAt)}</time>
                    <span className={styles.count}>{unreadMessages}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <DesktopNotices />
      </Popover>
    </>
  )
}
