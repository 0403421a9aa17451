import { proto } from 'baileys'
import type { KeyStoreSession } from './store-session'

const type = 'sent-message'

/** Stores a message for phones that cannot decrypt it and request it again. It joins the session's next commit. */
export function storeSentMessage(store: KeyStoreSession, id: string, message: proto.IMessage): void {
  const value = Buffer.from(proto.Message.encode(message).finish()).toString('base64')
  store.putAlong([{ type, id, value }], [])
}

export async function loadSentMessage(
  store: KeyStoreSession,
  id: string,
): Promise<proto.IMessage | undefined> {
  const value = (await store.load(type, [id])).get(id)
  return value === undefined ? undefined : proto.Message.decode(Buffer.from(value, 'base64'))
}
