import { parseCustomerAnswer } from './answers'
import type { ReceptionDecision, ReceptionInput, ReceptionQueue } from './facts'
import { backToMainMenuLine, fillCompanyTemplate, joinParagraphs } from './menu-words'

const hourMs = 3_600_000

/**
 * What reception does outside opening hours; null when it is open, or no text is set. The contact gets the
 * text at most once an hour (BOT-07). A customer in a closed queue may still return to the list of queues.
 */
export function outOfHoursDecisions(
  facts: ReceptionInput,
  queue: ReceptionQueue | null,
): readonly ReceptionDecision[] | null {
  const words = closedWords(facts, queue)
  if (words === null || returnsToQueueMenu(facts)) return null
  return wasSentRecently(facts) ? [] : closedText(words)
}

/**
 * Sends the out-of-hours text when the customer has just chosen a closed queue, even if it was sent within
 * the hour; null when the queue is open.
 */
export function outOfHoursDecisionsAfterChoice(
  facts: ReceptionInput,
  queue: ReceptionQueue,
): readonly ReceptionDecision[] | null {
  const words = closedWords(facts, queue)
  return words === null ? null : closedText(words)
}

function closedText(words: string): readonly ReceptionDecision[] {
  return [{ decision: 'say', text: words }, { decision: 'note-out-of-hours' }]
}

function closedWords(facts: ReceptionInput, queue: ReceptionQueue | null): string | null {
  const template = closedTemplate(facts, queue)
  const words = template === null ? '' : fillCompanyTemplate(template, facts)
  if (words === '') return null
  return mayChooseAnother(facts) ? joinParagraphs(words, backToMainMenuLine(facts)) : words
}

function closedTemplate({ hours, connection }: ReceptionInput, queue: ReceptionQueue | null): string | null {
  switch (hours.mode) {
    case 'disabled':
      return null
    case 'company':
      return hours.isCompanyOpen ? null : connection.outOfHoursMessage
    case 'queue':
      return queue === null || queue.isOpen ? null : queue.outOfHoursMessage
  }
}

function mayChooseAnother({ hours, queues, ticket }: ReceptionInput): boolean {
  return hours.mode === 'queue' && queues.length > 1 && !ticket.wasTakenOver && !ticket.useIntegration
}

function returnsToQueueMenu(facts: ReceptionInput): boolean {
  const { message, bot } = facts
  if (!mayChooseAnother(facts) || bot === null || message.kind !== 'text') return false
  return parseCustomerAnswer(message.text).kind === 'main-menu'
}

function wasSentRecently({ outOfHoursToldAt, now }: ReceptionInput): boolean {
  return outOfHoursToldAt !== null && now.getTime() - outOfHoursToldAt.getTime() < hourMs
}
