import { reconnectBackoffMs } from '@balcao/domain/connection-supervision'
import type { WhatsappMessageId } from '@balcao/domain/ids'
import {
  type ChatAddress,
  type ConnectOptions,
  type MessageReference,
  NotConnected,
  SendOutcomeUnknown,
  SendRefused,
  UnsupportedByProvider,
  type WhatsappLink,
} from '@balcao/whatsapp/gateway'
import type { InboundEvent } from '@balcao/whatsapp/ports'
import { z } from 'zod'
import { encodeCloudEvent } from './event-content'
import { GraphError, GraphUnreachable } from './graph-error'
import { createMediaIdCache } from './media-ids'
import { isMetaMessageId, storableIdOf } from './names'
import {
  type CloudMessageBody,
  cloudMessageBodyOf,
  quoteContextOf,
  reactionBody,
  recipientOf,
} from './outgoing'
import { createMessageRateLimiter } from './pace'
import { type ConnectedNumber, loggableErrorOf, superviseCloudNumber } from './session'
import type { CloudSettings } from './settings'
import { nullableBoolean, nullableText, objectList } from './shapes'
import type { AcceptedMessageRecord } from './translate'
import { type FileToSend, missingMetaIdError, uploadMedia, withFileCopy } from './upload'

const chatsRemembered = 1_000
/** WhatsApp hides a typing indicator after 25 s. Within 20 s, the indicator is not sent again. */
const typingLastsMs = 20_000
const uploadFailed = 131053
/** Meta's error codes for an expired media id, among other causes. The message is then sent again with a new upload. */
const mediaRefusals = new Set([100, 131009, 131052, uploadFailed])
/** After so many refusals of sends to one person, the pause stops growing, at 4^6 s (more than an hour). */
const mostPairRetries = 6

/** Meta's limit for one number. It is 20 if the phone app uses the number too, which Meta does not report. */
const messagesASecond = 80

const sent = z.object({
  contacts: objectList({ wa_id: nullableText, user_id: nullableText }),
  messages: objectList({ id: nullableText }),
})
const done = z.object({ success: nullableBoolean })

export function cloudLink(settings: CloudSettings, options: ConnectOptions): WhatsappLink {
  const { clock, log } = settings
  const { name } = options
  const session = superviseCloudNumber(settings, options)
  const media = createMediaIdCache(options.keys, clock)
  const newest = new Map<string, { id: WhatsappMessageId; typedAt: number }>()
  const turn = createMessageRateLimiter(clock, messagesASecond)
  /** The number of consecutive pauses, each after a rate-limit error or failed upload. The next pause grows with it. */
  let tooFast = 0
  /** The end of the current pause. An error during the pause does not lengthen it: its call began before the pause. */
  let pausedUntil = 0
  /** The number of consecutive rate-limit errors of each chat. The pause of a chat grows with its number. */
  const tooFastTo = new Map<string, number>()

  /** Sends a message under the id that the server reserved. The promise resolves when Meta's id is committed. */
  async function post(
    { client, credentials: { phoneNumberId }, signal }: ConnectedNumber,
    { id, chat }: { id: WhatsappMessageId; chat: ChatAddress },
    body: CloudMessageBody & { context?: object },
  ): Promise<void> {
    await turn()
    if (signal.aborted) throw new NotConnected('this connection closed meanwhile')
    const json = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...recipientOf(chat),
      biz_opaque_callback_data: id,
      ...body,
    }
    const answer = await client.call(
      { method: 'POST', path: [phoneNumberId, 'messages'], json, signal },
      sent,
    )
    const wamid = answer.messages[0]?.id
    if (!wamid) throw missingMetaIdError
    if (clock.now() >= pausedUntil) tooFast = 0
    for (const name of namesOf(chat)) tooFastTo.delete(name)
    session.noteSending('accepted')
    try {
      await options.keys.commit(
        [],
        [acceptedEvent(phoneNumberId, { id, chat }, wamid, answer.contacts[0] ?? null)],
      )
    } catch (error) {
      throw new SendOutcomeUnknown('the message was accepted, but this could not be stored', { cause: error })
    }
  }

  /** Converts a Graph API error to the gateway's. `chat` is null for calls that send no message. */
  function sendingError(error: unknown, chat: ChatAddress | null): unknown {
    const options = { cause: error }
    if (error instanceof GraphUnreachable)
      return error.mayHaveArrived
        ? new SendOutcomeUnknown('Meta did not answer', options)
        : new NotConnected('Meta could not be reached', options)
    if (!(error instanceof GraphError)) return error
    log.warn({ connection: name, ...loggableErrorOf(error) }, 'Meta did not accept a message')
    if (error.kind === 'token-gone' || error.code === 133010)
      return new NotConnected('Meta no longer serves this number', options)
    if (error.isUnclear) return new SendOutcomeUnknown('Meta is in trouble', options)
    if (error.kind === 'flagged-as-spam' || error.kind === 'account-locked') session.noteSending('restricted')
    return new SendRefused(error.code ?? error.status, retryAfterMs(error, chat), options)
  }

  /** Converts an error of a media upload. The message itself was not sent, so an unclear failure permits a retry. */
  function uploadError(error: unknown, { signal }: ConnectedNumber): unknown {
    const options = { cause: error }
    if (signal.aborted) return new NotConnected('this connection closed meanwhile', options)
    const mayPass =
      error instanceof GraphError
        ? error.isUnclear
        : error instanceof GraphUnreachable && error.mayHaveArrived
    return mayPass ? new SendRefused(uploadFailed, growingPauseMs(), options) : sendingError(error, null)
  }

  function retryAfterMs({ kind, retryAfterMs: given }: GraphError, chat: ChatAddress | null): number | null {
    switch (kind) {
      case 'too-fast':
        return given ?? growingPauseMs()
      case 'too-fast-to-person':
        return given ?? growingPauseOfChatMs(chat)
      case 'syncing':
        return given ?? 60_000
      default:
        return null
    }
  }

  function growingPauseMs(): number {
    const left = pausedUntil - clock.now()
    if (left > 0) return left
    tooFast += 1
    const pauseMs = reconnectBackoffMs(tooFast, clock.chance())
    pausedUntil = clock.now() + pauseMs
    return pauseMs
  }

  /** Meta asks to wait 4^n s, where n is the number of earlier retries to this person. */
  function growingPauseOfChatMs(chat: ChatAddress | null): number {
    const [name] = chat === null ? [] : namesOf(chat)
    const retries = (name === undefined ? undefined : tooFastTo.get(name)) ?? 0
    if (chat !== null) remember(tooFastTo, chat, Math.min(retries + 1, mostPairRetries))
    return 1_000 * 4 ** retries
  }

  async function sending(chat: ChatAddress, act: (open: ConnectedNumber) => Promise<void>): Promise<void> {
    try {
      await session.whileConnected(act)
    } catch (error) {
      throw sendingError(error, chat)
    }
  }

  /** Converts an error of an idempotent call: a lost connection becomes `NotConnected`, other errors stay unchanged. */
  function repeatable(error: unknown): unknown {
    const named = sendingError(error, null)
    return named instanceof NotConnected ? named : error
  }

  /** Sends a read receipt. Meta refuses receipts for messages older than 30 days; this refusal is only logged. */
  async function showRead({ client, credentials, signal }: ConnectedNumber, more: object): Promise<void> {
    const json = { messaging_product: 'whatsapp', status: 'read', ...more }
    try {
      await client.call({ method: 'POST', path: [credentials.phoneNumberId, 'messages'], json, signal }, done)
    } catch (error) {
      const isTooOld = error instanceof GraphError && error.kind === 'wrong-order' && !error.isUnclear
      if (!isTooOld) throw repeatable(error)
      log.info({ connection: name, ...loggableErrorOf(error) }, 'Meta took no read receipt')
    }
  }

  /**
   * Returns a file's media id. With `reused`, it prefers an earlier upload's id, which may have expired. It then calls
   * `reused`, so that the caller can retry with a new upload.
   */
  const upload = (open: ConnectedNumber, reused: (() => void) | null) => async (file: FileToSend) => {
    const { client, credentials, signal } = open
    const { phoneNumberId } = credentials
    const { mimetype } = file
    try {
      return await withFileCopy(
        file.file,
        async (copy) => {
          const uploaded = { phoneNumberId, mimetype, sha256: copy.sha256 }
          const known = reused === null ? null : await media.find(uploaded)
          if (known !== null) reused?.()
          return known ?? media.upload(uploaded, () => uploadMedia(client, phoneNumberId, file, copy, signal))
        },
        signal,
      )
    } catch (error) {
      throw uploadError(error, open)
    }
  }

  const rejects = (): Promise<never> =>
    session.whileConnected(async () => {
      throw notOffered()
    })

  /** True when Meta certainly refused the message, with a code that an expired media id may cause. */
  function isMediaRefused(error: unknown): boolean {
    return error instanceof GraphError && !error.isUnclear && mediaRefusals.has(error.code ?? 0)
  }

  return {
    send: ({ id, to, content, quoted }) =>
      sending(to, async (open) => {
        recipientOf(to) // throws before the upload if Meta cannot reach the chat
        let hasReused = false
        const attempt = async (reused: (() => void) | null) => {
          const body = await cloudMessageBodyOf(content, upload(open, reused))
          await post(open, { id, chat: to }, { ...body, ...quoteContextOf(quoted) })
        }
        const reused = () => {
          hasReused = true
        }
        try {
          await attempt(reused)
        } catch (error) {
          if (!hasReused || !isMediaRefused(error)) throw error
          await attempt(null)
        }
      }),
    react: ({ id, message, emoji }) =>
      sending(message.chat, (open) =>
        post(open, { id, chat: message.chat }, reactionBody({ message, emoji })),
      ),
    markRead: (messages) =>
      session.whileConnected(async (open) => {
        for (const { chat, id } of newestOf(messages)) {
          await showRead(open, { message_id: id })
          remember(newest, chat, { id, typedAt: Number.NEGATIVE_INFINITY })
        }
      }),
    /** Meta accepts typing only within a read receipt, so it is shown only after `markRead` in this chat. */
    typing: (chat, doing) =>
      session.whileConnected(async (open) => {
        if (doing === 'recording') throw notOffered()
        const known = namesOf(chat).flatMap((name) => newest.get(name) ?? [])[0]
        if (doing === 'nothing' || known === undefined || clock.now() - known.typedAt < typingLastsMs) return
        remember(newest, chat, { ...known, typedAt: clock.now() })
        await showRead(open, { message_id: known.id, typing_indicator: { type: 'text' } })
      }),
    watchChats: () => session.whileConnected(async () => {}),
    edit: rejects,
    deleteForEverybody: rejects,
    groupInfo: rejects,
    requestReupload: rejects,
    lookUp: rejects,
    profilePicture: rejects,
    requestPairingCode: rejects,
    logout: () => session.logOut(),
    stop: () => session.stop(),
  }
}

function notOffered(): UnsupportedByProvider {
  return new UnsupportedByProvider('the Cloud API has no such act')
}

/** Returns the last message of each chat, because its read receipt includes the earlier messages. */
function newestOf(messages: readonly MessageReference[]): Iterable<MessageReference> {
  const theirs = messages.filter(({ fromMe, id }) => !fromMe && isMetaMessageId(id))
  return new Map(theirs.map((message) => [namesOf(message.chat).join(), message])).values()
}

/** The keys of a chat in maps: its user id and its phone number, because a later call may know only one of them. */
function namesOf(chat: ChatAddress): readonly string[] {
  return chat.kind === 'group' ? [] : [chat.userId, chat.phone].flatMap((name) => name ?? [])
}

function remember<Value>(newest: Map<string, Value>, chat: ChatAddress, value: Value): void {
  for (const name of namesOf(chat)) {
    newest.delete(name)
    newest.set(name, value)
  }
  for (const name of newest.keys()) {
    if (newest.size <= chatsRemembered) break
    newest.delete(name)
  }
}

function acceptedEvent(
  phoneNumberId: string,
  { id, chat }: { id: WhatsappMessageId; chat: ChatAddress },
  wamid: string,
  answered: AcceptedMessageRecord['answered'],
): InboundEvent {
  const { phone, userId = null } = chat.kind === 'person' ? chat : { phone: null }
  const value: AcceptedMessageRecord = { id, wamid, phone, user_id: userId, answered }
  return {
    key: storableIdOf(`cloud:${wamid}:accepted`),
    chat: userId ?? phone ?? id,
    content: encodeCloudEvent({ field: 'accepted', value: { phone_number_id: phoneNumberId, ...value } }),
    needsAcknowledgement: false,
  }
}
