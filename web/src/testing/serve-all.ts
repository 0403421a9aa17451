import type { EndpointCallAnswer } from '@balcao/contract/client'
import type { Endpoint } from '@balcao/contract/endpoint'
import { z } from 'zod'
import type { FakeServer } from './fake-server'

const modules = import.meta.glob<Record<string, unknown>>(
  ['../../../packages/contract/src/*.ts', '!**/*.test.ts'],
  {
    eager: true,
  },
)

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'planFlag' in value && 'answer' in value
}

/** Answers every endpoint with its minimal answer: empty lists, empty texts, nulls. */
export function serveAll(server: FakeServer): void {
  for (const endpoint of endpoints) {
    server.on(endpoint, () => leastOf(endpoint.answer) as EndpointCallAnswer<Endpoint>) // by its own schema
  }
}

function leastOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape)
    return Object.fromEntries(fields.map(([name, field]) => [name, leastOf(field)]))
  }
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional) return undefined
  if (schema instanceof z.ZodLazy) return leastOf(schema.unwrap())
  if (schema instanceof z.ZodDefault) return leastOf(schema.unwrap())
  if (schema instanceof z.ZodUnion) return leastOf(schema.options[0] ?? z.null())
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.values.values().next().value
  if (schema instanceof z.ZodPipe) return leastOf(schema.out)
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodArray) return []
  const texts = ['', '2026-11-20T12:00:00.000Z', '2026-11-20', '8f1b4c2e-5d3a-4c6b-9e7f-0a1b2c3d4e5f']
  return texts.find((text) => z.safeParse(schema, text).success)
}
