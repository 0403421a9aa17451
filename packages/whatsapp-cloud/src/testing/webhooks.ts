import type { InboundUpdate } from '@balcao/whatsapp/gateway'
import { parseCloudEvent } from '../translate'
import { splitWebhook } from '../webhook'

export const numberId = '106540352242922'
export const accountId = '102290129340398'
export const ana = { wa_id: '5511988887777', user_id: 'BR.13491208655302741918' }

/** A webhook of one change, as Meta sends it. */
export function webhookOf(value: object, field = 'messages'): unknown {
  const metadata = { display_phone_number: '551133334444', phone_number_id: numberId }
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: accountId,
        time: 1_767_225_600,
        changes: [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }],
      },
    ],
  }
}

/** A webhook with a message of Ana. */
export function messageOf(message: object, more: object = {}): unknown {
  return webhookOf({
    contacts: [{ profile: { name: 'Ana', username: 'ana.flores' }, ...ana }],
    messages: [
      { id: 'wamid.A', timestamp: '1767225660', from: ana.wa_id, from_user_id: ana.user_id, ...message },
    ],
    ...more,
  })
}

/** A webhook with a status of a message to Ana. */
export function statusOf(status: object): unknown {
  return webhookOf({
    statuses: [
      {
        id: 'wamid.B',
        timestamp: '1767225660',
        recipient_id: ana.wa_id,
        recipient_user_id: ana.user_id,
        ...status,
      },
    ],
  })
}

/** Everything that a webhook says, in our words. */
export async function inboundIn(webhook: unknown): Promise<readonly InboundUpdate[]> {
  const all = splitWebhook(webhook).events.map(({ event }) => parseCloudEvent(event.content))
  return (await Promise.all(all)).flat()
}
