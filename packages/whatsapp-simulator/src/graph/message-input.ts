import { type Fields, fieldsOf, invalid, requireProduct } from './fields'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import { interactiveFrom } from './interactive-input'
import { mediaOf } from './media-input'
import type { BusinessNumber, Json } from './world'

/** A checked order to send, as `POST /{PHONE}/messages` carries it. */
export interface Order {
  /** Digits, or undefined when the order names a user id. */
  phone?: string
  /** The recipient as the caller wrote it. */
  input: string
  userId?: string
  type: string
  content: Json | Json[]
  quotes?: string
  callbackData?: string
}

type Reading = (params: Fields, number: BusinessNumber, service: GraphService) => Json | Json[]

const FRAME = [
  ...['messaging_product', 'recipient_type', 'to', 'recipient', 'type'],
  ...['context', 'biz_opaque_callback_data'],
]

/** Checks a body as strictly as Meta documents it. Throws 100, 131008, 131009, 131051 or 131053. */
export function orderFrom(service: GraphService, number: BusinessNumber, body: Json): Order {
  const params = fieldsOf(body)
  requireProduct(params)
  const recipient = recipientOf(params)
  const type = params.has('type') ? params.text('type') : 'text'
  const read = KINDS[type]
  if (!read) throw new GraphError(131051, `Message type "${type}" is not supported.`)
  params.only(...FRAME, type)
  const content = read(params, number, service)
  const context = params.optionalObject('context')
  if (context && type === 'reaction') throw new GraphError(100, 'A reaction has no context.')
  context?.only('message_id')
  const callbackData = params.optionalText('biz_opaque_callback_data', { max: 512, min: 0 })
  return {
    ...recipient,
    type,
    content,
    ...(context && { quotes: context.text('message_id') }),
    ...(callbackData !== undefined && { callbackData }),
  }
}

/** With both, the phone is taken. */
function recipientOf(params: Fields): Pick<Order, 'phone' | 'input' | 'userId'> {
  const kind = params.has('recipient_type') ? params.text('recipient_type') : 'individual'
  if (kind !== 'individual') throw invalid('recipient_type', 'must be individual: groups are not simulated')
  if (!params.has('to') && !params.has('recipient'))
    throw new GraphError(131008, 'One of the parameters to and recipient is required.')
  if (!params.has('to')) {
    const userId = params.text('recipient')
    if (!/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(userId))
      throw invalid('recipient', 'must be a business-scoped user id')
    return { input: userId, userId }
  }
  const input = params.text('to')
  const phone = input.replace(/[\s()+-]/g, '')
  if (!/^\d{5,15}$/.test(phone)) throw invalid('to', 'must be a phone number')
  return { input, phone }
}

const KINDS: Record<string, Reading> = {
  text(params) {
    const text = params.object('text')
    text.only('body', 'preview_url')
    text.text('body', { max: 4096 })
    text.optionalFlag('preview_url')
    return text.values
  },
  image: (params, number, service) => mediaOf(params, 'image', ['caption'], number, service),
  video: (params, number, service) => mediaOf(params, 'video', ['caption'], number, service),
  audio: (params, number, service) => mediaOf(params, 'audio', ['voice'], number, service),
  document: (params, number, service) =>
    mediaOf(params, 'document', ['caption', 'filename'], number, service),
  sticker: (params, number, service) => mediaOf(params, 'sticker', [], number, service),
  location(params) {
    const location = params.object('location')
    location.only('latitude', 'longitude', 'name', 'address')
    location.number('latitude', -90, 90)
    location.number('longitude', -180, 180)
    location.optionalText('name', { max: 1000 })
    location.optionalText('address', { max: 1000 })
    return location.values
  },
  contacts: (params, _number, { rules }) =>
    params.objects('contacts', { max: rules.contactsPerMessage }).map(contactOf),
  reaction(params) {
    const reaction = params.object('reaction')
    reaction.only('message_id', 'emoji')
    reaction.text('message_id')
    const emoji = reaction.text('emoji', { min: 0 })
    if ([...new Intl.Segmenter().segment(emoji)].length > 1)
      throw invalid('reaction.emoji', 'must be one emoji')
    return reaction.values
  },
  interactive: (params, number, service) => interactiveFrom(params.object('interactive'), number, service),
  template(params) {
    const template = params.object('template')
    template.only('name', 'language', 'components')
    template.text('name', { max: 512 })
    const language = template.object('language')
    language.only('code', 'policy')
    language.text('code')
    if (template.has('components')) template.objects('components', { min: 0 })
    return template.values
  },
}

function contactOf(contact: Fields): Json {
  contact.only('name', 'phones', 'emails', 'addresses', 'org', 'urls', 'birthday')
  const name = contact.object('name')
  name.only('formatted_name', 'first_name', 'last_name', 'middle_name', 'suffix', 'prefix')
  name.text('formatted_name')
  const parts = ['first_name', 'last_name', 'middle_name', 'suffix', 'prefix']
  if (!parts.some((part) => name.has(part)))
    throw new GraphError(131008, `${name.path} needs one of ${parts.join(', ')} beside formatted_name.`)
  const phones = contact.has('phones') ? contact.objects('phones') : []
  for (const phone of phones) {
    phone.only('phone', 'type', 'wa_id')
    phone.optionalText('phone')
    phone.optionalText('wa_id')
  }
  for (const list of ['emails', 'addresses', 'urls']) if (contact.has(list)) contact.objects(list)
  contact.optionalObject('org')?.only('company', 'department', 'title')
  const birthday = contact.optionalText('birthday')
  if (birthday !== undefined && !/^\d{4}-\d\d-\d\d$/.test(birthday))
    throw invalid(`${contact.path}.birthday`, 'must be YYYY-MM-DD')
  return contact.values
}
