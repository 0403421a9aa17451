import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { PromptId, QueueId, QueueOptionId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import { type MenuSimulationInput, simulateMenuChat } from './menu-simulation'

const anOption = (
  id: number,
  option: number,
  title: string,
  change: Partial<QueueOptionView> = {},
): QueueOptionView => ({
  id: id as QueueOptionId,
  queueId: 1 as QueueId,
  parentId: null,
  option: String(option),
  title,
  message: '',
  children: [],
  createdAt: '',
  updatedAt: '',
  ...change,
})

const fixture: MenuSimulationInput = {
  queueId: 1 as QueueId,
  queueName: 'Suporte',
  greetingMessage: '{{ms}}, {{firstName}}!',
  outOfHoursMessage: 'Abrimos às 8h.',
  options: [
    anOption(1, 1, 'Segunda via', {
      message: 'Como prefere receber?',
      children: [anOption(11, 1, 'Por e-mail', { message: 'Enviamos já.' })],
    }),
    anOption(2, 2, 'Outro assunto'),
  ],
  assistants: { promptId: null, integrationId: null },
  isOpen: true,
  now: new Date('2026-11-23T13:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  language: 'pt-BR',
}
const words = (texts: string[], change: Partial<MenuSimulationInput> = {}) =>
  simulateMenuChat({ ...fixture, ...change }, texts).map((line) =>
    line.from === 'system' ? `(${line.event})` : `${line.from}: ${line.text}`,
  )
const top = [
  '*[ 1 ]* - Segunda via',
  '*[ 2 ]* - Outro assunto',
  '*[ 0 ]* - Menu anterior',
  '*[ # ]* - Menu inicial',
]

it('QUEUE-07 BOT-03 answers the first text with greeting and options, variables filled in', () => {
  expect(words(['Oi'])).toEqual(['customer: Oi', `bot: Bom dia, Maria!\n\n${top.join('\n')}`])
})

it('QUEUE-07 BOT-03 numbers, texts and titles lead to a leaf, where the ticket waits', () => {
  const lines = words(['Oi', 'um', 'Por e-mail', 'obrigada'])

  expect(lines.slice(3)).toEqual([
    'bot: Como prefere receber?\n\n*[ 1 ]* - Por e-mail\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial',
    'customer: Por e-mail',
    'bot: Enviamos já.',
    '(waits)',
    'customer: obrigada',
  ])
})

it('BOT-03 0 leads back, # to the top', () => {
  const [back, main] = [words(['Oi', '1', '0']).at(-1), words(['Oi', '1', '#']).at(-1)]

  expect(back).toContain(top.join('\n'))
  expect(main).toBe(back)
})

it('BOT-04 an invalid option repeats the menu three times, then the ticket waits', () => {
  const lines = words(['Oi', '9', '9', '9', '9'])

  expect(lines.filter((line) => line.includes(top[0] ?? ''))).toHaveLength(4)
  expect(lines.at(-1)).toBe('(waits)')
})

it('BOT-07 outside hours the customer gets only one notice', () => {
  expect(words(['Oi', '1'], { isOpen: false })).toEqual([
    'customer: Oi',
    'bot: Abrimos às 8h.',
    'customer: 1',
  ])
})

it('a queue without options greets, and the ticket waits', () => {
  expect(words(['Oi'], { options: [] })).toEqual(['customer: Oi', 'bot: Bom dia, Maria!', '(waits)'])
})

it('BOT-11 a queue with an assistant leaves the menu to it, with one notice', () => {
  const assistants = { promptId: 4 as PromptId, integrationId: null }

  expect(words(['Oi', '1'], { assistants })).toEqual(['customer: Oi', '(assistant)', 'customer: 1'])
})
