import type { TicketView } from '@balcao/contract/tickets'
import { capabilitiesOf } from '@balcao/domain/providers'
import type { ReactNode } from 'react'
import { lazyComponent } from '../../ui/later'

const TemplatePicker = lazyComponent(() => import('./template-picker').then((it) => it.TemplatePicker))

/**
 * Renders the templates of the ticket's connection until `onClose`; undefined for a connection without
 * templates.
 */
export function templatePickerOf({
  id,
  whatsappId: connectionId,
  whatsapp,
  contact,
}: TicketView): ((onClose: () => void) => ReactNode) | undefined {
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
