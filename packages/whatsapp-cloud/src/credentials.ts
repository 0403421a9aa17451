import type { KeyStore } from '@balcao/whatsapp/ports'
import { z } from 'zod'
import { jsonOf } from './shapes'

const credentials = z.object({
  /** The WhatsApp Business account (WABA). */
  accountId: z.string().min(1),
  phoneNumberId: z.string().min(1),
  token: z.string().min(1),
  appId: z.string().min(1).nullable().default(null),
  appSecret: z.string().min(1),
  /** What Meta's console presents when the webhook's address is entered there. */
  verifyToken: z.string().min(1),
})
/** The keys of a connection to the Cloud API. All of them are secret, apart from the ids. */
export type CloudCredentials = z.infer<typeof credentials>

/** Where the server stores them in the connection's key store, as JSON. */
export const credentialsKey = { type: 'cloud', id: 'credentials' } as const

/** The stored credentials; null when there are none, or they are incomplete. */
export async function readCredentials(keys: Pick<KeyStore, 'load'>): Promise<CloudCredentials | null> {
  const { type, id } = credentialsKey
  const stored = (await keys.load(type, [id])).get(id)
  return stored === undefined ? null : (credentials.safeParse(jsonOf(stored)).data ?? null)
}
