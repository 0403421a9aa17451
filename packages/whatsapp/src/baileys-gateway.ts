import { baileysCache } from './bounded-cache'
import { type Clock, systemClock } from './clock'
import { fetchMedia } from './fetch-media'
import type { WebVersionProvider, WhatsappGateway } from './gateway'
import { hardenBaileys } from './harden'
import { whatsappLink } from './link'
import type { StanzaRecord } from './linking/record-stanzas'
import type { Log } from './log'
import { realWhatsapp, type SimulatorTrust, simulatedWhatsapp } from './simulator-trust'
import { connectionKeyStore } from './store-session'
import { socketSupervisor } from './supervisor'
import { parseBaileysEvent } from './translate'

export interface BaileysGatewaySettings {
  readonly log: Log
  /** Provides the version of WhatsApp Web that sockets report; without it, Baileys' own version. */
  readonly webVersions?: WebVersionProvider
  /** Gets every stanza of a socket during linking, redacted to shapes and lengths. */
  readonly recordLinking?: (line: StanzaRecord) => void
  /** Connects to a simulated WhatsApp on loopback. The setting affects the whole process. */
  readonly trust?: SimulatorTrust
  readonly clock?: Clock
  /** How long each QR code is shown; by default as long as in WhatsApp Web (60 s, then 20 s). */
  readonly codeLifetimeMs?: number
}

/** The gateway to WhatsApp as a linked device (unofficial). Throws when `trust` is not on loopback. */
export function baileysGateway(settings: BaileysGatewaySettings): WhatsappGateway {
  hardenBaileys()
  const endpoint = settings.trust === undefined ? realWhatsapp : simulatedWhatsapp(settings.trust)
  return {
    translate: parseBaileysEvent,
    fetchMedia: (reference, signal) => fetchMedia(endpoint, reference, signal),
    connect({ name, keys, leaseLost, report, typing, takesCalls, bringHistory = false }) {
      const clock = settings.clock ?? systemClock
      return whatsappLink(
        socketSupervisor({
          name,
          report,
          typing,
          takesCalls,
          leaseLost,
          endpoint,
          log: settings.log,
          clock,
          bringHistory,
          webVersions: settings.webVersions,
          recordLinking: settings.recordLinking,
          codeLifetimeMs: settings.codeLifetimeMs,
          store: connectionKeyStore(keys),
          caches: {
            msgRetryCounterCache: baileysCache(1000),
            callOfferCache: baileysCache(100),
            placeholderResendCache: baileysCache(100),
          },
        }),
        clock,
      )
    },
  }
}
