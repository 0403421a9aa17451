import type { WASocket } from 'baileys'
import type { StoredAuth } from './auth-state'
import { readStanza } from './stanza-reading'
import type { StoreSession } from './store-session'
import { decodeTrayContent } from './tray-content'

/**
 * Marks an entry as settled once Baileys has done its part. Baileys handles a message under its message mutex to the
 * very end, so whoever queues behind it comes after the effect; what that effect changed is committed first.
 */
export async function settleAfterHandling(
  baileys: WASocket,
  auth: StoredAuth,
  session: StoreSession,
  key: string,
): Promise<void> {
  await baileys.messageMutex.mutex(async () => {
    if (session.hasEnded || !baileys.ws.isOpen) return // interrupted: the next socket repeats it
    await auth.saved()
    await session.settle([key])
  })
}

/** Repeats what Baileys may not have finished before the last crash: group keys of app state, history, mappings. */
export async function repeatUnsettled(
  baileys: WASocket,
  auth: StoredAuth,
  session: StoreSession,
): Promise<void> {
  await baileys.messageMutex.mutex(async () => {
    for (const entry of await session.unsettled()) {
      const kept = decodeTrayContent(entry.content)
      if (kept.kind === 'stanza') await baileys.upsertMessage(await readStanza(kept), 'append')
      if (session.hasEnded || !baileys.ws.isOpen) return
      await auth.saved()
      await session.settle([entry.key])
    }
  })
}
