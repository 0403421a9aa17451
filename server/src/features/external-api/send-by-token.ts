import { createHash } from 'node:crypto'
import type { TemplateToSend } from '@balcao/contract/external-api'
import type { CompanyId, ConnectionId } from '@balcao/domain/ids'
import type { PersonAddress } from '@balcao/whatsapp/gateway'
import { queueFileRemoval } from '../../platform/files/remove-files'
import type { ApiTokenCaller } from '../../platform/http/route'
import type { UploadedFile } from '../../platform/http/upload'
import { refuse } from '../../platform/refusal'
import type { CompanyWork } from '../../platform/work'
import { connectionToRead } from '../connections/connections.access'
import { addressListOf } from '../contacts/contact-address'
import { lockContactsHoldingAllAddresses } from '../contacts/find-contact'
import { recogniseContact } from '../contacts/recognise-contact'
import { templateToUse, templateToUseByName } from '../message-templates/message-templates.access'
import { headerMediaOf, templateMessageContent } from '../message-templates/template-content'
import { type MessageDraft, sendMessageOverConnection } from '../messages/outgoing/send-message'
import { draftsOfRequest } from '../messages/outgoing/sent-drafts'
import { closeTicketByProgram } from '../tickets/acts/close-ticket'
import { findOrCreateOutboundTicket } from '../tickets/contact/live-or-closed-ticket'
import {
  claimIdempotencyKey,
  deleteOldIdempotencyKeys,
  type StoredApiSendAnswer,
  saveApiSendAnswer,
  storedApiSendOfKey,
} from './external-api.queries'

export interface ApiSendRequest {
  readonly number: string
  readonly body: string
  /** The template to send in place of the body, with at most one file. */
  readonly template: TemplateToSend | null
  readonly closeTicket: boolean
  readonly files: readonly UploadedFile[]
}

/** Returns the WhatsApp account of a number, `unknown` if there is none, or `unreachable` if there is no answer. */
export type PhoneNumberLookup = (
  companyId: CompanyId,
  number: string,
) => Promise<PersonAddress | 'unknown' | 'unreachable'>

const retentionMs = 86_400_000
const deletionBatchSize = 500

/** Sends a message in the contact's live ticket, else in a closed one. The same key never sends twice (EXTAPI-07). */
export async function sendMessageByApiToken(
  caller: ApiTokenCaller,
  lookUp: PhoneNumberLookup,
  order: ApiSendRequest,
): Promise<StoredApiSendAnswer> {
  const hasBody = order.body.trim() !== ''
  if (order.template === null ? !hasBody && order.files.length === 0 : hasBody) {
    throw refuse('ERR_VALIDATION', { field: 'body' })
  }
  const person = await personOf(caller, lookUp, order.number)

  return caller.act((work) => sendOnce(work, caller, order, person))
}

/** The recipient: a known contact, or else the account that WhatsApp finds for the number, in WhatsApp's spelling. */
async function personOf(
  caller: ApiTokenCaller,
  lookUp: PhoneNumberLookup,
  number: string,
): Promise<PersonAddress> {
  const typed: PersonAddress = { kind: 'person', phone: number, lid: null }
  const [known] = await caller.act((work) => lockContactsHoldingAllAddresses(work, [addressListOf(typed)]))
  if (known != null) return { ...typed, phone: known.number }
  const found = await lookUp(caller.companyId, number)
  if (found === 'unreachable') throw refuse('ERR_WAPP_CHECK_CONTACT')
  if (found === 'unknown') throw refuse('ERR_WAPP_INVALID_CONTACT')
  return { ...found, phone: found.phone ?? number }
}

/** Claims the idempotency key and stores message, outbox item and answer in one transaction. */
async function sendOnce(
  work: CompanyWork,
  caller: ApiTokenCaller,
  order: ApiSendRequest,
  person: PersonAddress,
): Promise<StoredApiSendAnswer> {
  const { connectionId, facts } = caller
  const key = facts.idempotencyKey
  const first = key === null ? null : await sentBefore(work, caller, key, order)
  if (first !== null) return first

  const contact = await recogniseContact(work, { chat: person, called: null })
  const ticket = await findOrCreateOutboundTicket(work, { contact, connectionId, userId: null })
  const messageIds: StoredApiSendAnswer['messageId'][] = []
  // Send one message per file, in order; a call has at most thirty files.
  for (const draft of await contentOf(work, connectionId, order)) {
    messageIds.push((await sendMessageOverConnection(work, connectionId, { ticket, draft, userId: null })).id)
  }
  if (order.closeTicket) await closeTicketByProgram(work, ticket.id)

  const [messageId] = messageIds
  if (messageId === undefined) throw new Error('a message is sent for a text and for each file')
  const answer = { messageId, messageIds, ticketId: ticket.id }
  if (key !== null)
    await work.db.run(saveApiSendAnswer, { connectionId, key, answer: JSON.stringify(answer) })
  return answer
}

async function contentOf(
  work: CompanyWork,
  connectionId: ConnectionId,
  { template: asked, body, files }: ApiSendRequest,
): Promise<readonly MessageDraft[]> {
  if (asked === null) return draftsOfRequest(work, { body }, files, 'api')
  const { id, name = '', language = '', values } = asked
  const template = await (id === undefined
    ? templateToUseByName(work, { connectionId, name, language })
    : templateToUse(work, id))
  const { provider } = await connectionToRead(work, connectionId)
  const content = templateMessageContent(
    template,
    { connection_id: connectionId, provider },
    values,
    headerMediaOf(files),
  )
  return [{ ...content, clientId: null, quotedId: null, origin: 'api' }]
}

/** The answer of an earlier call with this key, for a day. Null: the key is new, and is now claimed for this call. */
async function sentBefore(
  work: CompanyWork,
  { connectionId }: ApiTokenCaller,
  key: string,
  order: ApiSendRequest,
): Promise<StoredApiSendAnswer | null> {
  const hash = hashOf(order)
  const usedSince = new Date(work.now.getTime() - retentionMs)
  const claim = await work.db.row(claimIdempotencyKey, { connectionId, key, hash, at: work.now, usedSince })
  if (claim !== null) {
    await work.db.run(deleteOldIdempotencyKeys, { usedBefore: usedSince, atOnce: deletionBatchSize })
    return null
  }
  const kept = await work.db.one(storedApiSendOfKey, { connectionId, key })
  if (!kept.request_hash.equals(hash)) throw refuse('ERR_IDEMPOTENCY_KEY_REUSED')
  // The first call stored its own copies of the files, so remove those of this call.
  const copies = order.files.map((file) => file.key)
  queueFileRemoval(work, copies)
  return kept.answer
}

/** Hashes the content of a call, to detect a different call under the same key. Of files, name, size and type count. */
function hashOf({ number, body, closeTicket, files, template }: ApiSendRequest): Buffer {
  const facts = files.map(({ fileName, sizeBytes, mimetype }) => [fileName, sizeBytes, mimetype])
  return createHash('sha256')
    .update(JSON.stringify([number, body, closeTicket, facts, ...(template === null ? [] : [template])]))
    .digest()
}
