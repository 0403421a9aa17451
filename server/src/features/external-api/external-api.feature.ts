import { sendByToken as sendCall } from '@balcao/contract/external-api'
import type { Feature } from '../../platform/feature'
import { tokenRoute } from '../../platform/http/route'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import { askOnce } from './ask-once'
import { sendByToken } from './send-by-token'

export function externalApiFeature({ lookUp }: Pick<WhatsappDirectory, 'lookUp'>): Feature {
  const asking = askOnce(lookUp)
  return {
    name: 'externalApi',
    routes: [
      tokenRoute(sendCall, async (caller, { body, files }) => {
        const { messageId, messageIds, ticketId } = await sendByToken(caller, asking, { ...body, files })
        return { mensagem: 'Mensagem enviada' as const, messageId, messageIds: [...messageIds], ticketId }
      }),
    ],
  }
}
