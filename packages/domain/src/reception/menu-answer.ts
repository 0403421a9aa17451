import { normalizedAnswerText, type ParsedCustomerAnswer, parseCustomerAnswer } from './answers'
import { assistantDecisions } from './assistants'
import { botTexts } from './bot-texts'
import type { BotState, MenuOption, ReceptionDecision, ReceptionInput, ReceptionQueue } from './facts'
import {
  choiceListText,
  fillCompanyTemplate,
  joinParagraphs,
  type MenuChoice,
  optionChoices,
  queueChoices,
  sortedOptions,
} from './menu-words'
import { outOfHoursDecisionsAfterChoice } from './out-of-hours'

/** How the menu answers a message, and the bot's new state (BOT-02 to BOT-04). */
export function menuDecisions(
  facts: ReceptionInput,
  queue: ReceptionQueue | null,
): readonly ReceptionDecision[] {
  const { bot, message, ticket, queues } = facts
  // The queue belongs to another connection, whose menu does not apply here, so people answer.
  const isElsewhere = queue === null && ticket.queueId !== null
  const answer = message.kind === 'text' ? parseCustomerAnswer(message.text) : null
  if (bot !== null && answer?.kind === 'main-menu') return mainMenu(facts, queue)
  if (isElsewhere || bot?.stage === 'ended') return []
  if (message.kind === 'unreadable' && bot !== null) return []
  if (queue !== null) return inQueue(facts, queue, answer)
  if (queues.length < 2) return bot?.stage === 'queues' ? onlyQueueLeft(facts) : []
  return bot === null || bot.stage === 'options' ? offerQueues(facts) : chooseQueue(facts, answer)
}

function mainMenu(facts: ReceptionInput, queue: ReceptionQueue | null): readonly ReceptionDecision[] {
  if (facts.queues.length < 2) {
    if (queue !== null) return enterQueue(facts, queue)
    return facts.ticket.queueId === null ? onlyQueueLeft(facts) : []
  }
  const left: ReceptionDecision[] = facts.ticket.queueId === null ? [] : [{ decision: 'leave-queue' }]
  return [...left, ...offerQueues(facts)]
}

function offerQueues(facts: ReceptionInput): readonly ReceptionDecision[] {
  const greeting = fillCompanyTemplate(facts.connection.greetingMessage, facts)
  return [sendMenu(facts, greeting, queueChoices(facts.queues)), setQueueMenuPosition(facts, 0)]
}

/**
 * Chooses the only queue of the ticket's connection, although the bot offered several: queues were removed
 * since then, or another connection offered them.
 */
function onlyQueueLeft(facts: ReceptionInput): readonly ReceptionDecision[] {
  const [only] = facts.queues
  return only === undefined ? [] : pickQueue(facts, only)
}

function chooseQueue(
  facts: ReceptionInput,
  answer: ParsedCustomerAnswer | null,
): readonly ReceptionDecision[] {
  const queue = chosenQueue(facts.queues, answer)
  if (queue !== null) return pickQueue(facts, queue)
  if (isAtLimit(facts)) return handOverAfterRepetitions(facts)
  if (!mayOfferAgain(facts)) return []
  return [
    sendMenu(facts, notUnderstood(facts), queueChoices(facts.queues)),
    setQueueMenuPosition(facts, invalidAnswers(facts) + 1),
  ]
}

/** Moves the ticket to the chosen queue. Its opening hours and assistants come before its menu. */
function pickQueue(facts: ReceptionInput, queue: ReceptionQueue): readonly ReceptionDecision[] {
  const assigned: ReceptionDecision = { decision: 'assign-queue', queueId: queue.id }
  const closed = outOfHoursDecisionsAfterChoice(facts, queue)
  if (closed !== null) return [assigned, ...closed, setBotPosition('options', null, 0, facts)]
  const assistant = assistantDecisions(facts, queue)
  if (assistant !== null) return [assigned, ...assistant]
  return [assigned, ...enterQueue(facts, queue, botTexts(facts.language).somebodyComes)]
}

/** Sends the queue's greeting and top options. When the queue has neither, it sends `without`. */
function enterQueue(
  facts: ReceptionInput,
  queue: ReceptionQueue,
  without = '',
): readonly ReceptionDecision[] {
  const greeting = fillCompanyTemplate(queue.greetingMessage, facts)
  if (queue.options.length > 0) {
    return [
      sendMenu(facts, greeting, optionChoices(queue.options, facts)),
      setBotPosition('options', null, 0, facts),
    ]
  }
  const words = greeting === '' ? without : greeting
  return [...(words === '' ? [] : [sendText(words)]), setBotPosition('ended', null, 0, facts)]
}

function inQueue(
  facts: ReceptionInput,
  queue: ReceptionQueue,
  answer: ParsedCustomerAnswer | null,
): readonly ReceptionDecision[] {
  const { bot } = facts
  if (bot === null) return enterQueue(facts, queue)
  // A timer moved the ticket to the queue after the bot had offered the queues, so the menu ends here.
  if (bot.stage === 'queues') return []
  const path = pathTo(queue.options, bot.optionId)
  const options = path.at(-1)?.children ?? queue.options
  if (options.length === 0) return [setBotPosition('ended', null, 0, facts)]
  if (isZero(answer)) return goBack(facts, queue, path)

  const option = chosenOption(options, answer)
  if (option !== null) return chooseOption(facts, option)
  if (isAtLimit(facts)) return handOverAfterRepetitions(facts)
  return [
    sendMenu(facts, notUnderstood(facts), optionChoices(options, facts)),
    setBotPosition('options', path.at(-1)?.id ?? null, invalidAnswers(facts) + 1, facts),
  ]
}

function goBack(
  facts: ReceptionInput,
  queue: ReceptionQueue,
  path: readonly MenuOption[],
): readonly ReceptionDecision[] {
  if (path.length === 0) return mainMenu(facts, queue)
  const above = path.at(-2)
  return above === undefined ? enterQueue(facts, queue) : chooseOption(facts, above)
}

/** Sends the option's message and children. Without children, the ticket waits in its queue for a person. */
function chooseOption(facts: ReceptionInput, option: MenuOption): readonly ReceptionDecision[] {
  const words = fillCompanyTemplate(option.message, facts)
  if (option.children.length > 0) {
    return [
      sendMenu(facts, words, optionChoices(option.children, facts)),
      setBotPosition('options', option.id, 0, facts),
    ]
  }
  const last = words === '' ? botTexts(facts.language).somebodyComes : words
  return [sendText(last), setBotPosition('ended', null, 0, facts)]
}

function handOverAfterRepetitions(facts: ReceptionInput): readonly ReceptionDecision[] {
  const { sendQueueId } = facts.connection
  const moved: ReceptionDecision[] =
    sendQueueId === null || sendQueueId === facts.ticket.queueId
      ? []
      : [{ decision: 'assign-queue', queueId: sendQueueId }]
  return [...moved, sendText(botTexts(facts.language).somebodyComes), setBotPosition('ended', null, 0, facts)]
}

/** The most menus in a row when the connection sets no limit: two bots could answer each other forever. */
const defaultMenuLimit = 100

function isAtLimit(facts: ReceptionInput): boolean {
  const most = facts.connection.maxUseBotQueues
  return invalidAnswers(facts) >= (most > 0 ? most : defaultMenuLimit)
}

function mayOfferAgain({ bot, connection, now }: ReceptionInput): boolean {
  const since = bot?.menuAt ?? null
  return since === null || now.getTime() - since.getTime() >= connection.timeUseBotQueues * 60_000
}

function invalidAnswers({ bot }: ReceptionInput): number {
  return bot?.invalidAnswers ?? 0
}

function notUnderstood({ message, language }: ReceptionInput): string {
  const texts = botTexts(language)
  if (message.kind !== 'no-words') return texts.notAnOption
  return `${texts.cannotTake[message.sent]} ${texts.byNumber}`
}

function isZero(answer: ParsedCustomerAnswer | null): boolean {
  return answer?.kind === 'number' && answer.number === 0
}

function chosenQueue(
  queues: readonly ReceptionQueue[],
  answer: ParsedCustomerAnswer | null,
): ReceptionQueue | null {
  const named = queues.find(({ name }) => isNamed(name, answer))
  return named ?? (answer?.kind === 'number' ? queues[answer.number - 1] : null) ?? null
}

function chosenOption(
  options: readonly MenuOption[],
  answer: ParsedCustomerAnswer | null,
): MenuOption | null {
  const named = sortedOptions(options).find(({ title }) => isNamed(title, answer))
  if (named !== undefined || answer?.kind !== 'number') return named ?? null
  return options.find(({ option }) => option === answer.number) ?? null
}

function isNamed(name: string, answer: ParsedCustomerAnswer | null): boolean {
  if (answer === null || answer.kind === 'main-menu' || answer.words === '') return false
  return normalizedAnswerText(name) === answer.words
}

/** The options from the top down to the bot's current one; empty at the top, or when it was deleted. */
function pathTo(options: readonly MenuOption[], id: BotState['optionId']): readonly MenuOption[] {
  if (id === null) return []
  for (const option of options) {
    if (option.id === id) return [option]
    const below = pathTo(option.children, id)
    if (below.length > 0) return [option, ...below]
  }
  return []
}

function sendText(text: string): ReceptionDecision {
  return { decision: 'say', text }
}

function sendMenu(
  { language }: ReceptionInput,
  words: string,
  choices: readonly MenuChoice[],
): ReceptionDecision {
  const { choose, showChoices: listLabel } = botTexts(language)
  const menu = { intro: words === '' ? choose : words, listLabel, choices }
  return { decision: 'say', text: joinParagraphs(words, choiceListText(choices)), menu }
}

function setQueueMenuPosition(facts: ReceptionInput, invalid: number): ReceptionDecision {
  return {
    decision: 'stand',
    place: { stage: 'queues', optionId: null, invalidAnswers: invalid, menuAt: facts.now },
  }
}

function setBotPosition(
  stage: 'options' | 'ended',
  optionId: BotState['optionId'],
  invalid: number,
  { bot }: ReceptionInput,
): ReceptionDecision {
  return {
    decision: 'stand',
    place: { stage, optionId, invalidAnswers: invalid, menuAt: bot?.menuAt ?? null },
  }
}
