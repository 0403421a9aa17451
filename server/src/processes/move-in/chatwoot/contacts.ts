import { randomUUID } from 'node:crypto'
import { canonicalPhone, digitsOf } from '@balcao/domain/phone-number'
import {
  completeMovedContacts,
  contactsOfMovedAddresses,
  insertMovedAddresses,
  insertMovedContacts,
} from '../../../features/contacts/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { parseJsonOrNull, textOf } from '../values'
import { whatsappInboxTypesSql } from './account'
import { chatwootReading, timestampsOf } from './office'

interface Beside {
  /** The numbers with which WhatsApp inboxes know a contact. */
  readonly numbers: ReadonlyMap<string, readonly string[]>
  readonly titles: ReadonlyMap<string, string>
}

/** Moves contacts with a phone number. Contacts with the same number, however it is written, become one. */
export const contacts: MoveInStep = {
  name: 'contacts',
  reading: chatwootReading('contacts', [
    'name',
    'middle_name',
    'last_name',
    'email',
    'phone_number',
    'custom_attributes',
  ]),
  prepare: readBeside,
  async carry(piece, rows, _context, prepared) {
    const { numbers, titles } = prepared as Beside
    await piece.look(rows.map((row) => ['contact', textOf(row, 'id')] as const))
    const people = rows.map((row) => {
      const found = [textOf(row, 'phone_number'), ...(numbers.get(textOf(row, 'id')) ?? [])].map(digitsOf)
      const known = found.filter((digits) => digits.length >= 8 && digits.length <= 15)
      return {
        row,
        id: textOf(row, 'id'),
        number: known[0] ?? '',
        phones: [...new Set(known.map(canonicalPhone))],
      }
    })
    const values = people.flatMap(({ phones }) => phones)
    const holders = new Map(
      (await piece.work.db.rows(contactsOfMovedAddresses, { kinds: values.map(() => 'phone'), values })).map(
        (one) => [one.value, one.contact_id],
      ),
    )
    const ids = await piece.newIds('contacts', rows.length)
    const made: object[] = []
    const completed: object[] = []
    const addresses: object[] = []
    for (const [at, { row, id, number, phones }] of people.entries()) {
      const moved = piece.ref('contact', id)
      if (phones.length === 0) {
        if (moved === null) piece.skip('contact', id, 'no-number')
        continue
      }
      const known = moved ?? phones.map((phone) => holders.get(phone)).find((one) => one !== undefined)
      const contactId = known ?? ids[at] ?? 0
      for (const value of phones.filter((phone) => !holders.has(phone))) {
        holders.set(value, contactId)
        addresses.push({ kind: 'phone', value, contact_id: contactId })
      }
      const facts = { id: contactId, ...wordsOf(row, number, titles) }
      if (moved === null) piece.became('contact', id, contactId)
      if (known === undefined)
        made.push({ ...facts, uuid: randomUUID(), is_group: false, ...timestampsOf(row, piece) })
      else completed.push(facts)
      if (known !== undefined && moved === null) piece.skip('contact', id, 'merged')
    }
    piece.moved += await piece.insert(insertMovedContacts, made)
    await piece.insert(insertMovedAddresses, addresses)
    if (completed.length > 0)
      await piece.work.db.run(completeMovedContacts, { rows: toJsonRows(completed), at: piece.work.now })
  },
}

function wordsOf(row: SourceRow, number: string, titles: ReadonlyMap<string, string>) {
  const name = ['name', 'middle_name', 'last_name']
    .map((part) => textOf(row, part).trim())
    .filter((part) => part !== '')
    .join(' ')
  const isName = name !== '' && digitsOf(name) !== number
  const custom = parseJsonOrNull(row.custom_attributes)
  return {
    name: isName ? name : number,
    name_source: isName ? 'typed' : 'stand-in',
    number,
    email: textOf(row, 'email'),
    extra_info: Object.entries(typeof custom === 'object' && custom !== null ? custom : {}).map(
      ([key, value]) => ({
        name: titles.get(key) ?? key,
        value: String(value),
      }),
    ),
  }
}

async function readBeside({ source, sourceId }: StepContext, rows: readonly SourceRow[]): Promise<Beside> {
  const found = await source.rows<SourceRow>(
    `select b.contact_id, b.source_id from contact_inboxes b join inboxes i on i.id = b.inbox_id
     where b.contact_id = any ($1) and i.channel_type in ${whatsappInboxTypesSql} and b.source_id ~ '^[+]?[0-9]{8,15}$'`,
    [rows.map((row) => Number(row.id))],
  )
  const numbers = new Map<string, string[]>()
  for (const row of found) {
    const id = textOf(row, 'contact_id')
    numbers.set(id, [...(numbers.get(id) ?? []), textOf(row, 'source_id')])
  }
  const titles = source.has('custom_attribute_definitions')
    ? await source.rows<SourceRow>(
        'select attribute_key, attribute_display_name from custom_attribute_definitions where account_id = $1',
        [sourceId],
      )
    : []
  return {
    numbers,
    titles: new Map(
      titles.map((row) => [textOf(row, 'attribute_key'), textOf(row, 'attribute_display_name')]),
    ),
  }
}
