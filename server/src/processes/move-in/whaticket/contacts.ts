import { randomUUID } from 'node:crypto'
import { digitsOf } from '@balcao/domain/phone-number'
import {
  contactsOfMovedAddresses,
  deleteMistakenPhones,
  fillGapsOfMovedContacts,
  insertMovedAddresses,
  insertMovedContacts,
} from '../../../features/contacts/move-in.queries'
import { toJsonRows } from '../../../platform/database/insert-rows'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { type DuplicateContacts, mergeDuplicateContacts } from '../unite-contacts'
import { isSwitchedOn, textOf, timeOf } from '../values'
import { type ContactAddress, parseContactNumber } from './addresses'

/** Tables of ticketz and of a later fork that map LIDs to contacts. */
const lidTables = ['WhatsappLidMaps', 'WhatsapplidMap', 'WhatsappLidMap']

interface Beside {
  readonly lids: ReadonlyMap<string, readonly string[]>
  readonly isLid: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, readonly { name: string; value: string }[]>
}

/**
 * Two rows of one person become one contact: one with the phone number and one with the LID, or numbers with
 * and without the ninth digit. The map then contains both rows.
 */
export const contacts: MoveInStep = {
  name: 'contacts',
  reading: {
    table: 'Contacts',
    columns: [
      'id',
      'name',
      'number',
      'email',
      'isGroup',
      'channel',
      'lid',
      'remoteJid',
      'createdAt',
      'updatedAt',
    ],
    size: 1_000,
  },
  prepare: readBeside,
  async carry(piece, rows, _context, prepared) {
    const { lids, isLid, fields } = prepared as Beside
    await piece.look(rows.map((row) => ['contact', textOf(row, 'id')] as const))
    const people = rows.map((row) => {
      const id = textOf(row, 'id')
      const [jid, domain] = textOf(row, 'remoteJid').split('@', 2)
      const ownLid = domain === 'lid' ? (jid ?? '').replace(/:.*$/, '') : '' // without the device number
      const known = parseContactNumber(
        textOf(row, 'number') || `${ownLid}@lid`,
        isSwitchedOn(row.isGroup),
        [...(lids.get(id) ?? []), textOf(row, 'lid'), ownLid],
        // Later forks write a LID's digits into the number too.
        (digits) => isLid.has(digits) || (digits !== '' && digits === ownLid),
      )
      return { row, id, ...known }
    })
    const addresses = people.flatMap((person) => person.addresses)
    const holders = new Map(
      (
        await piece.work.db.rows(contactsOfMovedAddresses, {
          kinds: addresses.map(({ kind }) => kind),
          values: addresses.map(({ value }) => value),
        })
      ).map(({ kind, value, contact_id }) => [`${kind} ${value}`, contact_id]),
    )
    const ids = await piece.newIds('contacts', rows.length)
    const made: object[] = []
    const completed: object[] = []
    const newAddresses: (ContactAddress & { contact_id: number })[] = []
    const twins: DuplicateContacts[] = []
    for (const [at, { row, id, addresses: own, number }] of people.entries()) {
      const moved = piece.ref('contact', id)
      const isOther = !['', 'whatsapp'].includes(textOf(row, 'channel'))
      if (own.length === 0 || isOther) {
        if (moved === null) piece.skip('contact', id, isOther ? 'other-channel' : 'no-number')
        continue
      }
      const known =
        moved ??
        own.map(({ kind, value }) => holders.get(`${kind} ${value}`)).find((one) => one !== undefined)
      const contactId = known ?? ids[at] ?? 0
      const facts = { id: contactId, ...wordsOf(row, number, fields.get(id) ?? []) }
      for (const { kind, value } of own) {
        const holder = holders.get(`${kind} ${value}`)
        if (holder !== undefined && holder !== contactId) twins.push({ id, one: contactId, other: holder })
        if (holder !== undefined) continue
        holders.set(`${kind} ${value}`, contactId)
        newAddresses.push({ kind, value, contact_id: contactId })
      }
      if (moved === null) piece.became('contact', id, contactId)
      if (known === undefined) {
        made.push({
          ...facts,
          uuid: randomUUID(),
          is_group: own[0]?.kind === 'group',
          created_at: timeOf(row, 'createdAt', piece.work.now),
          updated_at: timeOf(row, 'updatedAt', piece.work.now),
        })
      } else {
        completed.push(facts)
        if (moved === null) piece.skip('contact', id, 'merged')
      }
    }
    piece.moved += await piece.insert(insertMovedContacts, made)
    await piece.insert(insertMovedAddresses, newAddresses)
    if (completed.length > 0)
      await piece.work.db.run(fillGapsOfMovedContacts, { rows: toJsonRows(completed), at: piece.work.now })
    await mergeDuplicateContacts(piece, twins)
  },
}

/** An earlier run may have moved a contact that had only the LID, and may have taken the LID for a phone number. */
function lidStep(table: string): MoveInStep {
  return {
    name: `LIDs of ${table}`,
    reading: {
      table,
      needs: ['lid', 'contactId'],
      columns: ['lid', 'contactId', 'createdAt', 'updatedAt'],
      joins: 'join "Contacts" c on c.id = t."contactId"',
      where: 'c."companyId" = $1',
      key: [
        { sql: 't."contactId"', type: 'bigint' },
        { sql: 't.lid::text', type: 'text' },
      ],
    },
    async carry(piece, rows) {
      const lids = rows.map((row) => digitsOf(textOf(row, 'lid').replace(/@.*$/, '')))
      await piece.look(rows.map((row) => ['contact', textOf(row, 'contactId')] as const))
      const mistaken = await piece.work.db.rows(contactsOfMovedAddresses, {
        kinds: lids.map(() => 'phone'),
        values: lids,
      })
      const held = await piece.work.db.rows(contactsOfMovedAddresses, {
        kinds: lids.map(() => 'lid'),
        values: lids,
      })
      await piece.work.db.run(deleteMistakenPhones, { values: mistaken.map(({ value }) => value) })
      const twins: DuplicateContacts[] = []
      const addresses: (ContactAddress & { contact_id: number })[] = []
      for (const [at, row] of rows.entries()) {
        const contactId = piece.ref('contact', textOf(row, 'contactId'))
        const value = lids[at] ?? ''
        if (contactId === null || value === '') continue
        const isHeld = held.some((one) => one.value === value)
        if (!isHeld) addresses.push({ kind: 'lid', value, contact_id: contactId })
        for (const { contact_id: other, value: lid } of [...held, ...mistaken])
          if (lid === value && other !== contactId)
            twins.push({ id: textOf(row, 'contactId'), one: contactId, other })
      }
      piece.moved += await piece.insert(insertMovedAddresses, addresses)
      await mergeDuplicateContacts(piece, twins)
    },
  }
}

export const lidSteps: readonly MoveInStep[] = lidTables.map(lidStep)

function wordsOf(row: SourceRow, number: string, extra: readonly { name: string; value: string }[]) {
  const written = textOf(row, 'name').trim()
  const isName = written !== '' && digitsOf(written) !== digitsOf(textOf(row, 'number'))
  return {
    name: isName ? written : number || written || 'Contato',
    name_source: isName ? 'typed' : 'stand-in',
    number,
    email: textOf(row, 'email'),
    extra_info: extra,
  }
}

async function readBeside({ source }: StepContext, rows: readonly SourceRow[]): Promise<Beside> {
  const ids = rows.map((row) => Number(row.id))
  const numbers = rows.map((row) => digitsOf(textOf(row, 'number')))
  const lids = new Map<string, string[]>()
  const isLid = new Set<string>()
  for (const table of lidTables.filter((name) => source.has(name, 'lid') && source.has(name, 'contactId'))) {
    const found = await source.rows<{ lid: string; contactId: number | null }>(
      `select lid, "contactId" from "${table}" where "contactId" = any ($1)
       or regexp_replace(lid, '@.*$', '') = any ($2)`,
      [ids, numbers],
    )
    for (const { lid, contactId } of found) {
      isLid.add(digitsOf(lid.replace(/@.*$/, '')))
      if (contactId !== null) lids.set(String(contactId), [...(lids.get(String(contactId)) ?? []), lid])
    }
  }
  return { lids, isLid, fields: await readFields(source, ids) }
}

async function readFields(source: SourceDatabase, ids: readonly number[]): Promise<Beside['fields']> {
  const fields = new Map<string, { name: string; value: string }[]>()
  if (!source.has('ContactCustomFields')) return fields
  const found = await source.rows<{ contactId: number; name: string | null; value: string | null }>(
    `select "contactId", name, value from "ContactCustomFields" where "contactId" = any ($1) order by id`,
    [ids],
  )
  for (const { contactId, name, value } of found) {
    const own = fields.get(String(contactId)) ?? []
    fields.set(String(contactId), [...own, { name: name ?? '', value: value ?? '' }])
  }
  return fields
}
