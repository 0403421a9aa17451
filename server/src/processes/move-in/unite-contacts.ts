import { randomUUID } from 'node:crypto'
import type { ContactId } from '@balcao/domain/ids'
import { moveCampaignRowsToContact } from '../../features/campaigns/let-go'
import { contactsMerging } from '../../features/contacts/contacts.hooks'
import { lockContactsByIds } from '../../features/contacts/contacts.queries'
import { mergeContacts } from '../../features/contacts/merge-contacts'
import {
  contactsOfMovedAddresses,
  fillGapsOfMovedContacts,
  insertMovedAddresses,
  insertMovedContacts,
} from '../../features/contacts/move-in.queries'
import { mergeMessages } from '../../features/messages/history/merge-messages'
import { redirectMovedIds } from '../../features/move-ins/move-ins.queries'
import type { MovedRowSkipReason } from '../../features/move-ins/skip-reasons'
import { mergeNotes } from '../../features/notes/notes.verbs'
import { mergeSchedules } from '../../features/schedules/record-schedule-change'
import { copyTagsOfMergedTicket } from '../../features/tags/tags-of-ticket'
import { mergeTickets } from '../../features/tickets/contact/merge-tickets'
import {
  markMovedTicketsUntouched,
  mergeTargetsOfTickets,
  untouchedMovedTickets,
} from '../../features/tickets/move-in.queries'
import { conversationsMerging } from '../../features/tickets/tickets.hooks'
import { toJsonRows } from '../../platform/database/insert-rows'
import { type HookHandler, onHook } from '../../platform/hooks'
import type { CompanyWork } from '../../platform/work'
import type { MoveInBatch } from './piece'
import type { SourceRow } from './step'
import { timestampsOf } from './values'
import type { ContactAddress } from './whaticket/addresses'

/**
 * The handlers that merge two contacts' data. There are fewer than in normal use, because the company is still
 * closed. They are in the order of `hookHandlerOrder`.
 */
const handlers: readonly HookHandler[] = [
  onHook(contactsMerging, mergeTickets),
  onHook(contactsMerging, mergeSchedules),
  onHook(contactsMerging, moveCampaignRowsToContact),
  onHook(conversationsMerging, copyTagsOfMergedTicket),
  onHook(conversationsMerging, mergeMessages),
  onHook(conversationsMerging, mergeNotes),
]

/** Two contacts of this installation (`one`, `other`) that are the same person, as the row `id` of the source shows. */
export interface DuplicateContacts {
  readonly id: string
  readonly one: number
  readonly other: number
}

export interface SourceContact {
  readonly row: SourceRow
  readonly id: string
  readonly addresses: readonly ContactAddress[]
  /** Why the contact does not move. Null: it moves. */
  readonly lost: MovedRowSkipReason | null
  /** The new contact's columns with text: names, number, e-mail and extra information. */
  readonly words: object
}

/** Moves contacts. Those with the same WhatsApp address become one contact here, to which all their ids then lead. */
export async function moveContacts(piece: MoveInBatch, people: readonly SourceContact[]): Promise<void> {
  await piece.look(people, ({ id }) => [['contact', id]])
  const all = people.flatMap(({ addresses }) => addresses)
  const found = await piece.work.db.rows(contactsOfMovedAddresses, {
    kinds: all.map(({ kind }) => kind),
    values: all.map(({ value }) => value),
  })
  const holders = new Map(found.map(({ kind, value, contact_id }) => [`${kind} ${value}`, contact_id]))
  const ids = await piece.newIds('contacts', people.length)
  const made: object[] = []
  const completed: object[] = []
  const newAddresses: object[] = []
  const twins: DuplicateContacts[] = []
  for (const [at, { row, id, addresses, lost, words }] of people.entries()) {
    const moved = piece.ref('contact', id)
    if (lost !== null) {
      if (moved === null) piece.skip('contact', id, lost)
      continue
    }
    const keys = addresses.map(({ kind, value }) => `${kind} ${value}`)
    const known = moved ?? keys.map((key) => holders.get(key)).find((one) => one !== undefined)
    const contactId = known ?? ids[at] ?? 0
    for (const { kind, value } of addresses) {
      const holder = holders.get(`${kind} ${value}`)
      if (holder !== undefined && holder !== contactId) twins.push({ id, one: contactId, other: holder })
      if (holder !== undefined) continue
      holders.set(`${kind} ${value}`, contactId)
      newAddresses.push({ kind, value, contact_id: contactId })
    }
    if (moved === null) piece.became('contact', id, contactId)
    const is_group = addresses.some(({ kind }) => kind === 'group')
    if (known === undefined)
      made.push({ id: contactId, ...words, uuid: randomUUID(), is_group, ...timestampsOf(row, piece) })
    else completed.push({ id: contactId, ...words })
    if (known !== undefined && moved === null) piece.skip('contact', id, 'merged')
  }
  piece.moved += await piece.insert(insertMovedContacts, made)
  await piece.insert(insertMovedAddresses, newAddresses)
  if (completed.length > 0)
    await piece.work.db.run(fillGapsOfMovedContacts, { rows: toJsonRows(completed), at: piece.work.now })
  await mergeDuplicateContacts(piece, twins)
}

/** Merges contacts that moved as two, but are one person as the source says now. */
export async function mergeDuplicateContacts(
  piece: MoveInBatch,
  twins: readonly DuplicateContacts[],
): Promise<void> {
  const into = new Map<number, number>()
  const remaining = (id: number): number => {
    const next = into.get(id)
    return next === undefined ? id : remaining(next)
  }
  for (const { id, one, other } of twins) {
    const [first, second] = [remaining(one), remaining(other)]
    if (first === second) continue
    const kept = await uniteMovedContacts(piece, first, second)
    into.set(kept === first ? second : first, kept)
    piece.skip('contact', id, 'merged')
  }
}

/**
 * Merges two contacts as a user would, but without live events. Source rows of the removed contact then lead to
 * the remaining one, whose id is returned.
 */
async function uniteMovedContacts(piece: MoveInBatch, one: number, other: number): Promise<number> {
  const { work } = piece
  // The cast is safe: both ids come from the map of moved rows or from stored addresses of contacts.
  const ids = [one, other] as ContactId[]
  const [older, younger] = await work.db.rows(lockContactsByIds, { contactIds: ids })
  if (older === undefined || younger === undefined) return one
  const untouched = (await work.db.rows(untouchedMovedTickets, { contactIds: ids })).map(({ id }) => id)
  const quiet = quietWork(work)
  const kept = await mergeContacts(quiet, older, younger)
  const gone = kept.id === older.id ? younger.id : older.id
  const merged = await work.db.rows(mergeTargetsOfTickets, { ids: untouched })
  await work.db.run(markMovedTicketsUntouched, { ids: untouched })
  const moves = [
    { kind: 'contact', from: gone as number, to: kept.id as number },
    ...['ticket', 'attendance'].flatMap((kind) =>
      merged.map(({ id, into_id }) => ({ kind, from: id, to: into_id })),
    ),
  ]
  await work.db.run(redirectMovedIds, {
    kinds: moves.map(({ kind }) => kind),
    fromIds: moves.map(({ from }) => from),
    toIds: moves.map(({ to }) => to),
  })
  for (const { kind, from, to } of moves) piece.redirect(kind, from, to)
  return kept.id
}

/** Returns a unit of work that records no live events and runs only the merge handlers of this file. */
function quietWork(work: CompanyWork): CompanyWork {
  const quiet: CompanyWork = {
    ...work,
    record: () => undefined,
    recordRead: (_kind, _kept, facts) => void facts.catch(() => undefined),
    async runHook(point, facts) {
      for (const handler of handlers) if (handler.point === point) await handler.carryOut(quiet, facts)
    },
  }
  return quiet
}
