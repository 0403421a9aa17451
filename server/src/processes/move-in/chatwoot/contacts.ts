import { canonicalPhone, digitsOf } from '@balcao/domain/phone-number'
import { isBusinessScopedUserId } from '@balcao/domain/user-ids'
import type { MoveInBatch } from '../piece'
import type { SourceDatabase } from '../source-database'
import type { MoveInStep, SourceRow, StepContext } from '../step'
import { moveContacts, type SourceContact } from '../unite-contacts'
import { fieldOf, isSwitchedOn, parseJsonOrNull, textOf } from '../values'
import { type ContactAddress, parseContactNumber, type SourceContactAddresses } from '../whaticket/addresses'
import { whatsappInboxTypesSql } from './account'
import { chatwootReadingSpec } from './office'

interface Beside {
  /** WhatsApp's addresses of a contact (number or business-scoped user id), by Chatwoot's contact id. */
  readonly sourceIds: ReadonlyMap<string, readonly string[]>
  readonly titles: ReadonlyMap<string, string>
}

/** Moves contacts that WhatsApp knows by number, user id, LID or group. Those with the same address become one. */
export const contactsStep: MoveInStep = {
  name: 'contacts',
  reading: chatwootReadingSpec(
    'contacts',
    `name middle_name last_name email phone_number identifier blocked
      custom_attributes additional_attributes`,
  ),
  prepare: readBeside,
  async carry(piece, rows, _context, prepared) {
    const { sourceIds, titles } = prepared as Beside
    const people = rows.map((row): SourceContact => {
      const id = textOf(row, 'id')
      const { number, addresses } = addressesOf(row, sourceIds.get(id) ?? [])
      const lost = addresses.length === 0 ? 'no-number' : null
      if (lost === null) noteBlocked(piece, row)
      return { row, id, addresses, lost, words: wordsOf(row, number, titles) }
    })
    await moveContacts(piece, people)
  },
}

/** Reports a contact that is blocked in Chatwoot, because Balcão cannot block contacts. */
function noteBlocked(piece: MoveInBatch, row: SourceRow): void {
  const id = textOf(row, 'id')
  if (isSwitchedOn(row.blocked)) piece.skip('blocked contact', id, 'no-counterpart')
  else piece.settle('blocked contact', id, 'no-counterpart')
}

/**
 * Finds the contact's WhatsApp addresses. Evolution API and other bridges write `…@s.whatsapp.net`, `…@lid` or
 * `…@g.us` into Chatwoot's field `identifier`.
 */
function addressesOf(row: SourceRow, sourceIds: readonly string[]): SourceContactAddresses {
  const [identifier, domain = ''] = textOf(row, 'identifier').split('@', 2)
  if (domain === 'g.us') return parseContactNumber(`${identifier}@g.us`, true, [], () => false)
  const lid = domain === 'lid' ? digitsOf(identifier ?? '') : ''
  const phones = [
    textOf(row, 'phone_number'),
    ...sourceIds.filter((one) => /^\+?\d+$/.test(one)),
    ...(['s.whatsapp.net', 'c.us'].includes(domain) ? [(identifier ?? '').replace(/:.*$/, '')] : []),
  ]
    .map(digitsOf)
    .filter((digits) => digits.length >= 8 && digits.length <= 15 && digits !== lid)
  const addresses: ContactAddress[] = [
    ...[...new Set(phones.map(canonicalPhone))].map((value) => ({ kind: 'phone', value }) as const),
    ...(lid === '' ? [] : [{ kind: 'lid', value: lid } as const]),
    ...[...new Set(sourceIds.filter(isBusinessScopedUserId))].map(
      (value) => ({ kind: 'user', value }) as const,
    ),
  ]
  return { number: phones[0] ?? '', addresses }
}

/** Portuguese names of those built-in contact attributes of Chatwoot that people read. */
const attributeNames = { company_name: 'Empresa', city: 'Cidade', country: 'País', description: 'Descrição' }

function wordsOf(row: SourceRow, number: string, titles: ReadonlyMap<string, string>) {
  const name = ['name', 'middle_name', 'last_name']
    .map((part) => textOf(row, part).trim())
    .filter((part) => part !== '')
    .join(' ')
  const isName = name !== '' && (number === '' || canonicalPhone(digitsOf(name)) !== canonicalPhone(number))
  const more = parseJsonOrNull(row.additional_attributes)
  const fields = [
    ...entriesOf(parseJsonOrNull(row.custom_attributes)).map(([key, value]) => [
      titles.get(key) ?? key,
      value,
    ]),
    ...Object.entries(attributeNames).map(([key, title]) => [title, fieldOf(more, key)]),
  ] as const
  return {
    name: isName ? name : number || 'Contato',
    name_source: isName ? 'typed' : 'stand-in',
    number,
    email: textOf(row, 'email'),
    extra_info: fields
      .map(([title, value]) => ({ name: String(title), value: attributeText(value) }))
      .filter(({ value }) => value !== ''),
  }
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

function attributeText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(attributeText).join(', ')
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim()
}

async function readBeside({ source, sourceId }: StepContext, rows: readonly SourceRow[]): Promise<Beside> {
  const found = source.has('contact_inboxes')
    ? await source.rows<SourceRow>(
        `select b.contact_id, b.source_id from contact_inboxes b join inboxes i on i.id = b.inbox_id
         where b.contact_id = any ($1) and i.channel_type in ${whatsappInboxTypesSql} and b.source_id <> ''
         order by b.id`,
        [rows.map((row) => Number(row.id))],
      )
    : []
  const sourceIds = new Map<string, string[]>()
  for (const row of found) {
    const id = textOf(row, 'contact_id')
    sourceIds.set(id, [...(sourceIds.get(id) ?? []), textOf(row, 'source_id')])
  }
  return { sourceIds, titles: await readTitles(source, sourceId) }
}

const ofContacts = '1'

/** Reads names of contacts' custom attributes by key. Skips those of conversations, which may have the same keys. */
async function readTitles(source: SourceDatabase, sourceId: string): Promise<Beside['titles']> {
  if (!source.has('custom_attribute_definitions')) return new Map()
  const found = await source.rows<SourceRow>(
    `select attribute_key, attribute_display_name from custom_attribute_definitions d
     where account_id = $1 and coalesce(to_jsonb(d) ->> 'attribute_model', '${ofContacts}') = '${ofContacts}'`,
    [sourceId],
  )
  return new Map(found.map((row) => [textOf(row, 'attribute_key'), textOf(row, 'attribute_display_name')]))
}
