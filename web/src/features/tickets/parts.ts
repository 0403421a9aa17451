import type { ContactView } from '@balcao/contract/contacts'
import type { TicketView } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** The known facts of a contact; a saved one has its id. */
export interface ContactStart {
  readonly id?: ContactId
  readonly name: string
  readonly number: string
}

/**
 * The components of other features in the ticket area. Features do not import each other; `app` provides these (ARCH 2).
 */
export interface TicketParts {
  readonly Conversation: ComponentType<{
    readonly ticket: TicketView
    readonly mend?: ReactNode
    readonly onTalkTo: (contact: ContactStart) => void
    /** The search inside it is open. */
    readonly isSearching: boolean
    readonly onSearchEnd: () => void
  }>
  /** Loads the code of a conversation before one is opened. Idempotent. */
  readonly prepareConversation: () => void
  /** Prefetches the first data of a conversation while it is being opened. */
  readonly askAhead: (client: QueryClient, ticketId: TicketId) => void
  readonly PeekedConversation: ComponentType<{ readonly ticket: TicketView }>
  /**
   * Beside the conversation. It takes the focus when the person opened it, not while it stays open beside the next ticket.
   * `onChanged` gets the ticket after a change made there.
   */
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
  /** Moves the draft of one ticket to another. */
  readonly moveDraft: (from: TicketId, to: TicketId) => void
}

export const TicketPartsContext = createContext<TicketParts | null>(null)

export function useTicketParts(): TicketParts {
  const parts = useContext(TicketPartsContext)
  if (parts === null) throw new Error('The ticket area was rendered outside of its parts')
  return parts
}
