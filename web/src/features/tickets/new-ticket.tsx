import { createContext, type ReactNode, useContext, useState } from 'react'
import { useRequestedConversationContact } from '../../lib/talk-to'
import { lazyComponent } from '../../ui/later'
import type { NewTicketContact } from './parts'

const NewTicketDialog = lazyComponent(() =>
  import('./dialogs/new-ticket-dialog').then((it) => it.NewTicketDialog),
)

type StartTicket = (contact?: NewTicketContact) => void
const StartTicketContext = createContext<StartTicket>(() => undefined)

export function useOpenNewTicketDialog(): StartTicket {
  return useContext(StartTicketContext)
}

/** Provides the new-ticket dialog to its children, and opens it for a contact that another page requested. */
export function NewTicketDialogProvider({ children }: { children: ReactNode }) {
  const [start, setStart] = useState<NewTicketContact | null>(null)
  const asked = useRequestedConversationContact()
  return (
    <StartTicketContext value={(contact = { name: '', number: '' }) => setStart(contact)}>
      {children}
      {start !== null && <NewTicketDialog start={start} onClose={() => setStart(null)} />}
      {asked.contact !== undefined && (
        <NewTicketDialog key={asked.contact.id} start={asked.contact} onClose={asked.forget} />
      )}
    </StartTicketContext>
  )
}
