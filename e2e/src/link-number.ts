import { createConnection, listConnections } from '@balcao/contract/connections'
import type { QueueId } from '@balcao/domain/ids'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import { vi } from 'vitest'
import type { Calls } from './calls'

/** Creates a connection of this name, linked to the simulated phone, for tests that begin after the linking. */
export async function linkNumber(
  calls: Calls,
  phone: SimulatedPhone,
  name: string,
  queueIds: QueueId[],
  /** Asks for the queue, where there are several. */
  greetingMessage = '',
): Promise<void> {
  await calls(createConnection, { body: { name, queueIds, greetingMessage } })
  const connection = async () => (await calls(listConnections)).find((one) => one.name === name)
  const qr = await vi.waitUntil(async () => (await connection())?.qrcode || false, {
    timeout: 60_000,
    interval: 100,
  })
  await phone.scanQr(qr)
  await vi.waitUntil(async () => (await connection())?.status === 'CONNECTED', {
    timeout: 60_000,
    interval: 100,
  })
}
