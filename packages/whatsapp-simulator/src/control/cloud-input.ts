import type { CustomerContent } from '../graph/customer'
import type { GraphFault } from '../graph/faults'
import { optionalNumber, optionalText, phoneOf, Refusal, textOf } from './answers'
import { isWebm, webmToOgg } from './webm-to-ogg'

type Body = Record<string, unknown>

const FILES = {
  picture: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'voice',
  document: 'document',
  sticker: 'sticker',
} as const
const MAX_FILE_BYTES = 16 * 1024 * 1024

/** The message of a request: as for contacts of WhatsApp Web, so that one composer writes to both services. */
export function contentFrom(body: Body): CustomerContent {
  // The API delivers neither polls nor files to be viewed once.
  if (body.viewOnce === true) return { kind: 'unsupported', what: 'view_once' }
  if (body.choices !== undefined) return { kind: 'unsupported', what: 'poll_creation' }
  for (const [name, kind] of Object.entries(FILES))
    if (body[name] !== undefined) return fileFrom(body, name, kind)
  if (body.location !== undefined) {
    const { latitude, longitude, ...place } = objectOf(body.location, 'location')
    if (typeof latitude !== 'number' || typeof longitude !== 'number')
      throw new Refusal(400, 'a location has a latitude and a longitude')
    const name = optionalText(place, 'name')
    return { kind: 'location', latitude, longitude, ...(name && { name }) }
  }
  if (body.contacts !== undefined) {
    if (!Array.isArray(body.contacts) || body.contacts.length === 0)
      throw new Refusal(400, 'send a list of contacts')
    const cards = body.contacts.map((given: unknown) => {
      const card = objectOf(given, 'contacts')
      return { name: textOf(card, 'name'), phone: phoneOf(card, 'phone') }
    })
    return { kind: 'contacts', cards, isOwn: body.isOwn === true }
  }
  if (body.type !== undefined) return { kind: 'raw', type: textOf(body, 'type'), content: body.content }
  return { kind: 'text', text: textOf(body, 'text') }
}

function fileFrom(body: Body, name: string, kind: (typeof FILES)[keyof typeof FILES]): CustomerContent {
  const sent = Buffer.from(textOf(body, name), 'base64')
  const bytes = kind === 'voice' && isWebm(sent) ? webmToOgg(sent) : sent
  if (bytes.length === 0 || bytes.length > MAX_FILE_BYTES) throw new Refusal(400, `${name} must be base64`)
  const mimeType = bytes === sent ? optionalText(body, 'mimetype') : undefined
  const caption = body.caption === '' ? undefined : optionalText(body, 'caption')
  const fileName = optionalText(body, 'fileName')
  return {
    kind,
    bytes,
    ...(mimeType && kind !== 'voice' && { mimeType }),
    ...(caption && { caption }),
    ...(fileName && { fileName }),
  }
}

/** Parses a fault from a request: its `kind` and what that kind needs. */
export function graphFaultFrom(body: Body): GraphFault {
  const kind = textOf(body, 'kind')
  const times = optionalNumber(body, 'times')
  const often = times === undefined ? {} : { times }
  switch (kind) {
    case 'cutSend':
    case 'silenceSend':
      return { kind, moment: oneOf(body.moment, ['before', 'after'], 'moment'), ...often }
    case 'refuse': {
      const details = optionalText(body, 'details')
      const status = optionalNumber(body, 'status')
      const retryAfterSeconds = optionalNumber(body, 'retryAfterSeconds')
      return {
        kind,
        calls: oneOf(body.calls ?? 'sends', ['sends', 'media', 'all'], 'calls'),
        code: numberOf(body, 'code'),
        ...(details && { details }),
        ...(status !== undefined && { status }),
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        ...often,
      }
    }
    case 'failLater':
      return { kind, code: numberOf(body, 'code'), ...often }
    case 'statusesFirst':
    case 'repeatWebhook':
      return { kind, ...often }
    case 'swapWebhooks':
      return { kind }
    case 'delayWebhook':
      return { kind, milliseconds: numberOf(body, 'milliseconds'), ...often }
    case 'bundleWebhooks':
      return { kind, count: numberOf(body, 'count') }
    default:
      throw new Refusal(400, `no fault is called ${kind}`)
  }
}

export function oneOf<T extends string>(value: unknown, allowed: readonly T[], name: string): T {
  const found = allowed.find((one) => one === value)
  if (found === undefined) throw new Refusal(400, `${name} must be one of ${allowed.join(', ')}`)
  return found
}

export function objectOf(value: unknown, name: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, `${name} must be an object`)
  return { ...value }
}

function numberOf(body: Body, name: string): number {
  const value = optionalNumber(body, name)
  if (value === undefined) throw new Refusal(400, `${name} must be a whole number`)
  return value
}
