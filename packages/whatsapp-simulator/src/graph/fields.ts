import { GraphError } from './graph-error'
import type { Json } from './world'

export interface Limits {
  max?: number
  /** The fewest characters or items; 1 by default. */
  min?: number
}

/** The keys of a JSON object of a request, each checked when it is read. */
export interface Fields {
  readonly path: string
  readonly values: Json
  has(name: string): boolean
  /** Refuses every key that is not named. */
  only(...names: string[]): void
  object(name: string): Fields
  optionalObject(name: string): Fields | undefined
  objects(name: string, limits?: Limits): Fields[]
  text(name: string, limits?: Limits): string
  optionalText(name: string, limits?: Limits): string | undefined
  number(name: string, from: number, to: number): number
  optionalFlag(name: string): boolean | undefined
  oneOf<T extends string>(name: string, allowed: readonly T[]): T
}

export function fieldsOf(values: Json, path = ''): Fields {
  const at = (name: string) => (path ? `${path}.${name}` : name)
  const has = (name: string) => values[name] !== undefined && values[name] !== null
  const needed = (name: string): unknown => {
    if (!has(name)) throw new GraphError(131008, `The parameter ${at(name)} is required.`)
    return values[name]
  }
  const object = (name: string) => fieldsOf(objectFrom(needed(name), at(name)), at(name))
  const text = (name: string, { max = Number.POSITIVE_INFINITY, min = 1 }: Limits = {}) => {
    const value = needed(name)
    if (typeof value !== 'string') throw invalid(at(name), 'must be a string')
    const { length } = [...value]
    if (length === 0 && min > 0) throw new GraphError(131008, `The parameter ${at(name)} is required.`)
    if (length < min || length > max) throw invalid(at(name), `must have ${min} to ${max} characters`)
    return value
  }
  return {
    path,
    values,
    has,
    only(...names) {
      const unexpected = Object.keys(values).find((key) => !names.includes(key))
      if (unexpected !== undefined)
        throw new GraphError(100, `Unexpected key "${unexpected}" on param "${path || 'body'}".`)
    },
    object,
    optionalObject: (name) => (has(name) ? object(name) : undefined),
    objects(name, { max = Number.POSITIVE_INFINITY, min = 1 } = {}) {
      const value = needed(name)
      if (!Array.isArray(value)) throw invalid(at(name), 'must be an array')
      if (value.length < min || value.length > max)
        throw invalid(at(name), `must have ${min} to ${max} items`)
      return value.map((item: unknown, index) => {
        const place = `${at(name)}[${index}]`
        return fieldsOf(objectFrom(item, place), place)
      })
    },
    text,
    optionalText: (name, limits) => (has(name) ? text(name, limits) : undefined),
    number(name, from, to) {
      const value = needed(name)
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof number !== 'number' || !(number >= from && number <= to))
        throw invalid(at(name), `must be a number from ${from} to ${to}`)
      return number
    },
    optionalFlag(name) {
      const value = values[name]
      if (value === undefined || value === null) return undefined
      if (typeof value !== 'boolean') throw invalid(at(name), 'must be a boolean')
      return value
    },
    oneOf(name, allowed) {
      const value = needed(name)
      const found = allowed.find((one) => one === value)
      if (found === undefined) throw invalid(at(name), `must be one of ${allowed.join(', ')}`)
      return found
    },
  }
}

export function requireProduct({ values }: Fields): void {
  if (values.messaging_product !== 'whatsapp')
    throw new GraphError(100, 'The parameter messaging_product is required and must be whatsapp.')
}

export function invalid(path: string, why: string): GraphError {
  return new GraphError(131009, `Parameter value is not valid: ${path} ${why}.`)
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectFrom(value: unknown, path: string): Json {
  if (!isObject(value)) throw new GraphError(100, `Param ${path} must be a JSON object.`)
  return value
}
