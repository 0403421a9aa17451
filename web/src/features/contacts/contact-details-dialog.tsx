import { type ContactView, mergeContacts } from '@balcao/contract/contacts'
import { getPersonalData } from '@balcao/contract/personal-data'
import type { ContactId } from '@balcao/domain/ids'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayCall } from '../../lib/session'
import { Button } from '../../ui/button'
import { AppDialog } from '../../ui/dialog'
import { PanelSection } from '../../ui/side-panel'
import { useContact } from './api/contacts'
import { ContactSummary } from './contact-facts'
import { ContactTicketHistory } from './contact-history'
import styles from './details.module.css'
import { MergeContactsDialog } from './merge-dialog'
import { PersonalDataActions } from './personal-data'

interface ContactDetailsDialogProps {
  readonly contactId: ContactId
  readonly onClose: () => void
  /** Two contacts were merged: shows the remaining one. */
  readonly onMerged: (contact: ContactView) => void
}

/** A contact with its tickets. Admins can also merge it, export its data and erase it. */
export function ContactDetailsDialog({ contactId, onClose, onMerged }: ContactDetailsDialogProps) {
  const { t } = useTranslation('contacts')
  const mayMerge = useMayCall(mergeContacts)
  const maySeeData = useMayCall(getPersonalData)
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

function MergePart({
  contact,
  onMerged,
}: {
  contact: ContactView
  onMerged: (contact: ContactView) => void
}) {
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
