import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Environment, inEnvironment } from './environment'

/** A wire between the product and WhatsApp that can hold what WhatsApp sends. */
export interface HeldWire {
  /** WhatsApp's address for the product. */
  readonly url: string
  hold(): void
  /** Hands over everything held, at once. */
  release(): void
  close(): void
}

/** An environment whose product reaches WhatsApp through a wire that can be held. */
export async function overHeldWire<R>(
  measure: (environment: Environment, wire: HeldWire) => Promise<R>,
): Promise<R> {
  let wire: HeldWire | undefined
  const addressFor = async (whatsapp: string) => {
    wire = await heldWire(whatsapp)
    return wire.url
  }
  try {
    return await inEnvironment(
      (environment) => {
        if (wire === undefined) throw new Error('The product has no wire')
        return measure(environment, wire)
      },
      { latency: 0, addressFor },
    )
  } finally {
    wire?.close()
  }
}

async function heldWire(whatsapp: string): Promise<HeldWire> {
  const { hostname, port } = new URL(whatsapp)
  const sockets = new Set<Socket>()
  const outs = new Set<{ release(): void }>()
  let isHeld = false
  const server = createServer((toProduct) => {
    const fromWhatsapp = connect(Number(port), hostname)
    const held: Buffer[] = []
    const out = {
      release() {
        for (const bytes of held.splice(0)) toProduct.write(bytes)
      },
    }
    outs.add(out)
    toProduct.pipe(fromWhatsapp)
    fromWhatsapp.on('data', (bytes) => (isHeld ? held.push(bytes) : toProduct.write(bytes)))
    for (const [one, other] of [
      [toProduct, fromWhatsapp],
      [fromWhatsapp, toProduct],
    ] as const) {
      // biome-ignore format: a pair
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => undefined)
      one.once('close', () => {
        sockets.delete(one)
        outs.delete(out)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(whatsapp)
  url.port = String((server.address() as AddressInfo).port) // it listens on a port
  return {
    url: url.href,
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const out of outs) out.release()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
