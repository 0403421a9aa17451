/** A type guard that validates a value. It replaces a schema library, which the page would have to load. */
export type Shape<Value = unknown> = (value: unknown) => value is Value
export type ValueOfShape<S> = S extends Shape<infer Value> ? Value : never

export const text: Shape<string> = (value) => typeof value === 'string'
export const number: Shape<number> = (value) => typeof value === 'number'
export const flag: Shape<boolean> = (value) => typeof value === 'boolean'
export const anything: Shape = (value): value is unknown => true

export function oneOf<const Value>(...values: readonly Value[]): Shape<Value> {
  return (value): value is Value => values.some((one) => one === value)
}

export function either<Shapes extends readonly Shape[]>(
  ...shapes: Shapes
): Shape<ValueOfShape<Shapes[number]>> {
  return (value): value is ValueOfShape<Shapes[number]> => shapes.some((shape) => shape(value))
}

export function list<Value>(shape: Shape<Value>): Shape<readonly Value[]> {
  return (value): value is readonly Value[] => Array.isArray(value) && value.every((item) => shape(item))
}

export function tuple(...shapes: readonly Shape[]): Shape<readonly unknown[]> {
  return (value): value is readonly unknown[] =>
    Array.isArray(value) && value.length === shapes.length && shapes.every((shape, at) => shape(value[at]))
}

/** Accepts objects whose named fields have these shapes; further fields are allowed. */
export function record<Fields extends Readonly<Record<string, Shape>>>(
  fields: Fields,
): Shape<{ readonly [Name in keyof Fields]: ValueOfShape<Fields[Name]> }> {
  const shapes = Object.entries(fields)
  return (value): value is { readonly [Name in keyof Fields]: ValueOfShape<Fields[Name]> } =>
    isObject(value) && shapes.every(([name, shape]) => shape(value[name]))
}

export function dictionary<Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return (value): value is Readonly<Record<string, Value>> =>
    isObject(value) && Object.values(value).every((item) => shape(item))
}

/** A parser for the answers of an endpoint. Like a zod schema it has `parse`, which throws on another shape. */
export function answerParserOf(endpoint: string, shape: Shape) {
  return {
    parse(value: unknown): unknown {
      if (shape(value)) return value
      throw new TypeError(`The answer of ${endpoint} has another shape`)
    },
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
