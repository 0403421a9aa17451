import {
  getReplyWindowByToken,
  listTemplatesByToken,
  sendMessageByToken as sendCall,
} from '@balcao/contract/external-api'
import type { Feature } from '../../platform/feature'
import { apiTokenRoute } from '../../platform/http/route'
import type { WhatsappDirectory } from '../contacts/whatsapp-directory'
import { replyWindowForApiToken, templatesForApiToken } from './external-api.read'
import { type PhoneNumberLookup, sendMessageByApiToken } from './send-by-token'

export function externalApiFeature({ lookUp }: Pick<WhatsappDirectory, 'lookUp'>): Feature {
  const asking = coalesceLookUps(lookUp)
  return {
    name: 'externalApi',
    routes: [
      apiTokenRoute(sendCall, async (caller, { body, files }) => {
        const { messageId, messageIds, ticketId } = await sendMessageByApiToken(caller, asking, {
          ...body,
          template: body.template ?? null,
          files,
        })
        return { mensagem: 'Mensagem enviada' as const, messageId, messageIds: [...messageIds], ticketId }
      }),
      apiTokenRoute(listTemplatesByToken, ({ act, connectionId }) =>
        act(async (work) => ({ templates: await templatesForApiToken(work, connectionId) })),
      ),
      apiTokenRoute(getReplyWindowByToken, ({ act, connectionId }, { query }) =>
        act((work) => replyWindowForApiToken(work, connectionId, query.number)),
      ),
    ],
  }
}

/** Concurrent look-ups of one number share a query, because WhatsApp bans numbers that send too many queries. */
function coalesceLookUps(lookUp: PhoneNumberLookup): PhoneNumberLookup {
  const asked = new Map<string, ReturnType<PhoneNumberLookup>>()
  return (companyId, number) => {
    const key = `${companyId} ${number}`
    const answer = asked.get(key) ?? lookUp(companyId, number).finally(() => asked.delete(key))
    asked.set(key, answer)
    return answer
  }
}
