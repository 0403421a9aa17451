import { expect, it } from 'vitest'
import { connectionTextPreview } from './preview'

const place = { now: new Date('2026-11-20T17:05:00Z'), timeZone: 'America/Sao_Paulo', language: 'pt-BR' }
const queues = [{ name: 'Vendas' }, { name: 'Suporte' }]

it.each([
  [
    'CONN-02 the greeting with the queues to choose from',
    'greetingMessage',
    'Oi, *{{firstName}}*! {{ms}}.',
    queues,
    ['Oi, *Maria*! Boa tarde.\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte'],
  ],
  ['an empty greeting', 'greetingMessage', ' ', queues, ['*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte']],
  [
    'the goodbye',
    'complationMessage',
    'Até logo, {{name}}. {{date}}',
    queues,
    ['Até logo, Maria Souza. 20/11/2026'],
  ],
  [
    'the question for a rating with its scale',
    'ratingMessage',
    'Que nota você dá?',
    queues,
    ['Que nota você dá?\n\n*[ 1 ]* - insatisfeito\n*[ 2 ]* - satisfeito\n*[ 3 ]* - muito satisfeito'],
  ],
  ['the text out of hours', 'outOfHoursMessage', 'Voltamos às 8h', queues, ['Voltamos às 8h']],
  ['the text on closing for silence', 'expiresInactiveMessage', '{{hour}}', queues, ['14:05:00']],
  ['nothing', 'expiresInactiveMessage', '  ', queues, []],
] as const)('%s', (_, which, text, linked, messages) => {
  expect(connectionTextPreview(which, text, linked, place).messages).toEqual(messages)
})

it.each([
  [0, 'noQueue'],
  [1, 'oneQueue'],
] as const)('shows why a greeting is not sent with %i queues', (count, nothing) => {
  expect(connectionTextPreview('greetingMessage', 'Olá', queues.slice(0, count), place)).toEqual({
    messages: [],
    nothing,
  })
})
