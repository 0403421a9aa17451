import { accountOf, announceMessage, announceStatus, personIn } from './announcing'
import type { GraphCustomer, WriteOptions } from './customer'
import { announceCall, announceEcho, announcePreference, moveTo } from './customer-changes'
import { contentOf } from './customer-messages'
import { isObject } from './fields'
import type { GraphService } from './graph-service'
import { typingKey } from './people'
import { seenOf } from './seen'
import { deliver } from './sending'
import { type BusinessNumber, type Customer, type Json, type Message, messageKey, newWamid } from './world'

const WINDOW_MS = 24 * 3_600_000

const EXAMPLE_AD: Json = {
  source_url: 'https://fb.me/3cr4Wqqkv',
  source_id: '120226305854810726',
  source_type: 'ad',
  headline: 'Fale com a gente',
  body: 'Sofás com entrega grátis',
  media_type: 'image',
  image_url: 'https://scontent.example/ad.jpg',
  ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
  welcome_message: { text: 'Olá! Como podemos ajudar?' },
}

/** The acts of one customer. */
export function playCustomer(service: GraphService, customer: Customer): GraphCustomer {
  const { world } = service
  const numberOf = (id: string) => {
    const number = world.numbers[id]
    if (!number) throw new Error(`no business number has the id ${id}`)
    return number
  }
  const messageOf = (numberId: string, wamid: string) => {
    const message = world.messages[messageKey(numberId, wamid)]
    if (message?.customerId !== customer.id) throw new Error(`no message ${wamid} in this conversation`)
    return message
  }
  const ownMessage = (numberId: string, wamid: string) => {
    const message = messageOf(numberId, wamid)
    if (message.from !== 'customer') throw new Error('customers change only their own messages')
    return message
  }
  const conversation = (numberId: string) =>
    Object.values(world.messages).filter((one) => one.numberId === numberId && one.customerId === customer.id)
  const send = (numberId: string, type: string, content: unknown, options: Sent = {}) =>
    sendAs(service, customer, numberOf(numberId), type, content, options)
  const preference = (numberId: string, value: 'stop' | 'resume') => {
    customer.optedOut = customer.optedOut.filter((id) => id !== numberId)
    if (value === 'stop') customer.optedOut.push(numberId)
    announcePreference(service, customer, numberOf(numberId), value)
  }
  return {
    id: customer.id,
    get name() {
      return customer.name
    },
    get phone() {
      return customer.phone
    },
    get username() {
      return customer.username
    },
    userId: (numberId) => personIn(service, accountOf(service, numberOf(numberId)), customer).userId,
    get hidesPhone() {
      return customer.hidesPhone
    },
    set hidesPhone(hides) {
      customer.hidesPhone = hides
      service.changed()
    },
    get isSilent() {
      return customer.isSilent
    },
    set isSilent(isSilent) {
      customer.isSilent = isSilent
      if (!isSilent && service.rules.delivers)
        for (const message of Object.values(world.messages))
          if (message.customerId === customer.id) deliver(service, message)
      service.changed()
    },
    get isReachable() {
      return customer.isReachable
    },
    set isReachable(isReachable) {
      customer.isReachable = isReachable
      service.changed()
    },
    write(numberId, content, options) {
      const given = typeof content === 'string' ? { kind: 'text' as const, text: content } : content
      const made = contentOf(service, numberOf(numberId), given)
      return send(numberId, made.type, made.content, {
        ...options,
        ...(made.mediaId && { mediaId: made.mediaId }),
        opensWindow: true,
      })
    },
    tap(numberId, wamid, choice) {
      const message = messageOf(numberId, wamid)
      const { type, content } = answerOf(message, choice)
      return send(numberId, type, content, { quoting: wamid, opensWindow: true })
    },
    react(numberId, wamid, emoji) {
      const { reactions } = messageOf(numberId, wamid)
      if (emoji) reactions.customer = emoji
      else delete reactions.customer
      const content = { message_id: wamid, ...(emoji && { emoji }) }
      return send(numberId, 'reaction', content, { opensWindow: service.rules.reactionsOpenWindow })
    },
    edit(numberId, wamid, text) {
      const message = ownMessage(numberId, wamid)
      message.content = { body: text }
      message.isEdited = true
      return send(numberId, 'edit', {
        original_message_id: wamid,
        message: { type: 'text', text: { body: text } },
      })
    },
    revoke(numberId, wamid) {
      ownMessage(numberId, wamid).isRevoked = true
      return send(numberId, 'revoke', { original_message_id: wamid })
    },
    call(numberId, seconds = 0) {
      customer.windows[numberId] = service.now()
      announceCall(service, customer, numberOf(numberId), seconds)
      service.changed()
    },
    hearFromPhone: (numberId, type, content) =>
      announceEcho(service, customer, numberOf(numberId), { type, content }),
    read(numberId) {
      const unread = conversation(numberId).filter(
        ({ from, status }) => from === 'business' && (status === 'delivered' || status === 'sent'),
      )
      for (const message of unread) {
        message.status = 'read'
        announceStatus(service, message, 'read')
      }
      service.changed()
      return unread.map(({ id }) => id)
    },
    play(numberId, wamid) {
      const message = messageOf(numberId, wamid)
      message.status = 'played'
      announceStatus(service, message, 'played')
      service.changed()
    },
    seen: (numberId) =>
      conversation(numberId)
        .filter(({ from, status, type }) => from === 'business' && isReceived(status) && type !== 'reaction')
        .map((message) => seenOf(service, message)),
    chat: (numberId) =>
      conversation(numberId)
        .filter(({ type }) => !CHANGES.has(type))
        .map((message) => seenOf(service, message)),
    seesTyping: (numberId) => (service.typing.get(typingKey(numberId, customer.id)) ?? 0) > service.now(),
    changePhone: (phone) => moveTo(service, customer, phone),
    changeUserId: () => moveTo(service, customer, customer.phone),
    rename(name, username) {
      customer.name = name
      if (username) customer.username = username
      else if (username === null) delete customer.username
      service.changed()
    },
    stopMarketing: (numberId) => preference(numberId, 'stop'),
    resumeMarketing: (numberId) => preference(numberId, 'resume'),
    isWindowOpen: (numberId) => (customer.windows[numberId] ?? 0) > service.now() - WINDOW_MS,
    closeWindow(numberId) {
      delete customer.windows[numberId]
      service.changed()
    },
  }
}

/** Messages that change others and are no bubbles. */
const CHANGES = new Set(['reaction', 'edit', 'revoke'])

function isReceived(status: Message['status']): boolean {
  return status === 'delivered' || status === 'read' || status === 'played'
}

interface Sent extends WriteOptions {
  mediaId?: string
  opensWindow?: boolean
}

function sendAs(
  service: GraphService,
  customer: Customer,
  number: BusinessNumber,
  type: string,
  content: unknown,
  { mediaId, opensWindow, ...options }: Sent,
): string {
  const at = service.now()
  const message: Message = {
    id: options.id ?? newWamid(service.chance),
    numberId: number.id,
    customerId: customer.id,
    from: 'customer',
    at,
    type,
    content,
    ...(options.quoting && { quotes: options.quoting }),
    ...(mediaId && { mediaId }),
    status: 'sent',
    isEdited: false,
    isRevoked: false,
    isReadByBusiness: false,
    reactions: {},
  }
  if (!number.blocked.includes(customer.id)) {
    if (opensWindow) customer.windows[number.id] = at
    if (options.referral) customer.entries[number.id] = at
    announceMessage(service, { number, customer, message, beside: besideOf(service, number, options) })
  }
  service.world.messages[messageKey(number.id, message.id)] = message
  service.changed()
  return message.id
}

/** `context` and `referral` of a message. */
function besideOf(service: GraphService, number: BusinessNumber, options: WriteOptions): Json {
  const { quoting, forwarded, product, referral } = options
  const quoted = quoting === undefined ? undefined : service.world.messages[messageKey(number.id, quoting)]
  const context = {
    ...(quoting && { from: authorOf(service, number, quoted), id: quoting }),
    ...(forwarded === 'once' && { forwarded: true }),
    ...(forwarded === 'often' && { frequently_forwarded: true }),
    ...(product && {
      from: number.displayNumber,
      referred_product: { catalog_id: product.catalogId, product_retailer_id: product.productId },
    }),
  }
  return {
    ...(Object.keys(context).length > 0 && { context }),
    ...(referral && { referral: referral === true ? EXAMPLE_AD : referral }),
  }
}

function authorOf({ world }: GraphService, number: BusinessNumber, quoted: Message | undefined) {
  if (quoted?.from !== 'customer') return number.displayNumber
  return world.customers[quoted.customerId]?.phone ?? undefined
}

/** The reply to a tap: of an interactive message by id or title, of a template by payload or text. */
function answerOf(message: Message, choice: string): { type: string; content: Json } {
  const button = message.filled?.buttons.find(
    ({ type, text, payload }) => type === 'QUICK_REPLY' && (text === choice || payload === choice),
  )
  if (button) return { type: 'button', content: { payload: button.payload, text: button.text } }
  const interactive = isObject(message.content) ? message.content : {}
  const action = isObject(interactive.action) ? interactive.action : {}
  const reply = objectsIn(action.buttons)
    .flatMap((one) => objectsIn([one.reply]))
    .find(({ id, title }) => id === choice || title === choice)
  if (reply) return { type: 'interactive', content: { type: 'button_reply', button_reply: reply } }
  const row = objectsIn(action.sections)
    .flatMap(({ rows }) => objectsIn(rows))
    .find(({ id, title }) => id === choice || title === choice)
  if (row) return { type: 'interactive', content: { type: 'list_reply', list_reply: row } }
  throw new Error(`the message has no button or row ${choice}`)
}

function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
