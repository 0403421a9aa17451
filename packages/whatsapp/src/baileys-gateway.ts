import { baileysCache } from './bounded-cache'
import { type Clock, machineClock } from './clock'
import { fetchMedia } from './fetch-media'
import type { WebVersions, WhatsappGateway } from './gateway'
import { hardenBaileys } from './harden'
import { whatsappLink } from './link'
import type { StanzaRecord } from './linking/record-stanzas'
import type { Log } from './log'
import { realWhatsapp, type SimulatorTrust, simulatedWhatsapp } from './simulator-trust'
import { connectionStore } from './store-session'
import { supervisor } from './supervisor'
import { translate } from './translate'

export interface BaileysGatewaySettings {
  readonly log: Log
  /** The source of the version of WhatsApp Web to claim; without it, the version that Baileys ships. */
  readonly webVersions?: WebVersions
  /** Gets every stanza of sockets that are being linked: shapes and lengths, nothing secret. */
  readonly recordLinking?: (line: StanzaRecord) => void
  /** Connects to a simulated WhatsApp on loopback instead of the real one. It applies to the whole process. */
  readonly trust?: SimulatorTrust
  readonly clock?: Clock
  /** How long each QR code is shown; by default WhatsApp's own pace (60 s, then 20 s). */
  readonly codeLifetimeMs?: number
}

/** WhatsApp through Baileys: the unofficial way, as a linked device. Throws when `trust` is not on loopback. */
export function baileysGateway(settings: BaileysGatewaySettings): WhatsappGateway {
  hardenBaileys()
  const endpoint = settings.trust === undefined ? realWhatsapp : simulatedWhatsapp(settings.trust)
  return {
    translate,
    fetchMedia: (reference, signal) => fetchMedia(endpoint, reference, signal),
    connect({ name, keys, leaseLost, report, typing, takesCalls, bringHistory = false }) {
      const clock = settings.clock ?? machineClock
      return whatsappLink(
        supervisor({
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
          store: connectionStore(keys),
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
