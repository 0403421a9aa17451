import type { TicketView } from '@balcao/contract/tickets'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { NameWithColourDot } from '../../ui/dot-name'
import { EmptyState, ErrorState, NoResultsState, SkeletonRows } from '../../ui/states'
import { useCombobox } from '../../ui/use-list-below'
import { useIsPhone } from '../../ui/use-media'
import { type TicketPickerResult, useTicketPickerResult } from './api/shares'
import styles from './shares.module.css'

export function TicketPicker({ onChoose }: { onChoose: (ticket: TicketView) => void }) {
  const { t } = useTranslation('shares')
  const isPhone = useIsPhone()
  const [words, setWords] = useState('')
  const found = useTicketPickerResult(words)
  const { tickets } = found
  const below = useCombobox({ words, onWrite: setWords, choices: tickets, onChoose })

  return (
    <>
      <input
        {...below.field}
        className={styles.search}
        type="search"
        // biome-ignore lint/a11y/noAutofocus: choosing is the next step; on a phone the keyboard would hide the list
        autoFocus={!isPhone}
        aria-label={t('choose')}
        placeholder={t('search')}
      />
      <p className={styles.note} role="status">
        {found.isLoading
          ? t('common:loading')
          : t(found.hasMore ? 'newest' : found.isSearch ? 'found' : 'own', { count: tickets.length })}
      </p>
      {found.error !== null && tickets.length > 0 && (
        <p role="alert" className={styles.problem}>
          {t('ticketsFailed')}. {errorText(found.error, t)}{' '}
          <Button size="small" onClick={found.reload}>
            {t('common:tryAgain')}
          </Button>
        </p>
      )}
      <div {...below.list} role="listbox" aria-label={t('tickets')} className={styles.tickets}>
        {tickets.map((ticket) => (
          <div key={ticket.id} {...below.choice(ticket)} className={styles.ticket}>
            <TicketFacts ticket={ticket} />
          </div>
        ))}
      </div>
      {tickets.length === 0 && (
        <NoTicket found={found} words={words.trim()} onClear={() => below.write('')} />
      )}
    </>
  )
}

function TicketFacts({ ticket: { id, status, contact, queue } }: { ticket: TicketView }) {
  const { t } = useTranslation('shares')
  return (
    <>
      <Avatar
        name={contact.name}
        seed={contact.id}
        picture={contact.profilePicUrl}
        isGroup={contact.isGroup}
        size={36}
      />
      <span className={styles.words}>
        <span className={styles.name}>{contact.name}</span>
        <span className={styles.facts}>
          #{id}
          {queue !== null && <NameWithColourDot {...queue} />}
        </span>
      </span>
      <small>{t(`tickets:status.${status}`)}</small>
    </>
  )
}

interface NoTicketProps {
  readonly found: TicketPickerResult
  readonly words: string
  readonly onClear: () => void
}

function NoTicket({ found, words, onClear }: NoTicketProps) {
  const { t } = useTranslation('shares')
  if (found.error !== null)
    return <ErrorState title={t('ticketsFailed')} error={found.error} onRetry={found.reload} />
  if (found.isLoading) return <SkeletonRows rows={4} height={56} />
  if (words !== '')
    return (
      <NoResultsState
        search={words}
        where={t(found.isSearch ? 'tickets:searchedWhere' : 'tickets:typeThree')}
        onClear={onClear}
      />
    )
  return <EmptyState icon={Inbox} title={t('noneOpen')} text={t('noneOpenMeaning')} />
}
