import type { MessageId, WhatsappMessageId } from '@balcao/domain/ids'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import { DatabaseTrouble } from '../../../platform/database/database-trouble'
import type { CompanyWork } from '../../../platform/work'
import { addClaimedTextsToOutbox } from '../../connections/add-to-outbox'
import { chatAddressOf } from '../../contacts/contacts.read'
import type { MessageToStore } from '../messages.view'
import type { LocalSenders, ReservedSenderSlot } from './senders.port'

/** Claims texts for those senders of this process that have room. Returns the texts that the caller must queue. */
export type ClaimTextsForSenders = (
  work: CompanyWork,
  texts: readonly MessageToStore[],
) => readonly MessageToStore[]

interface Kept {
  readonly text: MessageToStore
  readonly place: ReservedSenderSlot
  readonly items: Promise<ReadonlyMap<MessageId, number>>
  readonly to: Promise<ChatAddress>
}

/** After the commit, gives texts to this process's senders, which saves three round trips (docs/decisions/0029). */
export async function sendThroughLocalSenders<T>(
  senders: LocalSenders,
  act: (handOn: ClaimTextsForSenders) => Promise<T>,
): Promise<T> {
  let kept: readonly Kept[] = []
  let result: T
  try {
    result = await act((work, texts) => {
      // After a deadlock the transaction runs again, so free what its first run reserved.
      for (const { place } of kept) place.free()
      kept = reservePlaces(senders, work, texts)
      const placed = new Set(kept.map(({ text }) => text))
      return texts.filter((text) => !placed.has(text))
    })
  } catch (error) {
    // After a database failure the commit is uncertain: the outbox may contain the claimed items.
    const isUnknown = error instanceof DatabaseTrouble
    for (const { place } of kept) isUnknown ? place.doubt() : place.free()
    throw error
  }
  for (const one of kept) await send(one)
  return result
}

function reservePlaces(
  senders: LocalSenders,
  work: CompanyWork,
  texts: readonly MessageToStore[],
): readonly Kept[] {
  const placed = texts.flatMap((text) => {
    const { id: messageId, contactId, connectionId } = text
    const place = connectionId && senders.place(work.companyId, connectionId, contactId)
    return place
      ? [{ text, place, claimable: { connectionId, contactId, messageId, token: place.token } }]
      : []
  })
  const claimable = placed.map((one) => one.claimable)
  // The commit sends these queries and fails if one of them fails, so their own errors need no handler.
  const items = addClaimedTextsToOutbox(work, claimable)
  items.catch(() => undefined)
  return placed.map(({ text, place }) => {
    const to = chatAddressOf(work, text.contactId)
    to.catch(() => undefined)
    return { text, place, items, to }
  })
}

async function send({ text, place, items, to }: Kept): Promise<void> {
  const id = (await items).get(text.id)
  if (id === undefined) return place.free()
  place.send(
    { id, messageId: text.id },
    {
      whatsappId: text.whatsappId as WhatsappMessageId, // reserved by `sendMessages`
      to: await to,
      content: { kind: 'text', text: text.body },
      fileBytes: null,
      quoted: null,
      ack: 0,
      isDeleted: false,
      isBeingPrepared: false,
    },
  )
}
