import type { ConnectionId } from '@balcao/domain/ids'
import { phoneOf } from '@balcao/domain/phone-number'
import { LinkingRefused, NotConnected } from '@balcao/whatsapp/gateway'
import type { Caller } from '../../platform/http/route'
import { type Refusal, refuse } from '../../platform/refusal'
import { connectionToRead } from './connections.access'
import type { LiveLinks } from './live-links.port'

/**
 * Returns an eight-letter code to type on the phone, once WhatsApp has accepted the request. Refuses
 * ERR_WAPP_NOT_INITIALIZED unless the connection shows a QR code or waits for the phone to finish with an earlier code.
 */
export async function requestPairingCode(
  caller: Caller,
  links: LiveLinks,
  { connectionId, number }: { connectionId: ConnectionId; number: string },
): Promise<string> {
  await caller.act((work) => connectionToRead(work, connectionId))
  const phone = phoneOf(number)
  if (phone === null) throw refuse('ERR_VALIDATION', { field: 'number' })
  const link = links.link(caller.actor.companyId, connectionId)
  if (link === null) throw refuse('ERR_WAPP_NOT_INITIALIZED')

  try {
    return await link.requestPairingCode(phone)
  } catch (error) {
    if (error instanceof NotConnected) throw refuse('ERR_WAPP_NOT_INITIALIZED')
    if (error instanceof LinkingRefused) throw refusalOf(error)
    throw error
  }
}

/** WhatsApp answers 429 to a number with too many requests: the person must wait, and more requests prolong it. */
const tooOften = 429

function refusalOf({ code }: LinkingRefused): Refusal {
  if (code === null) return refuse('ERR_PAIRING_NO_ANSWER')
  return code === tooOften ? refuse('ERR_PAIRING_TOO_OFTEN') : refuse('ERR_PAIRING_REFUSED', { code })
}
