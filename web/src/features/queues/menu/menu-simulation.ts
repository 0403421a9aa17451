import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueId } from '@balcao/domain/ids'
import { decideReception } from '@balcao/domain/reception/decide-reception'
import type {
  AssistantIds,
  MenuOption,
  ReceptionDecision,
  ReceptionInput,
} from '@balcao/domain/reception/facts'
import { sampleContact } from '../../../lib/sample-person'

export interface MenuSimulationInput {
  readonly queueId: QueueId
  readonly queueName: string
  readonly greetingMessage: string
  readonly outOfHoursMessage: string
  readonly options: readonly QueueOptionView[]
  /** The assistant that answers instead of the menu, if any. */
  readonly assistants: AssistantIds
  readonly isOpen: boolean
  readonly now: Date
  readonly timeZone: string
  readonly language: string
}

export type SimulatedChatLine =
  | { readonly from: 'customer' | 'bot'; readonly text: string }
  /** After this event the bot is silent: the ticket waits for a person, or an assistant answers. */
  | { readonly from: 'system'; readonly event: 'waits' | 'assistant' }

interface Played {
  readonly queueId: ReceptionInput['ticket']['queueId']
  readonly bot: ReceptionInput['bot']
  readonly isWithAssistant: boolean
  readonly outOfHoursToldAt: Date | null
  readonly lines: readonly SimulatedChatLine[]
}

/** How often a new connection repeats the menu by default. */
const maxUseBotQueues = 3
const noAssistants = { integrationId: null, promptId: null }

/** Answers the texts of a simulated customer by the function that also answers real customers. */
export function simulateMenuChat(
  fixture: MenuSimulationInput,
  texts: readonly string[],
): readonly SimulatedChatLine[] {
  const start: Played = {
    ...{ queueId: null, bot: null, outOfHoursToldAt: null },
    ...{ isWithAssistant: false, lines: [] },
  }
  return texts.reduce((played, text, turn) => afterText(fixture, played, text, turn === 0), start).lines
}

function afterText(fixture: MenuSimulationInput, played: Played, text: string, isFirst: boolean): Played {
  const asked: Played = { ...played, lines: [...played.lines, { from: 'customer', text }] }
  const decisions = decideReception(factsOf(fixture, played, text, isFirst))
  const after = decisions.reduce((one, decision) => afterDecision(fixture, one, decision), asked)
  const event = eventBetween(played, after)
  return event === null ? after : { ...after, lines: [...after.lines, { from: 'system', event }] }
}

function eventBetween(before: Played, after: Played): 'waits' | 'assistant' | null {
  if (after.isWithAssistant) return before.isWithAssistant ? null : 'assistant'
  return after.bot?.stage === 'ended' && before.bot?.stage !== 'ended' ? 'waits' : null
}

function afterDecision(fixture: MenuSimulationInput, played: Played, decided: ReceptionDecision): Played {
  switch (decided.decision) {
    case 'assign-queue':
      return { ...played, queueId: decided.queueId }
    case 'leave-queue':
      return { ...played, queueId: null }
    case 'say':
      return { ...played, lines: [...played.lines, { from: 'bot', text: decided.text }] }
    case 'stand':
      return { ...played, bot: decided.place }
    case 'note-out-of-hours':
      return { ...played, outOfHoursToldAt: fixture.now }
    case 'hand-to-integration':
    case 'hand-to-prompt':
      // The simulation calls no assistant, because a call would cost money or have effects elsewhere.
      return { ...played, isWithAssistant: true }
    case 'leave-to-people':
      return { ...played, isWithAssistant: false }
  }
}

function factsOf(
  fixture: MenuSimulationInput,
  played: Played,
  text: string,
  isFirst: boolean,
): ReceptionInput {
  const { now, timeZone, language } = fixture
  return {
    message: { kind: 'text', text },
    ...sampleContact,
    ticket: {
      status: 'pending',
      hasOwner: false,
      isNew: isFirst,
      isGroup: false,
      queueId: played.queueId,
      wasTakenOver: false,
      useIntegration: played.isWithAssistant,
      assistants: played.isWithAssistant ? fixture.assistants : noAssistants,
    },
    connection: {
      greetingMessage: '',
      outOfHoursMessage: '',
      sendQueueId: null,
      timeUseBotQueues: 0,
      maxUseBotQueues,
      assistants: noAssistants,
    },
    queues: [
      {
        id: fixture.queueId,
        name: fixture.queueName,
        greetingMessage: fixture.greetingMessage,
        outOfHoursMessage: fixture.outOfHoursMessage,
        isOpen: fixture.isOpen,
        assistants: fixture.assistants,
        options: fixture.options.map(menuOptionOf),
      },
    ],
    hours: { mode: 'queue', isCompanyOpen: true },
    bot: played.bot,
    outOfHoursToldAt: played.outOfHoursToldAt,
    now,
    timeZone,
    language,
  }
}

function menuOptionOf({ id, option, title, message, children }: QueueOptionView): MenuOption {
  return { id, option: Number(option), title, message, children: children.map(menuOptionOf) }
}
