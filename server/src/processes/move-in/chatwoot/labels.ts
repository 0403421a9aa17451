import { existingTags, insertMovedTicketTags } from '../../../features/tags/move-in.queries'
import { newestTicketsOfContacts } from '../../../features/tickets/move-in.queries'
import { ticketsByContact } from '../live-tickets'
import type { MoveInStep, SourceRow } from '../step'
import { createTagStep } from '../tag-step'
import { textOf } from '../values'
import { chatwootReadingSpec } from './office'

export const labelsStep = createTagStep({
  name: 'labels',
  reading: chatwootReadingSpec('labels', 'title color', { size: 5_000 }),
  nameColumn: 'title',
})

/**
 * Moves label assignments to tags of tickets; a contact's labels move to its newest ticket. The account comes
 * from the labelled row, because Chatwoot's table `tags` has the labels of all accounts.
 */
export const taggingsStep: MoveInStep = {
  name: 'labels of conversations',
  reading: {
    table: 'taggings',
    columns: 'id taggable_type taggable_id',
    joins: `join tags g on g.id = t.tag_id
      left join conversations v on t.taggable_type = 'Conversation' and v.id = t.taggable_id
      left join contacts c on t.taggable_type = 'Contact' and c.id = t.taggable_id`,
    where: `t.context = 'labels' and coalesce(v.account_id, c.account_id) = $1`,
    also: ['g.name'],
    // Each pass reads all labelled rows, so skipped ones need no retry.
    changedAt: null,
    size: 2_000,
  },
  async carry(piece, rows) {
    await piece.look(rows, (row) => [[kindOf(row), textOf(row, 'taggable_id')]])
    const tags = new Map((await piece.work.db.rows(existingTags)).map(({ name, id }) => [name, id]))
    const ofContacts = rows.filter((row) => kindOf(row) === 'contact')
    const newest = await ticketsByContact(piece, newestTicketsOfContacts, ofContacts, 'taggable_id')
    const made = rows.flatMap((row) => {
      const owner = piece.ref(kindOf(row), textOf(row, 'taggable_id'))
      if (owner === null) return [] // the step of the conversation or contact reports that it is missing
      const ticketId = kindOf(row) === 'ticket' ? owner : newest.get(owner)
      const tagId = tags.get(textOf(row, 'name').trim().toLowerCase())
      for (const reason of ['ticket-missing', 'pair-missing'] as const)
        piece.settle('tagging', textOf(row, 'id'), reason)
      if (ticketId !== undefined && tagId !== undefined) return [{ ticket_id: ticketId, tag_id: tagId }]
      piece.skip('tagging', textOf(row, 'id'), ticketId === undefined ? 'ticket-missing' : 'pair-missing')
      return []
    })
    piece.moved += await piece.insert(insertMovedTicketTags, made)
  },
}

function kindOf(row: SourceRow): 'ticket' | 'contact' {
  return row.taggable_type === 'Contact' ? 'contact' : 'ticket'
}
