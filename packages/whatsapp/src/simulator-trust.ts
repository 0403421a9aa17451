import { Agent as HttpsAgent } from 'node:https'
import { WA_CERT_DETAILS } from 'baileys'
import { type Dispatcher, Agent as FetchAgent } from 'undici'

/** Lets this process talk to a simulated WhatsApp instead of the real one. Loopback only. */
export interface SimulatorTrust {
  /** The simulator's address: `ws://127.0.0.1:PORT/ws/chat`. */
  readonly url: string
  /** The public key that verifies the simulator's certificates, 32 bytes. */
  readonly noiseRootPublicKey: Uint8Array
  /** The TLS certificate of the simulator's media host, as PEM. */
  readonly mediaCertificate: string
}

export interface WhatsappEndpoint {
  readonly url: string
  readonly upload: HttpsAgent | undefined
  readonly download: Dispatcher | undefined
  isMediaHost(host: string): boolean
}

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])

export const realWhatsapp: WhatsappEndpoint = {
  url: 'wss://web.whatsapp.com/ws/chat',
  upload: undefined,
  download: undefined,
  isMediaHost: (host) => host === 'whatsapp.net' || host.endsWith('.whatsapp.net'),
}

/** Throws outside of loopback. From here on, no connection of this process can reach the real WhatsApp. */
export function simulatedWhatsapp(trust: SimulatorTrust): WhatsappEndpoint {
  const url = new URL(trust.url)
  if (url.protocol !== 'ws:' || !loopback.has(url.hostname)) {
    throw new Error(`a simulator is trusted on a loopback address only, not at ${url.origin}`)
  }
  if (trust.noiseRootPublicKey.length !== 32) throw new Error('the root key of a simulator has 32 bytes')
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(trust.noiseRootPublicKey)
  return {
    url: trust.url,
    upload: new HttpsAgent({ ca: trust.mediaCertificate }),
    download: new FetchAgent({ connect: { ca: trust.mediaCertificate } }),
    isMediaHost: (host) => loopback.has(host.replace(/:\d+$/, '')),
  }
}
