import type { TagId } from '@balcao/domain/ids'
import { describe, expect, it } from 'vitest'
import { shortDuration } from '../../lib/short-duration'
import { userId } from '../../testing/makers'
import { aTicket, sales, support } from '../../testing/ticket-makers'
import { previewParts } from '../../ui/preview-parts'
import { nameFor, shownTags, waitingOf } from './ticket-facts'

describe('what a row says of a ticket', () => {
  it.each([
    ['Marina Duarte', true, 'Marina Dua…'],
    ['Marina Dua', true, 'Marina Dua'],
    ['Marina Duarte', false, 'Marina Duarte'],
  ])('TICKET-14 %s on a narrow screen (%s)', (name, isNarrow, expected) => {
    expect(nameFor(name, isNarrow)).toBe(expected)
  })

  it.each([
    [4, 'calm'],
    [5, 'warm'],
    [14, 'warm'],
    [15, 'late'],
  ])('waiting for %i minutes is %s', (minutes, warmth) => {
    const now = Date.parse('2026-11-20T12:00:00.000Z')
    const waitingSince = new Date(now - minutes * 60_000).toISOString()

    expect(waitingOf({ waitingSince, status: 'pending' }, now)).toEqual({ minutes, warmth })
  })

  it('nobody waits in a closed ticket, nor where the last word was ours', () => {
    const since = '2026-11-20T11:00:00.000Z'

    expect(waitingOf({ waitingSince: since, status: 'closed' }, Date.now())).toBeNull()
    expect(waitingOf({ waitingSince: null, status: 'open' }, Date.now())).toBeNull()
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
    expect(previewParts(lastMessage)).toEqual(expected)
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
  const names = (...given: Parameters<typeof shownTags>) => shownTags(...given).map(({ name }) => name)

  it('show two where nobody has the ticket, one beside a person', () => {
    const ticket = aTicket({ queue: sales, user: null, tags })

    expect(names(ticket, null, 276)).toEqual(['Orçamento', 'VIP'])
    expect(names({ ...ticket, user: ana }, null, 276)).toEqual(['Orçamento'])
  })

  it('hide rather than shrink below five letters', () => {
    const ticket = aTicket({ queue: support, user: ana, tags })

    expect(names(ticket, late, 276)).toEqual([])
    expect(names({ ...ticket, tags: tags.slice(1, 2) }, late, 276)).toEqual(['VIP'])
  })

  it('hide in the narrowest list, where the queue and the wait need the room', () => {
    const ticket = aTicket({ queue: sales, user: ana, tags })

    expect(names(ticket, late, 236)).toEqual([])
  })
})
