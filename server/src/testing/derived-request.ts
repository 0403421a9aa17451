import type { Endpoint } from '@balcao/contract/endpoint'
import { z } from 'zod'
import type { FullCompany } from './full-company'

/** The parts of a call, before any schema has parsed them. */
export interface Sent {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** Ids whose field is not named after their thing. */
const otherNames: Readonly<Record<string, keyof FullCompany>> = {
  whatsappId: 'connectionId',
  transferQueueId: 'queueId',
  sendIdQueue: 'queueId',
  queueIds: 'queueId',
  moveTo: 'queueId',
  optionId: 'queueOptionId',
  parentId: 'queueOptionId',
  tags: 'tagId',
  tagListId: 'tagId',
  otherContactId: 'freeContactId',
  contactIds: 'contactId',
  quotedMsg: 'messageId',
  noteIds: 'noteId',
}

/** The id of this company to which a field of this name points; undefined where it points to nothing that has one. */
export function idNamed(field: string, own: FullCompany): number | undefined {
  if (field === 'companyId') return own.company.id
  if (field === 'userId' || field === 'users' || field === 'mentions') return own.user.id
  const id = own[otherNames[field] ?? (field as keyof FullCompany)] // any other name finds nothing
  return typeof id === 'number' ? id : undefined
}

/**
 * A valid request of an endpoint with every field, read from its schemas: ids by the names of their fields, choices from
 * their enumeration, anything else by trial. `turn` makes names unique where necessary.
 */
export function derivedRequest(endpoint: Endpoint, own: FullCompany, turn: number): Sent {
  const derived = (part: z.ZodType) => {
    const { shape } = part as z.ZodObject // every part of an endpoint is an object
    return Object.fromEntries(
      Object.entries(shape).map(([field, type]) => [field, derivedValue(field, type, own, turn)]),
    )
  }
  return {
    params: derived(endpoint.params),
    query: derived(endpoint.query),
    body: derived(endpoint.body),
  }
}

function derivedValue(field: string, type: z.core.$ZodType, own: FullCompany, turn: number): unknown {
  const schema = type as z.ZodType // the class of every field
  const id = idNamed(field, own)
  const guesses =
    id === undefined
      ? [valuesByName(turn)[field], ...optionsOf(schema), ...valuesByKind(turn)]
      : [id, String(id), [id], JSON.stringify([id])]
  return guesses.find((value) => value !== undefined && schema.safeParse(value).success)
}

/** Fields whose name says more than their schema. */
const valuesByName = (turn: number): Readonly<Record<string, unknown>> => ({
  searchParam: '',
  pageNumber: '1',
  before: '',
  from: '2026-11-01',
  to: '2026-11-30',
  number: `55119${80_000_000 + turn}`,
  password: 'uma senha boa',
  timeZone: 'America/Manaus',
})

const valuesByKind = (turn: number): readonly unknown[] => [
  `Texto ${turn}`,
  true,
  1,
  '2029-05-04T09:00:00-03:00',
  '2029-05-04',
  `texto-${turn}@example.com`,
  `#${(0x200000 + turn).toString(16)}`,
  `00000000-0000-4000-8000-${String(turn).padStart(12, '0')}`,
  'https://erp.example/balcao',
  [],
]

/** The values of an enumeration, under any wrapping. */
function optionsOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodPipe)
    return optionsOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return optionsOf(schema.unwrap())
  return []
}
