import type { ConnectionId } from '@balcao/domain/ids'
import { phoneOf } from '@balcao/domain/phone-number'
import { NotConnected } from '@balcao/whatsapp/gateway'
import type { Caller } from '../../platform/http/route'
import { refuse } from '../../platform/refusal'
import { connectionToRead } from './connections.access'
import type { LiveLinks } from './live-links.port'

/** Eight letters to type on the phone. Refuses ERR_WAPP_NOT_INITIALIZED unless a QR is being shown by this process. */
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
    throw error
  }
}
