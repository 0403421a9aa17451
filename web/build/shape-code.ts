import { z } from 'zod'

/** Maps each zod schema that the contract exports to the id of the generated module with its shape check. */
export type SharedShapeModuleIds = ReadonlyMap<unknown, string>

export function isObjectSchema(value: unknown): boolean {
  return value instanceof z.ZodObject
}

/**
 * Generates the code that checks a value against a schema, with the functions of `web/src/lib/shapes.ts`. The
 * code checks types, fields and choices. Rules about values (a number is whole, a text is trimmed) are left
 * to the server. Returns `undefined` for a schema with defaults or transforms, and for a recursive schema.
 * @param used is filled with the id and local name of each shared shape that the code uses
 */
export function generateShapeCheck(
  schema: unknown,
  shared: SharedShapeModuleIds = new Map(),
  used: Map<string, string> = new Map(),
): string | undefined {
  const around = new Set<unknown>()
  try {
    return codeOf(schema)
  } catch (cause) {
    if (cause instanceof NoShape) return undefined
    throw cause
  }

  function codeOf(inner: unknown): string {
    if (around.has(inner)) throw new NoShape()
    const id = shared.get(inner)
    if (id === undefined) return ownCodeOf(inner)
    const name = used.get(id) ?? `shape${used.size}`
    used.set(id, name)
    return name
  }

  function ownCodeOf(inner: unknown): string {
    around.add(inner)
    const code = callsOf(inner)
    around.delete(inner)
    return code
  }

  function callsOf(inner: unknown): string {
    const { def } = (inner as z.core.$ZodTypes)._zod // The cast is safe: every zod schema has a `def`.
    const all = (schemas: readonly unknown[]) => schemas.map(codeOf).join(', ')
    switch (def.type) {
      case 'string':
        return 'shapes.text'
      case 'number':
        return 'shapes.number'
      case 'boolean':
        return 'shapes.flag'
      case 'unknown':
        return 'shapes.anything'
      case 'null':
        return 'shapes.oneOf(null)'
      case 'literal':
        return `shapes.oneOf(...${JSON.stringify(def.values)})`
      case 'enum':
        return `shapes.oneOf(...${JSON.stringify(Object.values(def.entries))})`
      case 'nullable':
        return `shapes.either(shapes.oneOf(null), ${codeOf(def.innerType)})`
      case 'optional':
        return `shapes.either(shapes.oneOf(undefined), ${codeOf(def.innerType)})`
      case 'readonly':
        return codeOf(def.innerType)
      case 'union':
        return `shapes.either(${all(def.options)})`
      case 'array':
        return `shapes.list(${codeOf(def.element)})`
      case 'tuple':
        return `shapes.tuple(${all(def.items)})`
      case 'record':
        return `shapes.dictionary(${codeOf(def.valueType)})`
      case 'object': {
        const fields = Object.entries(def.shape).map(
          ([name, field]) => `${JSON.stringify(name)}: ${codeOf(field)}`,
        )
        return `shapes.record({ ${fields.join(', ')} })`
      }
      default:
        throw new NoShape()
    }
  }
}

class NoShape extends Error {}
