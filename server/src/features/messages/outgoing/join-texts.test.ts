import type { TicketId, UserId } from '@balcao/domain/ids'
import { expect, it } from 'vitest'
import type { TicketRow } from '../../tickets/tickets.queries'
import { joinConsecutiveTexts } from './join-texts'
import type { DraftInTicket, MessageDraft } from './send-message'

const ticket = (provider: 'beta' | 'cloud', id = 1) => ({ id: id as TicketId, provider }) as TicketRow // what joining reads
const official = ticket('cloud')

function says(
  body: string,
  change: Partial<MessageDraft> = {},
  one: Partial<DraftInTicket> = {},
): DraftInTicket {
  const plain = { clientId: null, mediaType: null, media: null, quotedId: null, origin: 'bot' as const }
  return { ticket: official, userId: null, ...one, draft: { body, ...plain, ...change } }
}
const choices = (text: string) => ({
  interactive: { choices: { text, listLabel: 'Ver', choices: [{ id: '1', title: 'Vendas' }] } },
})
const picture: Partial<MessageDraft> = {
  mediaType: 'image',
  media: {
    state: 'ready',
    mimetype: 'image/png',
    fileName: null,
    seconds: null,
    width: null,
    height: null,
    sizeBytes: null,
    key: null,
  },
}
const bodies = (outgoing: readonly DraftInTicket[]) =>
  joinConsecutiveTexts(outgoing).map(({ draft }) => draft.body)

it('joins consecutive texts where the provider bills messages, and nowhere else', () => {
  const three = ['Olá!', 'Somos a loja.', 'Como ajudar?']

  expect(bodies(three.map((body) => says(body)))).toEqual(['Olá!\n\nSomos a loja.\n\nComo ajudar?'])
  expect(bodies(three.map((body) => says(body, {}, { ticket: ticket('beta') })))).toEqual(three)
})

it('moves answers to tap below the joined text, and joins nothing to their end', () => {
  const menu = says('Escolha:\n*[ 1 ]* - Vendas', choices('Escolha:'))

  const joined = joinConsecutiveTexts([says('Olá!'), menu, says('Tchau')])

  expect(joined.map(({ draft }) => [draft.body, draft.interactive?.choices?.text])).toEqual([
    ['Olá!\n\nEscolha:\n*[ 1 ]* - Vendas', 'Olá!\n\nEscolha:'],
    ['Tchau', undefined],
  ])
  expect(joined[0]?.draft.interactive?.choices?.choices).toEqual([{ id: '1', title: 'Vendas' }])
})

it.each([
  ['of another ticket', says('b', {}, { ticket: ticket('cloud', 2) })],
  ['of another origin', says('b', { origin: 'automatic' })],
  ['of a person', says('b', {}, { userId: 5 as UserId })],
  ['with a file', says('b', picture)],
  [
    'with a template',
    says('b', { interactive: { template: { name: 'x', language: 'pt_BR', components: [] } } }),
  ],
  ['that a browser named', says('b', { clientId: '00000000-0000-4000-8000-000000000001' })],
  ['that is too long with the first', says('b'.repeat(4_094))],
  ['whose answers to tap would have too long a text', says('b', choices('b'.repeat(1_022)))],
])('leaves a message apart %s', (_, other) => {
  expect(joinConsecutiveTexts([says('a'), other])).toEqual([says('a'), other])
})

it('fills a message up to the limits of the provider', () => {
  expect(bodies([says('a'), says('b'.repeat(4_093))])).toHaveLength(1)
  expect(bodies([says('a'), says('b', choices('b'.repeat(1_021)))])).toHaveLength(1)
})
