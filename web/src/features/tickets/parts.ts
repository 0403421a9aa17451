import type { ContactView } from '@balcao/contract/contacts'
import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** The known values of a contact for whom to open a ticket; `id` is present if the contact is stored. */
export interface NewTicketContact {
  readonly id?: ContactId
  readonly name: string
  readonly number: string
}

/** The components of other features. Features do not import each other, so `app` provides them (ARCH 2). */
export interface TicketAreaComponents {
  readonly Conversation: ComponentType<{
    readonly ticket: TicketView
    readonly mend?: ReactNode
    readonly onTalkTo: (contact: NewTicketContact) => void
    /** The search inside the conversation is open. */
    readonly isSearching: boolean
    readonly onSearchEnd: () => void
  }>
  /** Loads the code of the conversation in advance. Idempotent. */
  readonly prepareConversation: () => void
  readonly prefetchConversation: (client: QueryClient, ticketId: TicketId) => void
  readonly ReadOnlyConversation: ComponentType<{ readonly ticket: TicketView }>
  /** The contact beside the conversation. `onChanged` gets the ticket after a change in the drawer. */
  readonly ContactDrawer: ComponentType<{
    readonly ticket: TicketView
    readonly takesFocus: boolean
    readonly onChanged: (ticket: TicketView) => void
    readonly onClose: () => void
  }>
  readonly ContactDialog: ComponentType<{
    readonly start: NewTicketContact
    readonly onClose: () => void
    readonly onSaved: (contact: ContactView) => void
  }>
  readonly ScheduleDialog: ComponentType<{
    readonly ticket: TicketView
    readonly onClose: () => void
  }>
  readonly moveDraft: (from: TicketId, to: TicketId) => void
}

export const TicketAreaComponentsContext = createContext<TicketAreaComponents | null>(null)

export function useTicketAreaComponents(): TicketAreaComponents {
  const parts = useContext(TicketAreaComponentsContext)
  if (parts === null) throw new Error('The ticket area was rendered outside of its parts')
  return parts
}
