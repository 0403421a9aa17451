import type { Mutex } from 'async-mutex'
import { type AuthenticationCreds, type AuthenticationState, initAuthCreds, proto } from 'baileys'
import { keyFromText, keyToText } from './key-json'
import { keyChanges } from './signal-keys'
import type { StoreSession } from './store-session'

/**
 * Baileys' credentials, with a flag for an unproven link: committed, but never used for a successful login. A 401 on an
 * unproven link means that a crash interrupted the linking; on a proven one, that the owner removed the device.
 */
export type LinkCreds = AuthenticationCreds & { isUnproven?: boolean }

/** Credentials and keys for one socket, with functions that save the credentials that Baileys changes in place. */
export interface StoredAuth {
  readonly state: AuthenticationState & { readonly creds: LinkCreds }
  /** Saves the current credentials, after earlier saves. */
  save(): void
  /** Saves them and resolves when they are committed. */
  saveNow(): Promise<void>
  /** Resolves when every requested save is committed; rejects when one failed. */
  saved(): Promise<void>
}

/** Reads the credentials, or creates new ones for a number that was never linked. Each `set` is one commit. */
export async function storedAuth(session: StoreSession, lock: Mutex): Promise<StoredAuth> {
  const creds = await lock.runExclusive(() => loadCreds(session))
  let isStale = false
  let saving = Promise.resolve()

  function save(): void {
    if (isStale) return // the pending save includes this change
    isStale = true
    saving = saving.then(() => {
      isStale = false
      return session.commit([{ type: 'creds', id: 'creds', value: keyToText(creds) }], [])
    })
    saving.catch(() => {}) // the session has already closed its socket; `saved` rejects for its callers
  }

  const keys: AuthenticationState['keys'] = {
    async get(type, ids) {
      const found: Record<string, never> = {}
      for (const [id, text] of await session.load(type, ids)) found[id] = revive(type, text)
      return found
    },
    set: (data) => lock.runExclusive(() => session.put(keyChanges(data), [])),
  }
  function saveNow(): Promise<void> {
    save()
    return saving
  }

  return { state: { creds, keys }, save, saveNow, saved: () => saving }
}

async function loadCreds(session: StoreSession): Promise<LinkCreds> {
  const text = (await session.load('creds', ['creds'])).get('creds')
  if (text === undefined) return initAuthCreds()
  const creds = keyFromText<LinkCreds>(text)
  if (creds.account !== undefined || creds.me === undefined) return creds
  // Earlier versions stored `me` before the phone had agreed; WhatsApp answers a login with it with 401.
  const { me: _nobodyYet, ...unlinked } = creds
  return { ...unlinked, pairingCode: undefined, registered: false }
}

function revive(type: string, text: string): never {
  const value = keyFromText<Record<string, unknown>>(text)
  // Baileys calls protobuf methods on this one type; the others are plain. `never` fits each of its value types.
  return (
    type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
  ) as never
}
