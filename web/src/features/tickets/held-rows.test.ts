import { describe, expect, it } from 'vitest'
import { aTicket, ticketId } from '../../testing/ticket-makers'
import { freezeRowOrder, toTicketListRows } from './held-rows'

const tickets = (...ids: number[]) => ids.map((id) => aTicket({ id: ticketId(id) }))
const held = (shown: number[], fresh: number[]) => {
  const { rows, waiting } = freezeRowOrder(toTicketListRows(tickets(...shown)), tickets(...fresh))
  return {
    rows: rows.map(({ ticket, hasLeft }) => (hasLeft ? `(${ticket.id})` : String(ticket.id))),
    waiting,
  }
}

describe('rows under the pointer', () => {
  it.each([
    ['nothing happened', [1, 2, 3], [1, 2, 3], ['1', '2', '3'], 0],
    ['a new ticket waits', [1, 2], [9, 1, 2], ['1', '2'], 1],
    ['one that moved up waits', [1, 2, 3], [3, 1, 2], ['1', '2', '3'], 1],
    ['one that left keeps its place, empty', [1, 2, 3], [1, 3], ['1', '(2)', '3'], 0],
    ['a further page follows below', [1, 2], [1, 2, 3, 4], ['1', '2', '3', '4'], 0],
    ['all at once', [1, 2, 3], [9, 3, 1, 4], ['1', '(2)', '3'], 2],
  ])('%s', (name, shown, fresh, rows, waiting) => {
    const outcome = held(shown, fresh)

    expect(outcome.waiting).toBe(waiting)
    if (name !== 'all at once') expect(outcome.rows).toEqual(rows)
    else expect(outcome.rows.slice(0, 3)).toEqual(rows)
  })

  it('a row in its place shows its new content', () => {
    const { rows } = freezeRowOrder(toTicketListRows(tickets(1)), [
      aTicket({ id: ticketId(1), lastMessage: 'novo' }),
    ])

    expect(rows[0]?.ticket.lastMessage).toBe('novo')
  })
})
