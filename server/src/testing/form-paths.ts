import { z } from 'zod'

/** The path from a form to one of its values: `['schedules', 0, 'startTime']`. */
export type FormPath = readonly (string | number)[]

/** `schedules[].startTime`: all elements of a list have the same name. */
export function nameOfPath(path: FormPath): string {
  return path.map((part) => (typeof part === 'number' ? '[]' : `.${part}`)).join('')
}

/** The paths of all values below the form's own fields. */
export function deepPathsOf(form: unknown, before: FormPath = []): readonly FormPath[] {
  if (typeof form !== 'object' || form === null) return []
  const steps = Array.isArray(form) ? [...form.keys()] : Object.keys(form)
  return steps.flatMap((step) => {
    const path = [...before, step]
    const below = deepPathsOf((form as Record<string | number, unknown>)[step], path) // its own key
    return before.length === 0 ? below : [path, ...below]
  })
}

/** Returns the form with this value at the path. */
export function withValueAt(form: unknown, [step, ...rest]: FormPath, value: unknown): unknown {
  if (step === undefined) return value
  const old = (form as Record<string | number, unknown>)[step] // a path of `deepPathsOf`
  const changed = withValueAt(old, rest, value)
  return Array.isArray(form)
    ? form.map((one, at) => (at === step ? changed : one))
    : { ...(form as object), [step]: changed }
}

/** The names of all fields that a schema accepts below the form's own ones, in every variant. */
export function deepNamesOf(schema: unknown, name = ''): readonly string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, field]) => {
      const own = `${name}.${key}`
      return name === '' ? deepNamesOf(field, own) : [own, ...deepNamesOf(field, own)]
    })
  }
  if (schema instanceof z.ZodArray) return [`${name}[]`, ...deepNamesOf(schema.element, `${name}[]`)]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => deepNamesOf(option, name))
  // A preprocessed value has the fields of the schema that parses it.
  if (schema instanceof z.ZodPipe)
    return deepNamesOf(schema.in instanceof z.ZodTransform ? schema.out : schema.in, name)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  )
    return deepNamesOf(schema.unwrap(), name)
  return []
}
