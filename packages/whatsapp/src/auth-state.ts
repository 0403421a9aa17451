import type { Mutex } from 'async-mutex'
import { type AuthenticationCreds, type AuthenticationState, initAuthCreds, proto } from 'baileys'
import { keyFromJson, keyToJson } from './key-json'
import { keyChangesOf } from './signal-keys'
import type { KeyStoreSession } from './store-session'

/** `isUnproven`: no login yet with these credentials, so a 401 means that a crash interrupted the linking. */
export type LinkCredentials = AuthenticationCreds & { isUnproven?: boolean }

/** Credentials and keys for one socket. Baileys changes the credentials in place. */
export interface StoredAuth {
  readonly state: AuthenticationState & { readonly creds: LinkCredentials }
  save(): void
  /** Saves the current credentials and resolves when they are committed. */
  saveNow(): Promise<void>
  /** Resolves when all requested saves are committed; rejects when one failed. */
  saved(): Promise<void>
}

/** Reads the credentials, or creates them for a number that was never linked. */
export async function loadStoredAuth(session: KeyStoreSession, lock: Mutex): Promise<StoredAuth> {
  const creds = await lock.runExclusive(() => loadCreds(session))
  let isStale = false
  let saving = Promise.resolve()

  function save(): void {
    if (isStale) return // the pending save includes this change
    isStale = true
    saving = saving.then(() => {
      isStale = false
      return session.commit([{ type: 'creds', id: 'creds', value: keyToJson(creds) }], [])
    })
    saving.catch(() => {}) // a failed save already closes the socket; `saved` also rejects
  }

  const keys: AuthenticationState['keys'] = {
    async get(type, ids) {
      const found: Record<string, never> = {}
      for (const [id, text] of await session.load(type, ids)) found[id] = revive(type, text)
      return found
    },
    set: (data) => lock.runExclusive(() => session.put(keyChangesOf(data), [])),
  }
  function saveNow(): Promise<void> {
    save()
    return saving
  }

  return { state: { creds, keys }, save, saveNow, saved: () => saving }
}

async function loadCreds(session: KeyStoreSession): Promise<LinkCredentials> {
  const text = (await session.load('creds', ['creds'])).get('creds')
  if (text === undefined) return initAuthCreds()
  const creds = keyFromJson<LinkCredentials>(text)
  if (creds.account !== undefined || creds.me === undefined) return creds
  // A linking that the phone did not confirm may leave `me`, with which WhatsApp refuses the login (401).
  const { me: _nobodyYet, ...unlinked } = creds
  return { ...unlinked, pairingCode: undefined, registered: false }
}

function revive(type: string, text: string): never {
  const value = keyFromJson<Record<string, unknown>>(text)
  // Baileys calls protobuf methods on app state keys only. The cast to `never` fits the value type of every key.
  return (
    type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
  ) as never
}
