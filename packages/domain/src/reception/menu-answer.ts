import { type Answer, foldedWords, readAnswer } from './answers'
import { assistantFor } from './assistants'
import { botTexts } from './bot-texts'
import type { BotPlace, MenuOption, ReceptionDecision, ReceptionFacts, ReceptionQueue } from './facts'
import {
  choiceList,
  filled,
  inOrder,
  type MenuChoice,
  optionChoices,
  paragraphs,
  queueChoices,
} from './menu-words'
import { closedChoice } from './out-of-hours'

/** The menu's answer to a message, and the bot's new state (BOT-02 to BOT-04). */
export function menuAnswer(
  facts: ReceptionFacts,
  queue: ReceptionQueue | null,
): readonly ReceptionDecision[] {
  const { bot, message, ticket, queues } = facts
  // A queue of another connection, or one assigned by hand or by a timer: its people answer.
  const isElsewhere = queue === null && ticket.queueId !== null
  const answer = message.kind === 'text' ? readAnswer(message.text) : null
  if (bot !== null && answer?.kind === 'main-menu') return mainMenu(facts, queue)
  if (isElsewhere || bot?.stage === 'ended') return []
  if (message.kind === 'unreadable' && bot !== null) return []
  if (queue !== null) return inQueue(facts, queue, answer)
  if (queues.length < 2) return bot?.stage === 'queues' ? onlyQueueLeft(facts) : []
  return bot === null || bot.stage === 'options' ? offerQueues(facts) : chooseQueue(facts, answer)
}

/** `#`: the list of queues, or the top of the only one. */
function mainMenu(facts: ReceptionFacts, queue: ReceptionQueue | null): readonly ReceptionDecision[] {
  if (facts.queues.length < 2) {
    if (queue !== null) return enterQueue(facts, queue)
    return facts.ticket.queueId === null ? onlyQueueLeft(facts) : []
  }
  const left: ReceptionDecision[] = facts.ticket.queueId === null ? [] : [{ decision: 'leave-queue' }]
  return [...left, ...offerQueues(facts)]
}

function offerQueues(facts: ReceptionFacts): readonly ReceptionDecision[] {
  const greeting = filled(facts.connection.greetingMessage, facts)
  return [sendMenu(facts, greeting, queueChoices(facts.queues)), setQueueMenuPosition(facts, 0)]
}

/**
 * The list was offered over another connection, or has shrunk since: this connection has one queue, so there is no
 * choice. The customer enters that queue, as with a first message.
 */
function onlyQueueLeft(facts: ReceptionFacts): readonly ReceptionDecision[] {
  const [only] = facts.queues
  return only === undefined ? [] : pickQueue(facts, only)
}

function chooseQueue(facts: ReceptionFacts, answer: Answer | null): readonly ReceptionDecision[] {
  const queue = chosenQueue(facts.queues, answer)
  if (queue !== null) return pickQueue(facts, queue)
  if (isAtLimit(facts)) return handOverAfterRepetitions(facts)
  if (!mayOfferAgain(facts)) return []
  return [
    sendMenu(facts, notUnderstood(facts), queueChoices(facts.queues)),
    setQueueMenuPosition(facts, invalidAnswers(facts) + 1),
  ]
}

/** The queue's hours and its assistants precede its menu, as for every message in it. */
function pickQueue(facts: ReceptionFacts, queue: ReceptionQueue): readonly ReceptionDecision[] {
  const assigned: ReceptionDecision = { decision: 'assign-queue', queueId: queue.id }
  const closed = closedChoice(facts, queue)
  if (closed !== null) return [assigned, ...closed, setBotPosition('options', null, 0, facts)]
  const assistant = assistantFor(facts, queue)
  if (assistant !== null) return [assigned, ...assistant]
  return [assigned, ...enterQueue(facts, queue, botTexts(facts.language).somebodyComes)]
}

/** The greeting and the top of the tree; `without` replaces them where the admin wrote neither. */
function enterQueue(
  facts: ReceptionFacts,
  queue: ReceptionQueue,
  without = '',
): readonly ReceptionDecision[] {
  const greeting = filled(queue.greetingMessage, facts)
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
  facts: ReceptionFacts,
  queue: ReceptionQueue,
  answer: Answer | null,
): readonly ReceptionDecision[] {
  const { bot } = facts
  if (bot === null) return enterQueue(facts, queue)
  // A timer assigned the queue while the list of queues was on offer.
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

/** `0`: the parent menu; above the top is the list of queues, if there are several. */
function goBack(
  facts: ReceptionFacts,
  queue: ReceptionQueue,
  path: readonly MenuOption[],
): readonly ReceptionDecision[] {
  if (path.length === 0) return mainMenu(facts, queue)
  const above = path.at(-2)
  return above === undefined ? enterQueue(facts, queue) : chooseOption(facts, above)
}

/** The option's message and its children; without children the ticket waits in its queue for a person. */
function chooseOption(facts: ReceptionFacts, option: MenuOption): readonly ReceptionDecision[] {
  const words = filled(option.message, facts)
  if (option.children.length > 0) {
    return [
      sendMenu(facts, words, optionChoices(option.children, facts)),
      setBotPosition('options', option.id, 0, facts),
    ]
  }
  const last = words === '' ? botTexts(facts.language).somebodyComes : words
  return [sendText(last), setBotPosition('ended', null, 0, facts)]
}

/** The menu reached its limit of repetitions: people take over, in the queue configured for it (BOT-04). */
function handOverAfterRepetitions(facts: ReceptionFacts): readonly ReceptionDecision[] {
  const { sendQueueId } = facts.connection
  const moved: ReceptionDecision[] =
    sendQueueId === null || sendQueueId === facts.ticket.queueId
      ? []
      : [{ decision: 'assign-queue', queueId: sendQueueId }]
  return [...moved, sendText(botTexts(facts.language).somebodyComes), setBotPosition('ended', null, 0, facts)]
}

/** A person does not answer wrongly a hundred times in a row: without this limit two bots would talk for ever. */
const hasReachedMenuLimit = 100

function isAtLimit(facts: ReceptionFacts): boolean {
  const most = facts.connection.maxUseBotQueues
  return invalidAnswers(facts) >= (most > 0 ? most : hasReachedMenuLimit)
}

function mayOfferAgain({ bot, connection, now }: ReceptionFacts): boolean {
  const since = bot?.menuAt ?? null
  return since === null || now.getTime() - since.getTime() >= connection.timeUseBotQueues * 60_000
}

function invalidAnswers({ bot }: ReceptionFacts): number {
  return bot?.invalidAnswers ?? 0
}

function notUnderstood({ message, language }: ReceptionFacts): string {
  const texts = botTexts(language)
  if (message.kind !== 'no-words') return texts.notAnOption
  return `${texts.cannotTake[message.sent]} ${texts.byNumber}`
}

function isZero(answer: Answer | null): boolean {
  return answer?.kind === 'number' && answer.number === 0
}

function chosenQueue(queues: readonly ReceptionQueue[], answer: Answer | null): ReceptionQueue | null {
  const named = queues.find(({ name }) => isNamed(name, answer))
  return named ?? (answer?.kind === 'number' ? queues[answer.number - 1] : null) ?? null
}

function chosenOption(options: readonly MenuOption[], answer: Answer | null): MenuOption | null {
  const named = inOrder(options).find(({ title }) => isNamed(title, answer))
  if (named !== undefined || answer?.kind !== 'number') return named ?? null
  return options.find(({ option }) => option === answer.number) ?? null
}

function isNamed(name: string, answer: Answer | null): boolean {
  if (answer === null || answer.kind === 'main-menu' || answer.words === '') return false
  return foldedWords(name) === answer.words
}

/** The path from the top to the bot's option; empty at the top, also when the option was deleted. */
function pathTo(options: readonly MenuOption[], id: BotPlace['optionId']): readonly MenuOption[] {
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
  { language }: ReceptionFacts,
  words: string,
  choices: readonly MenuChoice[],
): ReceptionDecision {
  const { choose, showChoices: listLabel } = botTexts(language)
  const menu = { intro: words === '' ? choose : words, listLabel, choices }
  return { decision: 'say', text: paragraphs(words, choiceList(choices)), menu }
}

function setQueueMenuPosition(facts: ReceptionFacts, invalid: number): ReceptionDecision {
  return {
    decision: 'stand',
    place: { stage: 'queues', optionId: null, invalidAnswers: invalid, menuAt: facts.now },
  }
}

function setBotPosition(
  stage: 'options' | 'ended',
  optionId: BotPlace['optionId'],
  invalid: number,
  { bot }: ReceptionFacts,
): ReceptionDecision {
  return {
    decision: 'stand',
    place: { stage, optionId, invalidAnswers: invalid, menuAt: bot?.menuAt ?? null },
  }
}
