import type { TicketView } from '@balcao/contract/tickets'
import { capabilitiesOf } from '@balcao/domain/providers'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'

const TemplatePicker = later(() => import('./template-picker').then((it) => it.TemplatePicker))

/** A button that opens the templates of the ticket's connection, where it has them. */
export function TemplateOffer({ ticket }: { readonly ticket: TicketView }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { whatsappId: connectionId } = ticket
  if (connectionId === null || !capabilitiesOf(ticket.whatsapp?.provider ?? '').templates) return null
  return (
    <>
      <Button kind="primary" icon={MessageSquareText} onClick={() => setOpen(true)}>
        {t('template.send')}
      </Button>
      {isOpen && (
        <TemplatePicker
          ticketId={ticket.id}
          connectionId={connectionId}
          contactName={ticket.contact.name}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
