import type { LiveMessagePayload } from '@balcao/contract/live'
import type { MessageView } from '@balcao/contract/messages'

export type LiveMessageEvent = Pick<LiveMessagePayload, 'action' | 'message'>

/**
 * Reduces a live event or a response into loaded messages, oldest first. A repeated event changes nothing, and a
 * late event reverts nothing: `ack` only rises (MESSAGE-11), and a deleted message stays deleted. An update of a
 * message that is not loaded is ignored.
 */
export function reduceMessages(messages: readonly MessageView[], event: LiveMessageEvent) {
  const { message } = event
  const isKnown = messages.some((other) => isSame(other, message))
  if (isKnown) return messages.map((other) => renewed(other, message))
  return event.action === 'create' ? insertById(messages, message) : messages
}

function isSame(a: MessageView, b: MessageView): boolean {
  return a.id === b.id || (a.clientId !== null && a.clientId === b.clientId)
}

function renewed(known: MessageView, inbound: MessageView): MessageView {
  if (isSame(known, inbound)) return merged(known, inbound)
  if (known.quotedMsg?.id !== inbound.id) return known
  const { body, isDeleted, mediaType, mediaUrl, media } = inbound
  const names = media && { mimetype: media.mimetype, fileName: media.fileName, isVoice: media.isVoice }
  return {
    ...known,
    quotedMsg: { ...known.quotedMsg, body, isDeleted, mediaType, mediaUrl, media: names },
  }
}

function merged(known: MessageView, inbound: MessageView): MessageView {
  const newer = inbound.updatedAt >= known.updatedAt ? inbound : known
  return {
    ...newer,
    ack: Math.max(known.ack, inbound.ack),
    isDeleted: known.isDeleted || inbound.isDeleted,
  }
}

function insertById(messages: readonly MessageView[], message: MessageView): readonly MessageView[] {
  const at = messages.findLastIndex((other) => other.id < message.id) + 1
  return [...messages.slice(0, at), message, ...messages.slice(at)]
}

export interface MessagePage {
  readonly messages: readonly MessageView[]
  readonly hasMore: boolean
  /** Messages exist that are newer than this page. */
  readonly hasNewer?: boolean | undefined
}

/** Every loaded message once, oldest first; the pages come newest first (MESSAGE-04). */
export function messagesOfPages(pages: readonly MessagePage[]): readonly MessageView[] {
  const byId = new Map<number, MessageView>()
  for (const message of pages.toReversed().flatMap((page) => page.messages)) {
    const known = byId.get(message.id)
    byId.set(message.id, known === undefined ? message : merged(known, message))
  }
  return [...byId.values()].sort((a, b) => a.id - b.id)
}

/** Reduces an event into the pages of an infinite query. A new message joins the newest page, if that is loaded. */
export function reduceMessageEventIntoPages<Page extends MessagePage>(
  pages: readonly Page[],
  event: LiveMessageEvent,
) {
  const isKnown = pages.some((page) => page.messages.some((other) => isSame(other, event.message)))
  const action = isKnown || pages[0]?.hasNewer === true ? 'update' : event.action
  return pages.map((page, at) => ({
    ...page,
    messages: reduceMessages(page.messages, {
      action: at === 0 ? action : 'update',
      message: event.message,
    }),
  }))
}
