import type { ContactId } from '@balcao/domain/ids'
import { useLocation, useNavigate } from 'react-router'
import type { ContactChoice } from './lists/contact-choices'
import { number, record, type Shape, text } from './shapes'

/** A history entry's request for a conversation, validated because another version of the page may have stored it. */
const shapeOfTalkRequest = record({
  talkTo: record({ id: number as Shape<ContactId>, name: text, number: text }),
}) // `id` is checked to be a number; the cast adds the brand of contact ids.

/** Opens the new-ticket dialog from any page. An open conversation stays behind the dialog. */
export function useRequestConversation(): (contact: ContactChoice) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return ({ id, name, number }) => {
    const isThere = pathname === '/tickets' || pathname.startsWith('/tickets/')
    const to = isThere ? { pathname, search } : '/tickets'
    void navigate(to, { replace: isThere, state: { talkTo: { id, name, number } } })
  }
}

/** The contact for whom a ticket is requested, and the function that cancels the request. */
export function useRequestedConversationContact() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const contact: ContactChoice | undefined = shapeOfTalkRequest(state) ? state.talkTo : undefined
  return {
    contact,
    forget: () => void navigate({ pathname, search }, { replace: true, state: null }),
  }
}
