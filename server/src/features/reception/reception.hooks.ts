import type { IntegrationId, PromptId, TicketId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/**
 * A customer's message in a pending ticket is for this outside bot (BOT-11): the message is stored, the ticket bears
 * `use_integration` and its id. Whoever answers does so in a job, and only while nobody owns the ticket.
 */
export const messageForIntegration = hook<{ ticketId: TicketId; integrationId: IntegrationId }>(
  'message for an integration',
)

/** The same for the assistant of a prompt. */
export const messageForPrompt = hook<{ ticketId: TicketId; promptId: PromptId }>('message for a prompt')

/** A customer's message in a ticket that a bot answers, which is not for it: the server is closed, say. It is stored. */
export const messageForNobody = hook<{ ticketId: TicketId }>('message for nobody')
