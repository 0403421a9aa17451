import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request that cannot be carried out, with the reason for the caller. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const MAX_BODY_BYTES = 24 * 1024 * 1024

/** Pages load nothing from elsewhere, run no inline code and refuse to be framed. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...PAGE_HEADERS, 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

/**
 * The JSON of a request that changes something. The content type is required because a foreign page can send forms and
 * plain text anywhere without a preflight, but not JSON.
 */
export async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const [type] = (request.headers['content-type'] ?? '').split(';')
  if (type?.trim() !== 'application/json') throw new Refusal(415, 'send application/json')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += part.length
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'too large')
    parts.push(part)
  }
  const body = parseJson(Buffer.concat(parts).toString() || '{}')
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'send a JSON object')
  return { ...body }
}

/** A required text. */
export function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value === '') throw new Refusal(400, `${name} must be a text`)
  return value
}

export function optionalText(body: Record<string, unknown>, name: string): string | undefined {
  return body[name] === undefined ? undefined : textOf(body, name)
}

export function optionalNumber(body: Record<string, unknown>, name: string): number | undefined {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new Refusal(400, `${name} must be a whole number`)
  }
  return value
}

/** Digits only, as WhatsApp writes numbers. */
export function phoneOf(body: Record<string, unknown>, name: string): string {
  const phone = textOf(body, name).replace(/[^\d]/g, '')
  if (phone.length < 3 || phone.length > 15) throw new Refusal(400, `${name} must be a phone number`)
  return phone
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refusal(400, `not JSON: ${cause instanceof Error ? cause.message : ''}`)
  }
}
