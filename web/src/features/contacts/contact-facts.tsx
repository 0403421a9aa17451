import type { ContactView } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import { CalendarClock, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullDate, longDateAndTime } from '../../lib/dates'
import { formatPhoneNumber } from '../../lib/shown-number'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useContact } from './api/contacts'
import { ContactDialog } from './contact-dialog'
import styles from './contacts.module.css'

interface ContactFactsProps {
  readonly contactId: ContactId
  /** Starts a schedule for the contact; undefined where the plan has no schedules. */
  readonly onSchedule?: (() => void) | undefined
}

export function ContactSummary({ contactId, onSchedule }: ContactFactsProps) {
  const { t } = useTranslation('contacts')
  const { data: contact, error, refetch } = useContact(contactId)
  if (contact === undefined) {
    return error === null ? (
      <SkeletonRows rows={3} height={64} />
    ) : (
      <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      <Person contact={contact} onSchedule={onSchedule} />
      <Pairs contact={contact} />
    </>
  )
}

function Person({ contact, onSchedule }: { contact: ContactView; onSchedule?: (() => void) | undefined }) {
  const { t } = useTranslation('contacts')
  const [isEditing, setEditing] = useState(false)
  const { name, isGroup, isRemoved } = contact
  // An empty number means that WhatsApp hides it or, for a deleted contact, that its personal data may be erased.
  const hasPhone = !isGroup && (!isRemoved || contact.number !== '')
  return (
    <section className={styles.person}>
      <Avatar name={name} seed={contact.id} picture={contact.profilePicUrl} isGroup={isGroup} size={64} />
      <h3>{name}</h3>
      {hasPhone && <PhoneNumber number={contact.number} />}
      {isRemoved ? (
        <p className={styles.hidden}>{t('removed')}</p>
      ) : (
        <div className={styles.acts}>
          {!isGroup && (
            <Button size="small" icon={Pencil} onClick={() => setEditing(true)}>
              {t('common:edit')}
            </Button>
          )}
          {onSchedule !== undefined && (
            <Button size="small" icon={CalendarClock} onClick={onSchedule}>
              {t('schedule')}
            </Button>
          )}
        </div>
      )}
      {isEditing && (
        <ContactDialog start={contact} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
      )}
    </section>
  )
}

/** A number to call or copy. A contact with only a LID, WhatsApp's hidden id, has no number to show. */
function PhoneNumber({ number }: { number: string }) {
  const { t } = useTranslation('contacts')
  if (number === '') return <p className={styles.hidden}>{t('hiddenNumber')}</p>
  return (
    <span className={styles.number}>
      <a href={`tel:+${number}`}>{formatPhoneNumber(number)}</a>
      <CopyButton text={`+${number}`} label={t('copyNumber')} />
    </span>
  )
}

function Pairs({ contact: { email, extraInfo, createdAt } }: { contact: ContactView }) {
  const { t, i18n } = useTranslation('contacts')
  return (
    <dl className={styles.pairs}>
      {email !== '' && (
        <div>
          <dt>{t('email')}</dt>
          <dd>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          </dd>
        </div>
      )}
      {extraInfo.map(({ name, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two pairs may be equal, and their order is fixed
        <div key={place}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t('since')}</dt>
        <dd>
          <time dateTime={createdAt} title={longDateAndTime(createdAt, i18n.language)}>
            {fullDate(createdAt)}
          </time>
        </dd>
      </div>
    </dl>
  )
}
