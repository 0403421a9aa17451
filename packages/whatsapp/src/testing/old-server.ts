import type { MessageSendRequest, WhatsappGateway, WhatsappLink } from '../gateway'
import type { ImportedWhatsappSession } from '../moved-session'
import { memoryKeyStore } from './memory-key-store'
import { inOldShape } from './old-session'

/** The server that a number leaves. It is the driver, and what it leaves behind has the shape of Baileys 6.7. */
export interface OldServer {
  /** Messages that it has read. */
  readonly received: number
  send(order: MessageSendRequest): Promise<unknown>
  /** Cuts it off and gives its store. */
  stop(): ImportedWhatsappSession
}

/** Links a number; `scan` holds the code before its phone. Resolves when it is connected. */
export async function startOldServer(
  gateway: WhatsappGateway,
  scan: (qr: string) => Promise<void>,
): Promise<OldServer> {
  const store = memoryKeyStore()
  const lease = new AbortController()
  const link = await new Promise<WhatsappLink>((resolve, reject) => {
    let isScanned = false
    const opening = gateway.connect({
      name: 'old server',
      keys: store.open(),
      leaseLost: lease.signal,
      report({ qr, status }) {
        if (status === 'CONNECTED') resolve(opening)
        if (qr === null || isScanned) return
        isScanned = true
        scan(qr).catch(reject)
      },
    })
  })
  return {
    get received() {
      return store.entries.filter(({ key }) => !key.includes(':')).length // ticks have a name, messages a hash
    },
    send: (order) => link.send(order),
    stop() {
      lease.abort()
      return inOldShape(store.keys)
    },
  }
}
