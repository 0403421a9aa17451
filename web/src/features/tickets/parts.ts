import type { ContactView } from '@balcao/contract/contacts'
import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** A contact as far as it is known; one that is saved has its id. */
export interface ContactStart {
  readonly id?: ContactId
  readonly name: string
  readonly number: string
}

/** What the ticket area shows of other features. Features do not know each other; `app` hands these in (ARCH 2). */
export interface TicketParts {
  readonly Conversation: ComponentType<{
    readonly ticket: TicketView
    readonly mend?: ReactNode
    readonly onTalkTo: (contact: ContactStart) => void
    /** The search inside it is open. */
    readonly isSearching: boolean
    readonly onSearchEnd: () => void
  }>
  /** Fetches what a conversation is made of, before one is opened. May be called often. */
  readonly prepareConversation: () => void
  /** Asks for what the conversation shows first, while it is being opened. */
  readonly askAhead: (client: QueryClient, ticketId: TicketId) => void
  readonly PeekedConversation: ComponentType<{ readonly ticket: TicketView }>
  /** Beside the conversation. It takes the focus when it was asked for, not while it only stays open beside the next
   *  ticket. `onChanged` takes the ticket as a change made there left it. */
  readonly ContactDrawer: ComponentType<{
    readonly ticket: TicketView
    readonly takesFocus: boolean
    readonly onChanged: (ticket: TicketView) => void
    readonly onClose: () => void
  }>
  readonly ContactDialog: ComponentType<{
    readonly start: ContactStart
    readonly onClose: () => void
    readonly onSaved: (contact: ContactView) => void
  }>
  readonly ScheduleDialog: ComponentType<{
    readonly ticket: TicketView
    readonly onClose: () => void
  }>
  /** What is being written to one ticket is being written to the other from now on. */
  readonly moveDraft: (from: TicketId, to: TicketId) => void
}

export const TicketPartsContext = createContext<TicketParts | null>(null)

export function useTicketParts(): TicketParts {
  const parts = useContext(TicketPartsContext)
  if (parts === null) throw new Error('The ticket area stands outside of its parts')
  return parts
}
