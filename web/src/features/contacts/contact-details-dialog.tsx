import { type ContactView, mergeContacts } from '@balcao/contract/contacts'
import { getPersonalDataExport } from '@balcao/contract/personal-data'
import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId } from '@balcao/domain/ids'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayCall } from '../../lib/session'
import { urlOfTicket } from '../../lib/ticket-address'
import { Button } from '../../ui/button'
import { DatedLink } from '../../ui/dated-link'
import { AppDialog } from '../../ui/dialog'
import { PagedPanelList } from '../../ui/panel-pages'
import { PanelSection } from '../../ui/side-panel'
import { useContact, useTicketsOfContact } from './api/contacts'
import { ContactSummary } from './contact-facts'
import styles from './details.module.css'
import { MergeContactsDialog, type MergeDialogProps } from './merge-dialog'
import { PersonalDataActions } from './personal-data'

interface ContactDetailsDialogProps {
  readonly contactId: ContactId
  readonly onClose: () => void
  readonly onMerged: (contact: ContactView) => void
}

export function ContactDetailsDialog({ contactId, onClose, onMerged }: ContactDetailsDialogProps) {
  const { t } = useTranslation('contacts')
  const mayMerge = useMayCall(mergeContacts)
  const maySeeData = useMayCall(getPersonalDataExport)
  const { data: contact } = useContact(contactId)
  const isPerson = contact !== undefined && !contact.isGroup
  return (
    <AppDialog title={t('contact')} open onClose={onClose} width={520}>
      <div className={styles.details}>
        <ContactSummary contactId={contactId} />
        <PanelSection title={t('history')}>
          <ContactTicketHistory contactId={contactId} />
        </PanelSection>
        {isPerson && !contact.isRemoved && mayMerge && (
          <PanelSection title={t('twice')}>
            <MergePart contact={contact} onMerged={onMerged} />
          </PanelSection>
        )}
        {contact !== undefined && maySeeData && (
          <PanelSection title={t('personalData')}>
            <PersonalDataActions contact={contact} onErased={onClose} />
          </PanelSection>
        )}
      </div>
    </AppDialog>
  )
}

function ContactTicketHistory({ contactId }: { contactId: ContactId }) {
  const { t } = useTranslation('contacts')
  const query = useTicketsOfContact(contactId)
  return (
    <PagedPanelList
      items={query.data}
      query={query}
      words={{
        ...{ list: t('history'), none: t('noHistory') },
        ...{ failed: t('historyFailed'), moreFailed: t('historyFailed') },
        ...{ more: t('moreHistory'), showMore: t('moreHistory') },
      }}
      row={(ticket) => <PastTicket key={ticket.id} ticket={ticket} />}
    />
  )
}

function PastTicket({ ticket }: { ticket: TicketView }) {
  const { t } = useTranslation('contacts')
  const { id, status, queue, user, createdAt } = ticket
  return (
    <DatedLink
      to={urlOfTicket(ticket)}
      name={`#${id}`}
      at={createdAt}
      facts={[t(`tickets:status.${status}`), queue?.name, user?.name].filter(Boolean).join(' · ')}
    />
  )
}

function MergePart({ contact, onMerged }: Omit<MergeDialogProps, 'onClose'>) {
  const { t } = useTranslation('contacts')
  const [isMerging, setMerging] = useState(false)
  return (
    <>
      <p className={styles.meaning}>{t('mergeHelp')}</p>
      <div className={styles.acts}>
        <Button size="small" icon={Merge} onClick={() => setMerging(true)}>
          {t('merge')}
        </Button>
      </div>
      {isMerging && (
        <MergeContactsDialog contact={contact} onClose={() => setMerging(false)} onMerged={onMerged} />
      )}
    </>
  )
}
