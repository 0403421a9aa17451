import type { TicketView } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { Search, Unplug } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutage } from '../../lib/lists/outages'
import { useColleaguesInConversation, useTypists } from '../../lib/presence'
import { Avatar } from '../../ui/avatar'
import { IconButton } from '../../ui/icon-button'
import { useIsNarrow, useIsPhone } from '../../ui/use-media'
import { ContactAvatar } from './contact-avatar'
import { ListAndConversationTabs } from './pane-tabs'
import { TicketActions } from './ticket-actions'
import styles from './ticket-area.module.css'
import { shortenName } from './ticket-facts'

const most = 3

/** Shows which colleagues have this conversation open, so that two people do not answer at once. */
function Onlookers({ ticketId }: { ticketId: TicketId }) {
  const { t } = useTranslation('tickets')
  const onlookers = useColleaguesInConversation(ticketId)
  if (onlookers.length === 0) return null
  const names = t('alsoLooking', { names: onlookers.map(({ name }) => name).join(', ') })
  return (
    <span className={styles.onlookers} role="img" aria-label={names} title={names}>
      {onlookers.slice(0, most).map(({ id, name }) => (
        <Avatar key={id} name={name} seed={id} size={24} />
      ))}
      {onlookers.length > most && <b>+{onlookers.length - most}</b>}
    </span>
  )
}

interface ConversationHeadProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly ticket: TicketView
  readonly showsContact: boolean
  readonly onContact: () => void
  readonly isSearching: boolean
  readonly onSearch: () => void
}

/** The header of a conversation: the contact, the assignee and the action buttons (CONVO-27). */
export function ConversationHead(props: ConversationHeadProps) {
  const { ref, ticket, showsContact, onContact, isSearching, onSearch } = props
  const { t } = useTranslation('tickets')
  const isPhone = useIsPhone()
  const isOnePane = useIsNarrow()
  const { contact, user, queue } = ticket
  const typist = useTypists(ticket.id).find(({ isColleague }) => !isColleague)
  const outage = useOutage(ticket.whatsappId)
  const assigned = user === null ? null : t('assignedTo', { name: user.name })
  return (
    <header className={styles.head}>
      {isPhone && <h1 className="sr-only">{contact.name}</h1>}
      {isOnePane && <ListAndConversationTabs shown="conversation" uuid={ticket.uuid} inHead />}
      <button
        ref={ref}
        type="button"
        className={styles.person}
        aria-expanded={showsContact}
        onClick={onContact}
        title={t('showContact')}
      >
        <ContactAvatar contact={contact} size={36} />
        <span className={styles.names}>
          <span className={styles.name} title={contact.name}>
            {/* A name may change the writing direction of the text after it. */}
            <bdi>{shortenName(contact.name, isPhone)}</bdi> <span>#{ticket.id}</span>
          </span>
          <span className={styles.assigned}>
            {typist === undefined ? (
              <>
                {outage !== undefined && (
                  <span className={styles.outage} title={t('common:outage.of', { name: outage.name })}>
                    <Unplug size={12} strokeWidth={2} aria-hidden /> {outage.name}: {t('common:outage.short')}{' '}
                    ·{' '}
                  </span>
                )}
                {[assigned, queue?.name ?? t('noQueue')].filter(Boolean).join(' · ')}
              </>
            ) : (
              <em>{t(`doing.${typist.doing}`)}</em>
            )}
          </span>
        </span>
      </button>
      <Onlookers ticketId={ticket.id} />
      {!isPhone && (
        <IconButton label={t('searchConversation')} aria-expanded={isSearching} onClick={onSearch}>
          <Search size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
      <TicketActions ticket={ticket} onSearch={isPhone ? onSearch : undefined} />
    </header>
  )
}
