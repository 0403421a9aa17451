import type { IntegrationId, PromptId, TicketId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/**
 * A customer's message in a pending ticket is for this integration (BOT-11). The message is stored, and the
 * ticket has `use_integration` and the integration's id. The listener answers in a job, and only while the
 * ticket has no owner.
 */
export const messageForIntegration = hook<{ ticketId: TicketId; integrationId: IntegrationId }>(
  'message for an integration',
)

/** Passes a customer's message to the assistant of a prompt. */
export const messageForPrompt = hook<{ ticketId: TicketId; promptId: PromptId }>('message for a prompt')

/**
 * Runs after a customer's message is stored, when the ticket has a bot and the bot must not answer it, for
 * example outside opening hours.
 */
export const messageNotForBot = hook<{ ticketId: TicketId }>('message not for the bot')
