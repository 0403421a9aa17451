/** The secrets of a number of the official API. All of them are secret, apart from the ids. */
export interface OfficialCredentials {
  /** The WhatsApp Business account (WABA). */
  readonly accountId: string
  readonly phoneNumberId: string
  readonly token: string
  /** Meta's id of the token's app; null: unknown. */
  readonly appId: string | null
  /** Signs the webhooks of the app. */
  readonly appSecret: string
  /** What Meta's console presents when the webhook's address is entered there. */
  readonly verifyToken: string
}

/** Where the key store of the connection holds them, as JSON. */
export const credentialsKey = { type: 'cloud', id: 'credentials' } as const

/** What the key store holds for these credentials. */
export function credentialsEntry(credentials: OfficialCredentials) {
  return { ...credentialsKey, value: JSON.stringify(credentials) }
}

/** The stored credentials; null when there are none, or they are incomplete. */
export async function readCredentials(keys: {
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}): Promise<OfficialCredentials | null> {
  const { type, id } = credentialsKey
  const stored = (await keys.load(type, [id])).get(id)
  return stored === undefined ? null : credentialsIn(stored)
}

/** The credentials in a stored value; null when it is incomplete. */
export function credentialsIn(stored: string): OfficialCredentials | null {
  const { accountId, phoneNumberId, token, appId, appSecret, verifyToken } = fieldsOf(stored)
  if (!isText(accountId) || !isText(phoneNumberId) || !isText(token)) return null
  if (!isText(appSecret) || !isText(verifyToken)) return null
  return { accountId, phoneNumberId, token, appId: isText(appId) ? appId : null, appSecret, verifyToken }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function fieldsOf(stored: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(stored)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
  } catch {
    return {} // the error of `JSON.parse` quotes the text, which is secret
  }
}
