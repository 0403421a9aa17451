import type { GraphCustomer, SeenMessage } from '../graph/customer'
import type { Template } from '../graph/world'
import type { Simulator } from '../simulator'

/** Everything that the panel lists. */
export function overview({ graph }: Simulator) {
  const { apps, accounts, tokens } = graph.world
  return {
    url: graph.url,
    mediaHost: graph.mediaHost,
    pendingWebhooks: graph.pendingWebhooks,
    faults: graph.faults(),
    numbers: graph.numbers().map((number) => {
      const account = accounts[number.accountId]
      const token = Object.values(tokens).findLast(
        ({ accountIds, isRevoked }) => accountIds.includes(number.accountId) && !isRevoked,
      )
      const app = apps[token?.appId ?? Object.keys(account?.subscribed ?? {})[0] ?? '']
      return {
        ...number,
        accountName: account?.name,
        isLocked: account?.isLocked,
        hasPaymentMethod: account?.hasPaymentMethod,
        isSubscribed: app !== undefined && account?.subscribed[app.id] !== undefined,
        token: token?.value ?? null,
        app: app && { id: app.id, secret: app.secret, callback: app.callback ?? null },
      }
    }),
    customers: graph.customers().map((customer) => customerView(graph.world.messages, customer)),
    templates: graph.templates().map(templateView),
  }
}

function customerView(messages: Simulator['graph']['world']['messages'], customer: GraphCustomer) {
  const { id, name, phone, username, hidesPhone, isSilent, isReachable } = customer
  const numbers = new Set(
    Object.values(messages).flatMap(({ customerId, numberId }) => (customerId === id ? [numberId] : [])),
  )
  const chats = [...numbers].map((numberId) => {
    const last = customer.chat(numberId).at(-1)
    return { numberId, last: last && entryOf(last), isWindowOpen: customer.isWindowOpen(numberId) }
  })
  return { id, name, phone, username: username ?? null, hidesPhone, isSilent, isReachable, chats }
}

function templateView(template: Template) {
  const { id, accountId, name, language, category, status, quality, rejectedReason, components } = template
  const body = components.find(({ type }) => type === 'BODY')?.text
  return { id, accountId, name, language, category, status, quality, rejectedReason, body: body ?? '' }
}

/** A message in the words of the phones page, whose bubbles show both services. */
export function entryOf(message: SeenMessage) {
  const { kind, mediaId, status, reactions, text } = message
  const shown = bubbleOf(message)
  const address = mediaId && `/pictures/graph-${mediaId}`
  const place = objectIn(message.content)
  return {
    id: message.wamid,
    from: message.from === 'customer' ? 'contact' : 'shop',
    kind: shown,
    text: shown === 'other' ? kind : text,
    at: new Date(message.at).toISOString(),
    tick: message.from === 'business' ? status : message.isReadByBusiness ? 'read' : 'delivered',
    status,
    errorCode: message.errorCode ?? null,
    edited: message.isEdited,
    deleted: message.isRevoked,
    quotedId: message.quotes ?? null,
    reactions: { contact: reactions.customer, shop: reactions.business },
    header: message.header ?? null,
    footer: message.footer ?? null,
    buttons: message.buttons,
    fileName: message.fileName,
    mimetype: message.mimeType,
    ...(address && (IN_PICTURES.has(shown) ? { pictureUrl: address } : { fileUrl: address })),
    ...(kind === 'location' && { latitude: Number(place.latitude), longitude: Number(place.longitude) }),
  }
}

const BUBBLES = new Set(['text', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'])
const IN_PICTURES = new Set(['picture', 'sticker'])

/** The bubble that shows the message; one with a file in its header is shown as that file. */
function bubbleOf({ kind, isVoice, mimeType, text }: SeenMessage): string {
  if (isVoice) return 'voice'
  if (kind === 'image') return 'picture'
  if (BUBBLES.has(kind)) return kind
  if (mimeType?.startsWith('image/')) return 'picture'
  if (mimeType?.startsWith('video/')) return 'video'
  if (mimeType) return 'document'
  return text === '' ? 'other' : 'text'
}

function objectIn(content: unknown): Record<string, unknown> {
  return typeof content === 'object' && content !== null ? { ...content } : {}
}
