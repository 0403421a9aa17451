import { createContext, type ReactNode, useContext, useState } from 'react'
import { useRequestedConversation } from '../../lib/talk-to'
import { lazyComponent } from '../../ui/later'
import type { InitialContact } from './parts'

const NewTicketDialog = lazyComponent(() =>
  import('./dialogs/new-ticket-dialog').then((it) => it.NewTicketDialog),
)

type StartTicket = (contact?: InitialContact) => void
const StartTicketContext = createContext<StartTicket>(() => undefined)

/** The function that opens the new-ticket dialog, for any component of the ticket area. */
export function useStartTicket(): StartTicket {
  return useContext(StartTicketContext)
}

/** Provides the new-ticket dialog to its children, and opens it for a contact that another page requested. */
export function NewTicketProvider({ children }: { children: ReactNode }) {
  const [start, setStart] = useState<InitialContact | null>(null)
  const asked = useRequestedConversation()
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
