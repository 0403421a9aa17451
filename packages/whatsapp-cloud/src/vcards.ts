import type { z } from 'zod'
import { nullableObject, nullableText, objectList } from './shapes'

// The Cloud API represents contacts as objects, and our gateway as vCards (RFC 6350, version 3).

export const receivedContactCardShape = {
  name: nullableObject({ formatted_name: nullableText, first_name: nullableText, last_name: nullableText }),
  phones: objectList({ phone: nullableText, wa_id: nullableText, type: nullableText }),
  emails: objectList({ email: nullableText, type: nullableText }),
  addresses: objectList({
    street: nullableText,
    city: nullableText,
    state: nullableText,
    zip: nullableText,
    country: nullableText,
    type: nullableText,
  }),
  org: nullableObject({ company: nullableText, department: nullableText, title: nullableText }),
  urls: objectList({ url: nullableText, type: nullableText }),
  birthday: nullableText,
  vcard: nullableText,
  origin: nullableText,
}
export type ReceivedContactCard = z.infer<z.ZodObject<typeof receivedContactCardShape>>

export function contactNameOf({ name, phones }: ReceivedContactCard): string {
  const parts = [name?.first_name, name?.last_name].filter(Boolean).join(' ')
  return name?.formatted_name || parts || phones[0]?.phone || ''
}

/** Returns the vCard that the sender's phone wrote, or else builds one from the contact's fields. */
export function vcardOf(contact: ReceivedContactCard): string {
  const { vcard, name, phones, emails, addresses, org, urls, birthday } = contact
  if (vcard?.startsWith('BEGIN:VCARD')) return vcard
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${joined(name?.last_name, name?.first_name)};;;`,
    `FN:${escaped(contactNameOf(contact))}`,
    ...phones.map(({ phone, wa_id: id, type }) =>
      phone || id
        ? `TEL${typed(type)}${id ? `;waid=${digitsOf(id)}` : ''}:${escaped(phone || `+${id}`)}`
        : '',
    ),
    ...emails.map(({ email, type }) => (email ? `EMAIL${typed(type)}:${escaped(email)}` : '')),
    ...addresses.map(
      ({ street, city, state, zip, country, type }) =>
        `ADR${typed(type)}:;;${joined(street, city, state, zip, country)}`,
    ),
    org?.company || org?.department ? `ORG:${joined(org.company, org.department)}` : '',
    org?.title ? `TITLE:${escaped(org.title)}` : '',
    ...urls.map(({ url, type }) => (url ? `URL${typed(type)}:${escaped(url)}` : '')),
    birthday ? `BDAY:${escaped(birthday)}` : '',
    'END:VCARD',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

function joined(...parts: readonly (string | null | undefined)[]): string {
  return parts.map((part) => escaped(part ?? '')).join(';')
}

function escaped(value: string): string {
  return value.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

function typed(type: string | null): string {
  const plain = type?.replace(/[^\w-]/g, '') ?? ''
  return plain === '' ? '' : `;type=${plain.toUpperCase()}`
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, '')
}

export interface CloudApiContact {
  readonly name: { readonly formatted_name: string; readonly first_name: string }
  readonly phones: readonly { readonly phone: string; readonly type: string; readonly wa_id?: string }[]
  readonly emails?: readonly { readonly email: string }[]
  readonly urls?: readonly { readonly url: string }[]
  readonly org?: { readonly company: string }
}

/** Converts a vCard to Meta's format, with only its name, phones, emails, links and company. */
export function contactFromVcard({ name, vcard }: { name: string; vcard: string }): CloudApiContact {
  // A line that begins with a space continues the previous line.
  const lines = vcard
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .flatMap(propertyIn)
  const valuesOf = (wanted: string) =>
    lines.flatMap((line) => (line.name === wanted && line.value !== '' ? [line] : []))
  const shown = name || valuesOf('FN')[0]?.value || valuesOf('TEL')[0]?.value || '-'
  const emails = valuesOf('EMAIL').map(({ value }) => ({ email: value }))
  const urls = valuesOf('URL').map(({ value }) => ({ url: value }))
  const company = valuesOf('ORG')[0]?.value
  return {
    name: { formatted_name: shown, first_name: shown },
    phones: valuesOf('TEL').map(({ value, parameters }) => {
      const id = parameters.get('WAID')
      return { phone: value, type: parameters.get('TYPE') ?? 'CELL', ...(id && { wa_id: id }) }
    }),
    ...(emails.length > 0 && { emails }),
    ...(urls.length > 0 && { urls }),
    ...(company && { org: { company } }),
  }
}

interface Property {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

function propertyIn(line: string): Property[] {
  const [, head, value] = /^((?:[^":]|"[^"]*")+):(.*)$/.exec(line) ?? []
  if (head === undefined || value === undefined) return []
  const [name = '', ...parameters] = head.split(';')
  return [
    {
      name: name.slice(name.lastIndexOf('.') + 1).toUpperCase(), // drops a group such as `item1.`
      parameters: new Map(
        parameters.map((parameter) => {
          const [key = '', of = ''] = parameter.split('=')
          return [key.toUpperCase(), of.replaceAll('"', '')]
        }),
      ),
      value: unescaped(value).trim(),
    },
  ]
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, one: string) => (one === 'n' || one === 'N' ? '\n' : one))
}
