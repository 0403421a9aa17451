export interface OfficialCredentials {
  /** The id of the WhatsApp Business account (WABA). */
  readonly accountId: string
  readonly phoneNumberId: string
  readonly token: string
  /** Meta's id of the app that owns the token; null when unknown. */
  readonly appId: string | null
  /** The key with which Meta signs the app's webhooks. */
  readonly appSecret: string
  /** The text that Meta sends to verify the webhook's address. */
  readonly verifyToken: string
}

/** Where a connection's key store holds the credentials of its official number, as JSON. */
export const credentialsKeyStoreKey = { type: 'cloud', id: 'credentials' } as const

export function credentialsKeyStoreEntry(credentials: OfficialCredentials) {
  return { ...credentialsKeyStoreKey, value: JSON.stringify(credentials) }
}

/** Loads the credentials of an official number; null when they are missing or incomplete. */
export async function readOfficialCredentials(keys: {
  load(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
}): Promise<OfficialCredentials | null> {
  const { type, id } = credentialsKeyStoreKey
  const stored = (await keys.load(type, [id])).get(id)
  return stored === undefined ? null : parseOfficialCredentials(stored)
}

/** Parses stored credentials; null when a required field is missing. */
export function parseOfficialCredentials(stored: string): OfficialCredentials | null {
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
    return {} // do not rethrow: the error of `JSON.parse` quotes the secret text
  }
}
