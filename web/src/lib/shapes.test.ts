import type { Endpoint } from '@balcao/contract/endpoint'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { contractModules } from '../../build/contract-modules'
import { generateShapeCheck } from '../../build/shape-code'
import * as shapes from './shapes'

const endpoints = Object.values(contractModules)
  .flatMap((exports) => Object.values(exports))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'answer' in value)

/** The shape as the build writes it. */
function shapeOf(schema: unknown): shapes.Shape {
  return new Function('shapes', `return ${generateShapeCheck(schema)}`)(shapes)
}

it('every answer has a shape, but for a tree and for one with defaults', () => {
  const without = endpoints
    .filter(({ answer }) => generateShapeCheck(answer) === undefined)
    .map(({ name }) => name)

  expect(without).toEqual([
    'subscription.play',
    'queueOptions.list',
    'queueOptions.create',
    'queueOptions.update',
  ])
})

/** The build leaves them out of pages: a form imports its schema by a name of its own. */
it('no page reads what an endpoint accepts', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../testing/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const names = Object.values(contractModules).flatMap((exports) =>
    Object.entries(exports).flatMap(([name, value]) =>
      endpoints.some((one) => one === value) ? [name] : [],
    ),
  )
  const reading = new RegExp(
    `(?<!typeof )\\b(${names.join('|')})\\.(body|query|params|summary|planFlag|pace|takesFiles|errors)\\b`,
  )

  expect(Object.values(sources).flatMap((source) => reading.exec(source)?.[0] ?? [])).toEqual([])
})

const shaped = endpoints.filter(({ answer }) => generateShapeCheck(answer) !== undefined)

it.each(shaped)('the shape of $name accepts what its schema accepts, and no field less', ({ answer }) => {
  const shape = shapeOf(answer)
  const sample = sampleOf(answer)

  expect(answer.safeParse(sample).error).toBeUndefined()
  expect(shape(sample)).toBe(true)
  expect(spoilt(sample).filter((value) => shape(value) && !answer.safeParse(value).success)).toEqual([])
})

it('an answer of another shape is an error that names its endpoint', () => {
  const answer = shapes.answerParserOf('tickets.counts', shapes.record({ open: shapes.number }))

  expect(answer.parse({ open: 3, more: true })).toEqual({ open: 3, more: true })
  expect(() => answer.parse(null)).toThrow('The answer of tickets.counts has another shape')
})

/** A value with every field, and one item in each list. */
function sampleOf(schema: unknown): unknown {
  const { def, values } = (schema as z.core.$ZodTypes)._zod // every schema has it
  switch (def.type) {
    case 'string':
      return texts['format' in def ? String(def.format) : ''] ?? '12:00'
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'unknown':
      return 'anything'
    case 'literal':
    case 'enum':
      return [...(values ?? [])][0]
    case 'nullable':
    case 'optional':
    case 'readonly':
      return sampleOf(def.innerType)
    case 'union':
      return sampleOf(def.options[0])
    case 'array':
      return Array.from({ length: lengthOf(def) }, () => sampleOf(def.element))
    case 'tuple':
      return def.items.map(sampleOf)
    case 'record':
      return { one: sampleOf(def.valueType) }
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]))
    default:
      throw new Error(`no sample of ${def.type}`)
  }
}

const texts: Readonly<Record<string, string>> = {
  datetime: '2026-11-28T12:00:00.000Z',
  date: '2026-11-28',
  uuid: '3f1c8a52-7d7e-4a53-9d0b-0f6f2a1c9b11',
}

function lengthOf({ checks = [] }: z.core.$ZodArrayDef): number {
  const exact = checks.map((check) => check._zod.def).find(({ check }) => check === 'length_equals')
  return exact !== undefined && 'length' in exact ? Number(exact.length) : 1
}

/** The value without each of its fields, and with a function, which no schema accepts, in each place. */
function spoilt(value: unknown): unknown[] {
  const wrong = () => undefined
  if (typeof value !== 'object' || value === null) return [wrong]
  const fields = Object.entries(value)
  const put = (at: string, inner: unknown): unknown =>
    Array.isArray(value) ? value.with(Number(at), inner) : { ...value, [at]: inner }
  return [
    wrong,
    ...fields.flatMap(([at, inner]) => spoilt(inner).map((broken) => put(at, broken))),
    ...(Array.isArray(value)
      ? []
      : fields.map(([at]) => Object.fromEntries(fields.filter(([name]) => name !== at)))),
  ]
}
