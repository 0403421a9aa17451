import { fillVariables } from '../message-variables'
import type { ChoiceMessageLimits } from '../providers'
import { botTexts } from './bot-texts'
import type { MenuOption, ReceptionInput, ReceptionQueue } from './facts'

type Voice = Pick<ReceptionInput, 'name' | 'number' | 'email' | 'now' | 'timeZone' | 'language'>

/** Fills a company's text. Never pass a customer's text: variables in it would be filled too. */
export function fillCompanyTemplate(template: string, voice: Voice): string {
  return fillVariables(template, voice).trim()
}

/** An answer that a menu offers. The customer writes `id` to choose it. */
export interface MenuChoice {
  readonly id: string
  readonly title: string
}

export function queueChoices(queues: readonly Pick<ReceptionQueue, 'name'>[]): readonly MenuChoice[] {
  return queues.map(({ name }, at) => ({ id: String(at + 1), title: name }))
}

/** The menu choices for options, and the two choices to go back (BOT-03). */
export function optionChoices(options: readonly MenuOption[], voice: Voice): readonly MenuChoice[] {
  const texts = botTexts(voice.language)
  return [
    ...sortedOptions(options).map(({ option, title }) => ({ id: String(option), title })),
    { id: '0', title: texts.previousMenu },
    { id: '#', title: texts.mainMenu },
  ]
}

/** The choices as text, one line each: `*[ 1 ]* - Vendas` (BOT-02). */
export function choiceListText(choices: readonly MenuChoice[]): string {
  return choices.map(({ id, title }) => menuLine(id, title)).join('\n')
}

/** A menu in parts, for connections that show choices as buttons or a list. */
export interface BotMenu {
  /** The text before the choices; never empty. */
  readonly intro: string
  readonly listLabel: string
  readonly choices: readonly MenuChoice[]
}

/** True when the menu fits the provider's limits for buttons or lists. */
export function fitsChoiceMessageLimits(
  { intro, choices }: BotMenu,
  limits: ChoiceMessageLimits | null,
): boolean {
  if (limits === null || choices.length > limits.rows) return false
  const longest = choices.length <= limits.buttons ? limits.buttonTitle : limits.rowTitle
  return intro.length <= limits.text && choices.every(({ title }) => title.length <= longest)
}

export function backToMainMenuLine({ language }: Voice): string {
  return menuLine('#', botTexts(language).mainMenu)
}

export function sortedOptions(options: readonly MenuOption[]): readonly MenuOption[] {
  return options.toSorted((one, other) => one.option - other.option)
}

/** Joins the non-empty parts with blank lines between them. */
export function joinParagraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function menuLine(key: number | string, name: string): string {
  return `*[ ${key} ]* - ${name}`
}
