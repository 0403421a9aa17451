import { numberFor, type Scope } from './access'
import { accountOf, announceStatus, personIn } from './announcing'
import { type Fields, fieldsOf, invalid, isObject, requireProduct } from './fields'
import { type GraphAnswer, type GraphCall, paramsOf } from './graph-call'
import { GraphError } from './graph-error'
import type { GraphService } from './graph-service'
import { fetchLink } from './media'
import { type Order, orderFrom } from './message-input'
import { addUnknownPerson, customerByPhone, customerByUserId, typingKey } from './people'
import { fillTemplate } from './template-filling'
import {
  type Account,
  type BusinessNumber,
  type Customer,
  type FilledTemplate,
  type Json,
  type Message,
  messageKey,
  newWamid,
  type Template,
} from './world'

const MESSAGING: readonly Scope[] = ['whatsapp_business_messaging']
const WINDOW_MS = 24 * 3_600_000
const FREE_ENTRY_MS = 72 * 3_600_000
const READABLE_MS = 30 * 24 * 3_600_000
const TYPING_MS = 25_000
const FREE_SERVICE_MESSAGES = 1_000

/** `POST /{PHONE}/messages`: sends a message, or marks one as read. */
export function postMessage(call: GraphCall): GraphAnswer {
  const number = numberFor(call.service, call.caller, call.id, MESSAGING, call.method)
  const body = paramsOf(call)
  requireWorking(call.service, number)
  return body.status === undefined ? send(call.service, number, body) : markRead(call.service, number, body)
}

function requireWorking(service: GraphService, number: BusinessNumber): void {
  if (accountOf(service, number).isLocked)
    throw new GraphError(131031, 'The account was restricted or disabled for a policy violation.')
  if (number.status === 'PENDING' || number.status === 'DISCONNECTED')
    throw new GraphError(133010, 'The phone number is not registered on the WhatsApp Business Platform.')
  if (number.status === 'BANNED' || number.status === 'RESTRICTED')
    throw new GraphError(131031, `The phone number is ${number.status.toLowerCase()}.`)
  if (number.nameStatus === 'DECLINED')
    throw new GraphError(131037, 'The display name of the number needs to be approved.')
}

/** What is sent, and to whom, after every check that Meta makes before it answers. */
interface Sending {
  account: Account
  number: BusinessNumber
  customer: Customer
  order: Order
  template?: Template
  filled?: FilledTemplate
  /** The file of the message or of its header. */
  media?: Json | undefined
}

function send(service: GraphService, number: BusinessNumber, body: Json): GraphAnswer {
  const order = orderFrom(service, number, body)
  const account = accountOf(service, number)
  const customer = recipientOf(service, account, order)
  if (customer.phone === number.displayNumber)
    throw new GraphError(131021, 'The recipient phone number is the sender phone number.')
  const sending: Sending = { account, number, customer, order, ...contentOf(service, number, order) }
  if (order.userId && sending.template?.category === 'AUTHENTICATION')
    throw new GraphError(131062, 'Authentication templates need a phone number.')
  const named = namedMessage(order)
  if (named !== undefined && !service.world.messages[messageKey(number.id, named)])
    throw invalid('message_id', `names no message of this number: ${named}`)
  service.rates.countSend(number, customer.id)
  const failure = failureOf(service, sending)
  if (failure !== undefined && service.rules.refusesAtOnce)
    throw new GraphError(failure, 'The message was not sent.')
  const message = store(service, sending, failure)
  const { phone, userId } = personIn(service, account, customer)
  const isKnown = customer.isReachable
  return {
    body: {
      messaging_product: 'whatsapp',
      contacts: [
        {
          input: order.input,
          ...(isKnown && phone && { wa_id: phone }),
          ...(isKnown && { user_id: userId }),
        },
      ],
      messages: [{ id: message.id, ...(sending.template && { message_status: 'accepted' }) }],
    },
    after: () => settle(service, message),
  }
}

function recipientOf(service: GraphService, account: Account, { phone, userId }: Order): Customer {
  if (phone !== undefined) return customerByPhone(service, phone) ?? addUnknownPerson(service, phone)
  const known = customerByUserId(service, account, userId ?? '')
  if (!known) throw invalid('recipient', 'is no user id of this business portfolio')
  return known
}

function contentOf(
  service: GraphService,
  number: BusinessNumber,
  { type, content }: Order,
): Pick<Sending, 'template' | 'filled' | 'media'> {
  if (Array.isArray(content)) return {}
  if (type === 'template') return fillTemplate(service, number, content)
  if (type !== 'interactive') return { media: isMedia(type) ? content : undefined }
  const { header } = content
  const media = isObject(header) ? header[String(header.type)] : undefined
  return { media: isObject(media) ? media : undefined }
}

function isMedia(type: string): boolean {
  return ['image', 'video', 'audio', 'document', 'sticker'].includes(type)
}

/** The message that an answer quotes, or a reaction concerns. */
function namedMessage({ type, content, quotes }: Order): string | undefined {
  if (type !== 'reaction' || Array.isArray(content)) return quotes
  return String(content.message_id)
}

/** The code with which Meta fails an accepted message; undefined when it reaches the person. */
function failureOf(service: GraphService, sending: Sending): number | undefined {
  const { account, number, customer, template } = sending
  const fault = service.faults.take('failLater')
  if (fault) return fault.code
  if (!customer.isReachable) return 131026
  const isInWindow = (customer.windows[number.id] ?? 0) > service.now() - WINDOW_MS
  if (!template && !isInWindow) return 131047
  if (template?.category === 'MARKETING' && customer.optedOut.includes(number.id)) return 131050
  if (!isInWindow && !service.rates.countReached(account.portfolioId, customer.id, number.tier)) return 131048
  const { type } = pricingOf(service, sending)
  if (type === 'regular' && !account.hasPaymentMethod) return 131042
  return undefined
}

function store(service: GraphService, sending: Sending, failure: number | undefined): Message {
  const { number, customer, order, filled, media } = sending
  const message: Message = {
    id: newWamid(service.chance),
    numberId: number.id,
    customerId: customer.id,
    from: 'business',
    at: service.now(),
    type: order.type,
    content: order.content,
    ...(order.quotes !== undefined && { quotes: order.quotes }),
    ...(order.callbackData !== undefined && { callbackData: order.callbackData }),
    status: 'accepted',
    ...(failure !== undefined && { errorCode: failure }),
    ...(typeof media?.id === 'string' && { mediaId: media.id }),
    ...(filled && { filled }),
    pricing: pricingOf(service, sending),
    isEdited: false,
    isRevoked: false,
    isReadByBusiness: false,
    reactions: {},
  }
  service.world.messages[messageKey(number.id, message.id)] = message
  if (failure === undefined) {
    service.typing.delete(typingKey(number.id, customer.id))
    if (message.pricing?.category === 'service') countServiceMessage(service, number)
  }
  return message
}

function pricingOf(service: GraphService, { number, customer, template }: Sending) {
  const isFreeEntry = (customer.entries[number.id] ?? 0) > service.now() - FREE_ENTRY_MS
  const isFreeService = !template && serviceMessages(service, number) < FREE_SERVICE_MESSAGES
  const type = isFreeEntry ? 'free_entry_point' : isFreeService ? 'free_customer_service' : 'regular'
  const category = isFreeEntry ? 'referral_conversion' : (template?.category.toLowerCase() ?? 'service')
  return { billable: type === 'regular', pricing_model: 'PMP', category, type }
}

function serviceMessages(
  { now }: GraphService,
  { serviceMessages: { month, count } }: BusinessNumber,
): number {
  return month === monthOf(now()) ? count : 0
}

function countServiceMessage(service: GraphService, number: BusinessNumber): void {
  const count = serviceMessages(service, number) + 1
  number.serviceMessages = { month: monthOf(service.now()), count }
}

function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}

/** What happens to an accepted message after the answer. */
async function settle(service: GraphService, message: Message): Promise<void> {
  await fetchItsLink(service, message)
  if (message.errorCode !== undefined) {
    message.status = 'failed'
    announceStatus(service, message, 'failed')
    return service.changed()
  }
  message.status = 'sent'
  announceStatus(service, message, 'sent')
  applyReaction(service, message)
  const customer = service.world.customers[message.customerId]
  if (service.rules.delivers && customer && !customer.isSilent) deliver(service, message)
  service.changed()
}

export function deliver(service: GraphService, message: Message): void {
  if (message.from !== 'business' || message.status !== 'sent') return
  message.status = 'delivered'
  announceStatus(service, message, 'delivered')
}

async function fetchItsLink(service: GraphService, message: Message): Promise<void> {
  const number = service.world.numbers[message.numberId]
  const found = linkIn(message.content, message.type)
  if (!number || !found || message.errorCode !== undefined) return
  const media = await fetchLink(service, number, found.kind, found.link)
  if (media) message.mediaId = media.id
  else message.errorCode = 131053
}

/** The first `link` of the content, and the kind of its media: the key under which it is. */
function linkIn(content: unknown, kind: string): { kind: string; link: string } | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  if (isObject(content) && typeof content.link === 'string') return { kind, link: content.link }
  for (const [key, value] of Object.entries(content)) {
    const found = linkIn(value, Array.isArray(content) ? kind : key)
    if (found) return found
  }
  return undefined
}

function applyReaction(service: GraphService, message: Message): void {
  if (message.type !== 'reaction' || !isObject(message.content)) return
  const target = service.world.messages[messageKey(message.numberId, String(message.content.message_id))]
  const emoji = String(message.content.emoji)
  if (!target) return
  if (emoji) target.reactions.business = emoji
  else delete target.reactions.business
}

/** Marks the message and those before it as read, with a typing sign if asked. */
function markRead(service: GraphService, number: BusinessNumber, body: Json): GraphAnswer {
  const params: Fields = fieldsOf(body)
  requireProduct(params)
  params.only('messaging_product', 'status', 'message_id', 'typing_indicator')
  params.oneOf('status', ['read'])
  const id = params.text('message_id')
  const indicator = params.optionalObject('typing_indicator')
  indicator?.oneOf('type', ['text'])
  const message = service.world.messages[messageKey(number.id, id)]
  if (message?.from !== 'customer' || message.at <= service.now() - READABLE_MS)
    throw invalid('message_id', `names no message to this number in the last 30 days: ${id}`)
  for (const other of Object.values(service.world.messages)) {
    const isEarlier = other.numberId === number.id && other.customerId === message.customerId
    if (isEarlier && other.from === 'customer' && other.at <= message.at) other.isReadByBusiness = true
  }
  if (indicator) service.typing.set(typingKey(number.id, message.customerId), service.now() + TYPING_MS)
  return { body: { success: true }, after: () => service.changed() }
}
