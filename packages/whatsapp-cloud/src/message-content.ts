import { type LinkPreview, linkPreviewOf } from '@balcao/domain/link-preview'
import type { InboundContent, MediaKind } from '@balcao/whatsapp/gateway'
import { z } from 'zod'
import { mediaReference } from './media-reference'
import {
  isRecord,
  nullableBoolean,
  nullableNumber,
  nullableObject,
  nullableText,
  objectList,
  parseJson,
} from './shapes'
import { contactNameOf, receivedContactCardShape, vcardOf } from './vcards'

const mediaShape = nullableObject({
  id: nullableText,
  mime_type: nullableText,
  sha256: nullableText,
  caption: nullableText,
  filename: nullableText,
  voice: nullableBoolean,
  file_size: nullableNumber,
})
const reply = nullableObject({ id: nullableText, title: nullableText })

/** The properties of Meta's message that hold content. Each has the name of the message type that uses it. */
export const messageContentShape = {
  text: nullableObject({ body: nullableText }),
  image: mediaShape,
  video: mediaShape,
  audio: mediaShape,
  document: mediaShape,
  sticker: mediaShape,
  location: nullableObject({
    latitude: nullableNumber,
    longitude: nullableNumber,
    name: nullableText,
    address: nullableText,
    url: nullableText,
  }),
  contacts: objectList(receivedContactCardShape),
  button: nullableObject({ payload: nullableText, text: nullableText }),
  interactive: nullableObject({
    type: nullableText,
    button_reply: reply,
    list_reply: reply,
    nfm_reply: nullableObject({ name: nullableText, body: nullableText, response_json: nullableText }),
  }),
  order: nullableObject({
    text: nullableText,
    product_items: objectList({
      product_retailer_id: nullableText,
      quantity: nullableNumber,
      item_price: nullableNumber,
      currency: nullableText,
    }),
  }),
  unsupported: nullableObject({ type: nullableText }),
  errors: objectList({ code: nullableNumber, title: nullableText }),
  referral: nullableObject({ source_url: nullableText, headline: nullableText, body: nullableText }),
}
const message = z.object(messageContentShape)
type Message = z.infer<typeof message>

/** For each message type that we can show, a function that reads its content, or returns null if it is malformed. */
const readers: Readonly<Record<string, (message: Message) => InboundContent | null>> = {
  text: (one) => (one.text?.body ? { kind: 'text', text: one.text.body } : null),
  image: ({ image }) => media('image', image),
  video: ({ video }) => media('video', video),
  audio: ({ audio }) => media('audio', audio),
  document: ({ document }) => media('document', document),
  sticker: ({ sticker }) => media('sticker', sticker),
  location: ({ location }) => place(location),
  contacts: ({ contacts }) => cards(contacts),
  button: ({ button }) => tapped(button?.payload ?? null, button?.text ?? null),
  interactive: ({ interactive }) => answered(interactive),
  order: ({ order }) => ordered(order),
  // The media follows in another message with the same id.
  media_placeholder: () => ({ kind: 'unsupported', what: 'unavailable' }),
  unsupported: ({ unsupported }) => {
    const what = unsupported?.type ?? ''
    return /^view.?once/i.test(what) ? { kind: 'unsupported', what: 'view-once' } : missing(what)
  },
}

export function inboundContentOf(type: string, message: Message): InboundContent {
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  return read?.(message) ?? missing(type)
}

const longestWhat = 100

function missing(what: string): InboundContent {
  const known = what.slice(0, longestWhat)
  return { kind: 'unsupported', what: known === '' ? 'unsupported' : known }
}

/** The advertisement that led the customer to write, as a link preview; null without one, or if its link is unsafe. */
export function advertisementPreviewIn({ referral }: Pick<Message, 'referral'>): LinkPreview | null {
  if (!referral?.source_url) return null
  const { source_url: link, headline, body } = referral
  const title = headline || body || link
  return linkPreviewOf(link, { link, title, description: body ?? '' })
}

function media(kind: MediaKind, given: Message['image']): InboundContent | null {
  if (!given?.id) return missing(`${kind} without id`)
  const { id, mime_type: mime, sha256, caption, filename, voice, file_size: bytes } = given
  return {
    kind: 'media',
    media: kind,
    caption: caption ?? '',
    mimetype: mime ?? 'application/octet-stream',
    fileName: filename,
    sizeBytes: Number.isSafeInteger(bytes) ? bytes : null,
    seconds: null,
    width: null,
    height: null,
    voice: voice === true,
    waveform: null,
    viewOnce: false,
    reference: mediaReference({ id, mime, sha256 }),
  }
}

function place(given: Message['location']): InboundContent | null {
  if (given === null) return null
  const { latitude, longitude, name, address, url } = given
  const description = [name, address].filter(Boolean).join(', ') || url || ''
  const isOnEarth =
    latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (isOnEarth) return { kind: 'location', latitude, longitude, description, thumbnail: null }
  return description === '' ? null : { kind: 'text', text: `📍 ${description}` }
}

function cards(contacts: Message['contacts']): InboundContent | null {
  if (contacts.length === 0) return null
  return {
    kind: 'contact-card',
    name: contacts.map(contactNameOf).join(', '),
    vcard: contacts.map(vcardOf).join('\n'),
  }
}

function tapped(choice: string | null, title: string | null): InboundContent | null {
  const shown = title || choice
  if (!shown) return null
  return { kind: 'text', text: shown, ...(choice && { choice }) }
}

function answered(interactive: Message['interactive']): InboundContent | null {
  const tap = interactive?.button_reply ?? interactive?.list_reply
  if (tap) return tapped(tap.id, tap.title)
  const filled = filledForm(interactive?.nfm_reply ?? null)
  return filled ?? (interactive?.type ? missing(interactive.type) : null)
}

type Form = NonNullable<Message['interactive']>['nfm_reply']

/** The text of a submitted form (WhatsApp Flow): its summary, then one answer a line. */
function filledForm(form: Form): InboundContent | null {
  if (form === null) return null
  const answers = form.response_json === null ? undefined : parseJson(form.response_json)
  const lines = Object.entries(isRecord(answers) ? answers : {}).flatMap(([name, value]) =>
    name === 'flow_token' || value === null || value === '' ? [] : [`${name}: ${answerText(value)}`],
  )
  const shown = [form.body || form.name || '', ...lines].filter((line) => line !== '').join('\n')
  return shown === '' ? null : { kind: 'text', text: shown }
}

function answerText(value: unknown): string {
  if (Array.isArray(value)) return value.map(answerText).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function ordered(order: Message['order']): InboundContent | null {
  if (order === null) return null
  return {
    kind: 'order',
    text: order.text ?? '',
    items: order.product_items.map(({ product_retailer_id: product, quantity, item_price, currency }) => ({
      product: product ?? '',
      quantity: quantity ?? 1,
      price: item_price ?? 0,
      currency: currency ?? '',
    })),
  }
}
