import type { MediaBubble, SendOptions, TextOptions } from '../contact'
import { optionalNumber, optionalText, phoneOf, Refusal, textOf } from './answers'
import { type Call, contact, optionsOf, shopOf, textsOf } from './call'
import { isWebm, webmToOgg } from './webm-to-ogg'

const MAX_FILE_BYTES = 16 * 1024 * 1024

/** Sends the message of a request as the contact: a text, a file, a place, contacts or a poll. */
export function sendAs(call: Call): Promise<string> {
  const { body } = call
  const id = optionalText(body, 'id')
  const options = { ...optionsOf(call), ...(id && { id }) }
  const to = shopOf(call)
  if (body.picture !== undefined) return sendFile(call, 'picture', 'picture', options)
  for (const kind of FILE_KINDS) if (body[kind] !== undefined) return sendFile(call, kind, kind, options)
  if (body.location !== undefined) return contact(call).sendLocation(to, placeOf(body.location), options)
  if (body.contacts !== undefined) return contact(call).sendContacts(to, cardsOf(body.contacts), options)
  if (body.choices !== undefined)
    return contact(call).sendPoll(to, textOf(body, 'text'), textsOf(body.choices), options)
  const preview = body.preview === undefined ? {} : { preview: previewOf(body.preview) }
  return contact(call).sendText(to, textOf(body, 'text'), { ...options, ...preview })
}

const FILE_KINDS = ['video', 'audio', 'voice', 'document', 'sticker'] as const

/** Files come as base64. A type that a browser might execute is refused. A voice recorded as WebM is sent as Ogg. */
function sendFile(call: Call, kind: MediaBubble, name: string, options: SendOptions): Promise<string> {
  const { body } = call
  const sent = Buffer.from(textOf(body, name), 'base64')
  const bytes = kind === 'voice' && isWebm(sent) ? webmToOgg(sent) : sent
  if (bytes.length === 0 || bytes.length > MAX_FILE_BYTES) throw new Refusal(400, `${name} must be base64`)
  const mimetype = bytes === sent ? optionalText(body, 'mimetype') : undefined
  if (mimetype && !MIMETYPES[kind].test(mimetype)) throw new Refusal(400, `mimetype must be of a ${kind}`)
  const caption = body.caption === '' ? undefined : optionalText(body, 'caption')
  const fileName = optionalText(body, 'fileName')
  const seconds = optionalNumber(body, 'seconds')
  const pages = kind === 'document' ? optionalNumber(body, 'pages') : undefined
  return contact(call).sendMedia(shopOf(call), kind, bytes, {
    ...options,
    ...(mimetype && { mimetype }),
    ...(caption && { caption }),
    ...(fileName && { fileName }),
    ...(seconds !== undefined && { seconds }),
    ...(pages !== undefined && { pages }),
    ...(body.waveform !== undefined && { waveform: waveformOf(body.waveform) }),
    ...(body.viewOnce === true && { viewOnce: true }),
  })
}

const MIMETYPES: Record<MediaBubble, RegExp> = {
  picture: /^image\/[a-z.+-]+$/,
  sticker: /^image\/webp$/,
  video: /^video\/[\w.+-]+$/,
  audio: /^audio\/[\w.+-]+$/,
  voice: /^audio\/ogg(; codecs=opus)?$/,
  document: /^[\w.+-]+\/[\w.+-]+$/,
}

function waveformOf(value: unknown): number[] {
  const loudness: unknown[] = Array.isArray(value) ? value : []
  if (loudness.length === 0 || loudness.length > 64 || !loudness.every(isLoudness))
    throw new Refusal(400, 'a waveform is up to 64 numbers from 0 to 100')
  return loudness
}

function isLoudness(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100
}

function previewOf(value: unknown): NonNullable<TextOptions['preview']> {
  const preview = objectOf(value)
  const description = optionalText(preview, 'description')
  const picture = optionalText(preview, 'picture')
  return {
    link: textOf(preview, 'link'),
    title: textOf(preview, 'title'),
    ...(description && { description }),
    ...(picture && { picture: Buffer.from(picture, 'base64') }),
  }
}

function placeOf(value: unknown) {
  const place = objectOf(value)
  const { latitude, longitude } = place
  if (typeof latitude !== 'number' || typeof longitude !== 'number')
    throw new Refusal(400, 'a location has a latitude and a longitude')
  const name = optionalText(place, 'name')
  return { latitude, longitude, ...(name && { name }) }
}

function cardsOf(value: unknown): { name: string; phone: string }[] {
  if (!Array.isArray(value) || value.length === 0) throw new Refusal(400, 'send a list of contacts')
  return value.map(objectOf).map((card) => ({ name: textOf(card, 'name'), phone: phoneOf(card, 'phone') }))
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'send an object')
  return { ...value }
}
