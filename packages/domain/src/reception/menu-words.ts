import { fillVariables } from '../message-variables'
import { botTexts } from './bot-texts'
import type { MenuOption, ReceptionFacts, ReceptionQueue } from './facts'

type Voice = Pick<ReceptionFacts, 'name' | 'number' | 'email' | 'now' | 'timeZone' | 'language'>

/** A template of the company, filled for this customer. Never pass a customer's text: it would be filled too. */
export function filled(template: string, voice: Voice): string {
  return fillVariables(template, voice).trim()
}

/** `*[ 1 ]* - Vendas`, one line for each queue (BOT-02). */
export function queueList(queues: readonly Pick<ReceptionQueue, 'name'>[]): string {
  return queues.map(({ name }, at) => menuLine(at + 1, name)).join('\n')
}

/** The options and the two ways back (BOT-03). */
export function optionList(options: readonly MenuOption[], voice: Voice): string {
  const texts = botTexts(voice.language)
  const lines = inOrder(options).map(({ option, title }) => menuLine(option, title))
  return [...lines, menuLine(0, texts.previousMenu), mainMenuLine(voice)].join('\n')
}

export function mainMenuLine({ language }: Voice): string {
  return menuLine('#', botTexts(language).mainMenu)
}

export function inOrder(options: readonly MenuOption[]): readonly MenuOption[] {
  return options.toSorted((one, other) => one.option - other.option)
}

/** Joins parts with a blank line between them; empty ones leave no gap. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function menuLine(key: number | string, name: string): string {
  return `*[ ${key} ]* - ${name}`
}
