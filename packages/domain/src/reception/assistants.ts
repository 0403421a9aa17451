import { humanTakeoverText } from '../assistant-texts'
import type { ReceptionDecision, ReceptionInput, ReceptionQueue } from './facts'

/**
 * Lets an assistant or outside bot answer instead of the menu, until a person takes the ticket; null when
 * none is set. An outside bot comes before an assistant, the queue's before the connection's (BOT-11). The
 * connection's begins only if the menu has not begun.
 */
export function assistantDecisions(
  facts: ReceptionInput,
  queue: ReceptionQueue | null,
): readonly ReceptionDecision[] | null {
  const { ticket, connection, bot } = facts
  const isUnreadable = facts.message.kind === 'unreadable'
  if (ticket.useIntegration) return isUnreadable ? [] : (handTo(ticket.assistants) ?? callPeople(facts))
  if (bot?.stage === 'ended') return null
  const ofQueue = queue?.assistants ?? noAssistants
  const ofConnection = bot === null ? connection.assistants : noAssistants
  const handed = handTo({
    integrationId: ofQueue.integrationId ?? ofConnection.integrationId,
    promptId: ofQueue.promptId ?? ofConnection.promptId,
  })
  if (handed === null) return null
  return isUnreadable ? [] : [...handed, { decision: 'stand', place: ended }]
}

function callPeople({ language }: ReceptionInput): readonly ReceptionDecision[] {
  return [
    { decision: 'leave-to-people' },
    { decision: 'say', text: humanTakeoverText(language) },
    { decision: 'stand', place: ended },
  ]
}

const noAssistants = { integrationId: null, promptId: null }
const ended = { stage: 'ended', optionId: null, invalidAnswers: 0, menuAt: null } as const

function handTo({
  integrationId,
  promptId,
}: ReceptionQueue['assistants']): readonly ReceptionDecision[] | null {
  if (integrationId !== null) return [{ decision: 'hand-to-integration', integrationId }]
  return promptId === null ? null : [{ decision: 'hand-to-prompt', promptId }]
}
