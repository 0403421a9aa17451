import type { ContactView } from '@balcao/contract/contacts'
import type { ContactId } from '@balcao/domain/ids'
import Button from '@mui/material/Button'
import { Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { shownNumber } from '../../lib/shown-number'
import { Avatar } from '../../ui/avatar'
import { IconButton } from '../../ui/icon-button'
import { ErrorState, SkeletonRows } from '../../ui/states'
import { useContact } from './api/get-contact'
import { ContactDialog } from './contact-dialog'
import styles from './contacts.module.css'

interface ContactPanelProps {
  readonly contactId: ContactId
  readonly onClose: () => void
}

/** The contact beside the conversation, 320 px wide (CONVO-19, CONVO-26). */
export function ContactPanel({ contactId, onClose }: ContactPanelProps) {
  const { t } = useTranslation('contacts')
  const { data: contact, error, refetch } = useContact(contactId)
  return (
    <aside className={styles.panel} aria-label={t('contact')}>
      <header className={styles.head}>
        <h2>{t('contact')}</h2>
        <IconButton label={t('common:close')} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </header>
      {contact !== undefined ? (
        <ContactFacts contact={contact} />
      ) : error === null ? (
        <SkeletonRows rows={3} height={64} />
      ) : (
        <ErrorState title={t('loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
    </aside>
  )
}

function ContactFacts({ contact }: { contact: ContactView }) {
  const { t } = useTranslation('contacts')
  const [isEditing, setEditing] = useState(false)
  const { name, number, email, extraInfo, isGroup } = contact
  const facts = [...(email === '' ? [] : [{ name: t('email'), value: email }]), ...extraInfo]
  return (
    <div className={styles.facts}>
      <section className={styles.person}>
        <Avatar name={name} seed={contact.id} picture={contact.profilePicUrl} isGroup={isGroup} size={64} />
        <h3>{name}</h3>
        {number !== '' && !isGroup && <a href={`tel:+${number}`}>{shownNumber(number)}</a>}
        {!isGroup && (
          <Button
            size="small"
            startIcon={<Pencil size={16} strokeWidth={2} />}
            onClick={() => setEditing(true)}
          >
            {t('common:edit')}
          </Button>
        )}
      </section>
      {facts.length > 0 && (
        <dl className={styles.pairs}>
          {facts.map((fact) => (
            <div key={`${fact.name}:${fact.value}`}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {isEditing && (
        <ContactDialog start={contact} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
      )}
    </div>
  )
}
