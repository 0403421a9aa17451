import type { Mutex } from 'async-mutex'
import { type AuthenticationCreds, type AuthenticationState, initAuthCreds, proto } from 'baileys'
import { keyFromText, keyToText } from './key-json'
import { keyChanges } from './signal-keys'
import type { StoreSession } from './store-session'

/**
 * Baileys' credentials, and whether their link is unproven: committed, but no login has succeeded with it. A 401 on an
 * unproven link means that a crash cut linking short; on a proven one, that somebody removed the device.
 */
export type LinkCreds = AuthenticationCreds & { isUnproven?: boolean }

/** Credentials and keys for one socket, and the way to save the credentials that Baileys changes in place. */
export interface StoredAuth {
  readonly state: AuthenticationState & { readonly creds: LinkCreds }
  /** Saves the credentials as they are now, after those saved before. */
  save(): void
  /** Saves them and resolves when they are committed. */
  saveNow(): Promise<void>
  /** Resolves when everything asked for so far is committed; rejects when it could not be. */
  saved(): Promise<void>
}

/** Reads the credentials, or makes new ones for a number that was never linked. Each `set` is one commit. */
export async function storedAuth(session: StoreSession, lock: Mutex): Promise<StoredAuth> {
  const creds = await lock.runExclusive(() => loadCreds(session))
  let isStale = false
  let saving = Promise.resolve()

  function save(): void {
    if (isStale) return // the save that waits will take this change along
    isStale = true
    saving = saving.then(() => {
      isStale = false
      return session.commit([{ type: 'creds', id: 'creds', value: keyToText(creds) }], [])
    })
    saving.catch(() => {}) // the session has told its socket already; `saved` tells whoever waits
  }

  const keys: AuthenticationState['keys'] = {
    async get(type, ids) {
      const found: Record<string, never> = {}
      for (const [id, text] of await session.load(type, ids)) found[id] = revive(type, text)
      return found
    },
    set: (data) => lock.runExclusive(() => session.commit(keyChanges(data), [])),
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
  // Earlier versions named us before the phone had agreed; logging in with that name is answered with 401.
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
