import { personWillCome } from '../assistant-texts'
import type { ReceptionDecision, ReceptionFacts, ReceptionQueue } from './facts'

/**
 * The assistant that answers instead of the menu, if there is one: integration before prompt, and each of the ticket's
 * queue before that of the connection (BOT-11). Who has begun goes on until a person takes the ticket. Where the bot has
 * ended, or stands in a menu, the connection's assistant does not begin any more. What cannot be read yet waits until it can.
 */
export function assistantFor(
  facts: ReceptionFacts,
  queue: ReceptionQueue | null,
): readonly ReceptionDecision[] | null {
  const { ticket, connection, bot } = facts
  const isUnreadable = facts.message.kind === 'unreadable'
  if (ticket.useIntegration) return isUnreadable ? [] : (handTo(ticket.assistants) ?? callPeople(facts))
  if (bot?.stage === 'ended') return null
  const ofQueue = queue?.assistants ?? nobody
  const ofConnection = bot === null ? connection.assistants : nobody
  const handed = handTo({
    integrationId: ofQueue.integrationId ?? ofConnection.integrationId,
    promptId: ofQueue.promptId ?? ofConnection.promptId,
  })
  if (handed === null) return null
  return isUnreadable ? [] : [...handed, { decision: 'stand', place: ended }]
}

/** It was deleted while it answered: its customer is not left alone with nobody. */
function callPeople({ language }: ReceptionFacts): readonly ReceptionDecision[] {
  return [
    { decision: 'leave-to-people' },
    { decision: 'say', text: personWillCome(language) },
    { decision: 'stand', place: ended },
  ]
}

const nobody = { integrationId: null, promptId: null }
const ended = { stage: 'ended', optionId: null, invalidAnswers: 0, menuAt: null } as const

function handTo({
  integrationId,
  promptId,
}: ReceptionQueue['assistants']): readonly ReceptionDecision[] | null {
  if (integrationId !== null) return [{ decision: 'hand-to-integration', integrationId }]
  return promptId === null ? null : [{ decision: 'hand-to-prompt', promptId }]
}
