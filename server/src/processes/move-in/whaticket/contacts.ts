import { digitsOf } from '@balcao/domain/phone-number'
import {
  contactsOfMovedAddresses,
  deleteMistakenPhones,
  insertMovedAddresses,
} from '../../../features/contacts/move-in.queries'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import {
  type DuplicateContacts,
  mergeDuplicateContacts,
  moveContacts,
  type SourceContact,
} from '../unite-contacts'
import { isSwitchedOn, textOf } from '../values'
import { type ContactAddress, parseContactNumber } from './addresses'

/** Names of the table that maps LIDs to contacts, in ticketz and in later forks. */
const lidTables = ['WhatsappLidMaps', 'WhatsapplidMap', 'WhatsappLidMap']

interface Beside {
  readonly lids: ReadonlyMap<string, readonly string[]>
  readonly isLid: ReadonlySet<string>
  readonly fields: ReadonlyMap<string, readonly { name: string; value: string }[]>
}

/** Moves contacts. Rows of one person become one contact, for example a number with and one without the ninth digit. */
export const contactsStep: MoveInStep = {
  name: 'contacts',
  reading: {
    table: 'Contacts',
    columns: 'id name number email isGroup channel lid remoteJid createdAt updatedAt',
  },
  prepare: readBeside,
  async carry(piece, rows, _context, prepared) {
    const { lids, isLid, fields } = prepared as Beside
    const people = rows.map((row): SourceContact => {
      const id = textOf(row, 'id')
      const [jid, domain] = textOf(row, 'remoteJid').split('@', 2)
      const ownLid = domain === 'lid' ? (jid ?? '').replace(/:.*$/, '') : '' // without the device number
      const { addresses, number } = parseContactNumber(
        textOf(row, 'number') || `${ownLid}@lid`,
        isSwitchedOn(row.isGroup),
        [...(lids.get(id) ?? []), textOf(row, 'lid'), ownLid],
        // Later forks also write LIDs into the column of the phone number. Such digits count as a LID.
        (digits) => isLid.has(digits) || (digits !== '' && digits === ownLid),
      )
      const isOther = !['', 'whatsapp'].includes(textOf(row, 'channel'))
      const lost = isOther ? 'other-channel' : addresses.length === 0 ? 'no-number' : null
      return { row, id, addresses, lost, words: wordsOf(row, number, fields.get(id) ?? []) }
    })
    await moveContacts(piece, people)
  },
}

/**
 * Moves LIDs of contacts. An earlier run may have moved a contact that had only the LID, or taken the LID for a
 * phone number; such contacts are merged.
 */
function lidStep(table: string): MoveInStep {
  return {
    name: `LIDs of ${table}`,
    reading: {
      table,
      needs: ['lid', 'contactId'],
      columns: 'lid contactId createdAt updatedAt',
      joins: 'join "Contacts" c on c.id = t."contactId"',
      where: 'c."companyId" = $1',
      key: [
        { sql: 't."contactId"', type: 'bigint' },
        { sql: 't.lid::text', type: 'text' },
      ],
    },
    async carry(piece, rows) {
      const lids = rows.map((row) => digitsOf(textOf(row, 'lid').replace(/@.*$/, '')))
      await piece.look(rows, (row) => [['contact', textOf(row, 'contactId')]])
      const holdersOf = (kind: string) =>
        piece.work.db.rows(contactsOfMovedAddresses, { kinds: lids.map(() => kind), values: lids })
      const [mistaken, held] = [await holdersOf('phone'), await holdersOf('lid')]
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

export const contactLidSteps: readonly MoveInStep[] = lidTables.map(lidStep)

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
