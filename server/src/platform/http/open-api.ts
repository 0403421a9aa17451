import type { Endpoint } from '@balcao/contract/endpoint'
import { errorCodes } from '@balcao/contract/errors'
import { z } from 'zod'
import { productVersion } from '../version'

/** A call that the product sends to a company's program, such as a webhook. */
export interface OutgoingHttpCallSchema {
  readonly name: string
  readonly headers: readonly string[]
  readonly body: z.ZodType
}

/** The OpenAPI 3.1 document of the contract, shown at `/docs`. */
export function createOpenApiDocument(
  endpoints: readonly Endpoint[],
  outgoing: readonly OutgoingHttpCallSchema[] = [],
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version: productVersion, license: { name: 'GPL-3.0-or-later' } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        connectionToken: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
    ...(outgoing.length > 0 && {
      webhooks: Object.fromEntries(outgoing.map((call) => [call.name, { post: outgoingOf(call) }])),
    }),
  }
}

function outgoingOf({ name, headers, body }: OutgoingHttpCallSchema): Record<string, unknown> {
  return {
    operationId: name,
    parameters: headers.map((header) => ({
      name: header,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: { content: { 'application/json': { schema: schemaOf(body, 'output') } } },
    responses: { '2XX': { description: 'taken' } },
  }
}

function operationOf(endpoint: Endpoint): Record<string, unknown> {
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    ...securityOf(endpoint),
    'x-access': endpoint.access,
    'x-plan-flag': endpoint.planFlag,
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.access === 'token' && hasBody ? [idempotencyKey] : []),
    ],
    ...(hasBody ? { requestBody: { content: bodyOf(endpoint) } } : {}),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
      },
      ...refusalsOf(endpoint),
    },
  }
}

function securityOf({ access }: Endpoint): Record<string, unknown> {
  if (access === 'public') return {}
  return { security: [access === 'token' ? { connectionToken: [] } : { bearer: [] }] }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
}

/** The body of an operation. An endpoint that takes files accepts JSON too, for a call without files. */
function bodyOf({ body, takesFiles }: Endpoint): Record<string, unknown> {
  const schema = schemaOf(body, 'input')
  const asJson = { 'application/json': { schema } }
  if (!takesFiles) return asJson
  const files = { medias: { type: 'array', items: { type: 'string', format: 'binary' } } }
  const form = { ...schema, properties: { ...Object(schema.properties), ...files } }
  return { ...asJson, 'multipart/form-data': { schema: form } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' })
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Record<string, unknown>[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  } // the cast is safe: every endpoint declares params and query as objects
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function refusalsOf(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = new Map<number, string[]>()
  const isThrottled = endpoint.pace !== null || endpoint.access === 'public'
  const ofPace = isThrottled ? (['ERR_TOO_MANY_ATTEMPTS'] as const) : []
  const ofVisit = endpoint.closedToSupport ? (['ERR_SUPPORT_MAY_NOT'] as const) : []
  for (const code of new Set([...endpoint.errors, ...ofPace, ...ofVisit])) {
    const { status } = errorCodes[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/json': { schema: refusalSchema } } },
    ]),
  )
}

const refusalSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'A code, or the words of a form.' },
    message: {
      type: 'string',
      description:
        'The code in words, in the language of Accept-Language (pt, en or es; else pt). Absent where clients translate the code themselves.',
    },
    data: { type: 'object', description: 'Facts beside the code, such as a limit.' },
  },
}
