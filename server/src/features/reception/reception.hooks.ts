import type { IntegrationId, PromptId, TicketId } from '@balcao/domain/ids'
import { hook } from '../../platform/hooks'

/** A stored message in a pending ticket is for this integration (BOT-11), which answers while no owner is set. */
export const messageForIntegration = hook<{ ticketId: TicketId; integrationId: IntegrationId }>(
  'message for an integration',
)

/** Passes a customer's message to the assistant of a prompt. */
export const messageForPrompt = hook<{ ticketId: TicketId; promptId: PromptId }>('message for a prompt')

/** The ticket has a bot, which must not answer the stored message, for example outside opening hours. */
export const messageNotForBot = hook<{ ticketId: TicketId }>('message not for the bot')
