import { getPersonalDataExport } from '@balcao/contract/personal-data'
import { createSchedule } from '@balcao/contract/schedules'
import type { TicketView } from '@balcao/contract/tickets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useContact } from '../features/contacts/api/contacts'
import { ContactSummary } from '../features/contacts/contact-facts'
import { PersonalDataActions } from '../features/contacts/personal-data'
import { TicketNotes } from '../features/notes/ticket-notes'
import { ContactSchedules } from '../features/schedules/contact-schedules'
import { TicketTags } from '../features/tags/ticket-tags'
import { OtherTicketsOfContact } from '../features/tickets/others/other-tickets'
import { useIsInPlan, useMayCall } from '../lib/session'
import { PanelSection, SidePanel } from '../ui/side-panel'
import { ScheduleDraftDialog } from './draft-schedule-dialog'

interface ContactDrawerProps {
  readonly ticket: TicketView
  readonly takesFocus: boolean
  readonly onChanged: (ticket: TicketView) => void
  readonly onClose: () => void
}

export function ContactDrawer({ ticket, takesFocus, onChanged, onClose }: ContactDrawerProps) {
  const { t } = useTranslation('contacts')
  const hasSchedules = useIsInPlan('useSchedules')
  const mayAddSchedule = useMayCall(createSchedule) && hasSchedules
  const maySeeData = useMayCall(getPersonalDataExport)
  const { data: contact } = useContact(ticket.contactId)
  const isRemoved = contact?.isRemoved === true
  const [isScheduling, setScheduling] = useState(false)
  return (
    <SidePanel title={t('contact')} takesFocus={takesFocus} onClose={onClose}>
      <ContactSummary
        contactId={ticket.contactId}
        onSchedule={mayAddSchedule ? () => setScheduling(true) : undefined}
      />
      <TicketTags ticket={ticket} onChanged={onChanged} />
      <TicketNotes ticket={ticket} />
      {hasSchedules && <ContactSchedules contact={ticket.contact} isRemoved={isRemoved} />}
      <OtherTicketsOfContact ticket={ticket} />
      {/* The details of an existing contact have these actions. */}
      {isRemoved && maySeeData && (
        <PanelSection title={t('personalData')}>
          <PersonalDataActions contact={contact} onErased={onClose} />
        </PanelSection>
      )}
      {isScheduling && <ScheduleDraftDialog ticket={ticket} onClose={() => setScheduling(false)} />}
    </SidePanel>
  )
}
