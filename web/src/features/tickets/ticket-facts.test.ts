import type { TagId } from '@balcao/domain/ids'
import { describe, expect, it } from 'vitest'
import { shortDuration } from '../../lib/short-duration'
import { userId } from '../../testing/makers'
import { aTicket, sales, support } from '../../testing/ticket-makers'
import { splitMessagePreview } from '../../ui/preview-parts'
import { chooseVisibleTicketChips, shortenName, waitingTimeOf } from './ticket-facts'

describe('the facts of a ticket in its row', () => {
  it.each([
    ['Marina Duarte', true, 'Marina Dua…'],
    ['Marina Dua', true, 'Marina Dua'],
    ['Marina Duarte', false, 'Marina Duarte'],
  ])('TICKET-14 %s on a narrow screen (%s)', (name, isNarrow, expected) => {
    expect(shortenName(name, isNarrow)).toBe(expected)
  })

  it.each([
    [4, 'calm'],
    [5, 'warm'],
    [14, 'warm'],
    [15, 'late'],
  ])('waiting for %i minutes is %s', (minutes, warmth) => {
    const now = Date.parse('2026-11-20T12:00:00.000Z')
    const waitingSince = new Date(now - minutes * 60_000).toISOString()

    expect(waitingTimeOf({ waitingSince, status: 'pending' }, now)).toEqual({ minutes, warmth })
  })

  it('a closed ticket waits for no answer, nor does one with our message last', () => {
    const since = '2026-11-20T11:00:00.000Z'

    expect(waitingTimeOf({ waitingSince: since, status: 'closed' }, Date.now())).toBeNull()
    expect(waitingTimeOf({ waitingSince: null, status: 'open' }, Date.now())).toBeNull()
  })

  it.each([
    [7, '7 min'],
    [60, '1 h'],
    [80, '1 h 20'],
    [65, '1 h 05'],
    [3 * 24 * 60, '3 d'],
  ])('%i minutes read %s', (minutes, expected) => {
    expect(shortDuration(minutes)).toBe(expected)
  })

  it.each([
    ['Bom dia', { kind: undefined, text: 'Bom dia' }],
    ['*Ana:*\nBom dia', { kind: undefined, text: 'Ana: Bom dia' }],
    ['📷 Foto', { kind: 'image', text: '' }],
    ['📄 Proposta 2231.pdf', { kind: 'document', text: 'Proposta 2231.pdf' }],
    ['🚫 Mensagem apagada', { kind: 'deleted', text: '' }],
    ['2*3*4', { kind: undefined, text: '2*3*4' }],
  ])('the last message %j', (lastMessage, expected) => {
    expect(splitMessagePreview(lastMessage)).toEqual(expected)
  })
})

describe('the tags of a row', () => {
  const tags = ['Orçamento', 'VIP', 'Arquiteto'].map((name, index) => ({
    id: (index + 1) as TagId, // branding
    name,
    color: '#2A9D8F',
  }))
  const late = { minutes: 30, warmth: 'late' } as const
  const ana = { id: userId(2), name: 'Ana Lima' }
  const chips = (...given: Parameters<typeof chooseVisibleTicketChips>) => {
    const { namesConnection, tags: shown, hidden } = chooseVisibleTicketChips(...given)
    return [namesConnection, shown.map(({ name }) => name), hidden.length]
  }
  const ticket = aTicket({ queue: sales, user: null, tags })
  const onePane = 600

  it('all show, with the name of the connection, where there is room for all', () => {
    expect(chips({ ...ticket, user: ana }, late, onePane)).toEqual([
      true,
      ['Orçamento', 'VIP', 'Arquiteto'],
      0,
    ])
  })

  it('show before the connection is named', () => {
    expect(chips(ticket, null, 276)).toEqual([false, ['Orçamento', 'VIP', 'Arquiteto'], 0])
    expect(chips({ ...ticket, tags: tags.slice(1, 2) }, null, 276)).toEqual([true, ['VIP'], 0])
  })

  it('fold from the last one on, rather than shrink below five letters', () => {
    expect(chips({ ...ticket, user: ana }, null, 276)).toEqual([false, ['Orçamento', 'VIP'], 1])
    expect(chips({ ...ticket, user: ana, tags: tags.slice(0, 2) }, null, 276)).toEqual([
      true,
      ['Orçamento', 'VIP'],
      0,
    ])
  })

  it('all fold where queue, person and wait need the room', () => {
    expect(chips({ ...ticket, queue: support, user: ana }, late, 276)).toEqual([false, [], 3])
  })

  it('without tags the connection is named where that has room', () => {
    const plain = { ...ticket, user: ana, tags: [] }

    expect(chips(plain, null, 276)).toEqual([true, [], 0])
    expect(chips({ ...plain, queue: support }, late, 236)).toEqual([false, [], 0])
  })
})
