import type { TicketView } from '@balcao/contract/tickets'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../ui/later'

const TemplatePicker = lazyComponent(() => import('./template-picker').then((it) => it.TemplatePicker))

/**
 * Returns the function that renders a ticket's template picker; undefined if the connection's provider has no
 * templates.
 */
export function templatePickerRendererOf(
  ticket: TicketView,
): ((onClose: () => void) => ReactNode) | undefined {
  const { id, whatsappId: connectionId, whatsapp, contact } = ticket
  const provider = whatsapp?.provider ?? ''
  if (connectionId === null || !capabilitiesOf(provider).templates) return undefined
  return (onClose) => (
    <TemplatePicker
      ticketId={id}
      connectionId={connectionId}
      provider={provider}
      contactName={contact.name}
      onClose={onClose}
    />
  )
}
