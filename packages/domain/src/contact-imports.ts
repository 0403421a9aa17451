import type { ContactNameWithSource } from './contact-name'
import { limits } from './limits'
import { parseContactListPhone } from './phone-number'
import { isBusinessScopedUserId } from './user-ids'

/** The limits of one spreadsheet. Further columns are ignored. */
export const contactImportLimits = {
  megabytes: 20,
  rows: 100_000,
  columns: 50,
  cell: 1_000,
  samples: 5,
} as const

/** `extra`: an additional field of the contact, named after the column's title. */
export const columnTargets = ['name', 'number', 'email', 'extra', 'ignore'] as const
export type ColumnTarget = (typeof columnTargets)[number]

/** The state of an import. `preview`: the file was parsed, and no contact was imported yet. */
export const contactImportStates = ['preview', 'running', 'done', 'cancelled', 'failed'] as const
export type ContactImportState = (typeof contactImportStates)[number]

/** The outcome of a row. `known`: a contact or an earlier row already has the phone number. */
export const importRowOutcomes = [
  'created',
  'known',
  'noNumber',
  'wrongNumber',
  'wrongName',
  'wrongEmail',
] as const
export type ImportRowOutcome = (typeof importRowOutcomes)[number]

export interface ImportedContact {
  /** A phone number. For a contact list, it may be a user id of the official API instead. */
  readonly phone: string
  readonly name: ContactNameWithSource | null
  readonly email: string
  readonly extraInfo: readonly { readonly name: string; readonly value: string }[]
}

export interface ImportColumn {
  readonly title: string
  readonly target: ColumnTarget
}

const titles: Readonly<Record<'name' | 'number' | 'email', RegExp>> = {
  name: /^(nome|name|nombre|contato|contact|contacto|cliente|razao social)( completo| do contato)?$|^(full|display) name$/,
  number:
    /^(numero|number|telefone|telefono|phone|celular|whatsapp|whats|zap|fone|tel|mobile)( do whatsapp| whatsapp| celular| movel| number| 1)?$/,
  email: /^(e ?mail|mail|correio|correo)( eletronico| electronico| address| 1)?$/,
}

/** Guesses from the columns' titles which contact field each fills. No field is guessed twice. */
export function guessColumnTargets(header: readonly string[]): ColumnTarget[] {
  const taken = new Set<ColumnTarget>()
  return header.map((title) => {
    const plain = normalizedTitle(title)
    const found = (['name', 'number', 'email'] as const).find(
      (field) => !taken.has(field) && titles[field].test(plain),
    )
    if (found !== undefined) taken.add(found)
    return found ?? (plain === '' ? 'ignore' : 'extra')
  })
}

function normalizedTitle(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** True when the first row holds titles: none of its cells is a phone number or a user id. */
export function isHeaderRow(row: readonly string[]): boolean {
  return !row.some(
    (cell) =>
      isBusinessScopedUserId(cell.trim()) ||
      (/^[\d\s()+.-]+$/.test(cell) && parseContactListPhone(cell) !== null),
  )
}

/**
 * The contact in a row, by the rules of the contact form (CONTACT-02 to CONTACT-04), or the reason to refuse
 * it. `takesUserIds`: a user id of the official API may replace the phone number.
 */
export function contactFromRow(
  cells: readonly string[],
  columns: readonly ImportColumn[],
  { takesUserIds = false }: { readonly takesUserIds?: boolean } = {},
): ImportedContact | Exclude<ImportRowOutcome, 'created' | 'known'> {
  const cellOf = (wanted: ColumnTarget) => {
    const place = columns.findIndex(({ target }) => target === wanted)
    return (place < 0 ? '' : (cells[place] ?? '')).replace(/\s+/g, ' ').trim()
  }
  const typed = cellOf('number')
  if (typed === '') return 'noNumber'
  const phone = takesUserIds && isBusinessScopedUserId(typed) ? typed : parseContactListPhone(typed)
  if (phone === null) return 'wrongNumber'
  const name = cellOf('name')
  if (name !== '' && (name.length < limits.name.min || name.length > limits.name.max)) return 'wrongName'
  const email = cellOf('email').toLowerCase()
  if (email !== '' && !isEmail(email)) return 'wrongEmail'
  const extraInfo = columns.flatMap(({ title, target }, place) => {
    const value = (cells[place] ?? '').trim()
    return target === 'extra' && value !== '' ? [{ name: title.slice(0, 100), value }] : []
  })
  return { phone, name: name === '' ? null : { name, source: 'typed' }, email, extraInfo }
}

function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"(),:;]+@[^\s@<>"(),:;.]+(\.[^\s@<>"(),:;.]+)+$/.test(text)
}

/** The name of a column in spreadsheets, for its index from 0: A to Z, AA and so on. */
export function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnLetter(Math.floor(place / 26) - 1) + last
}
