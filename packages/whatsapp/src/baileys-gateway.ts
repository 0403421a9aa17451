import { baileysCache } from './bounded-cache'
import { type Clock, machineClock } from './clock'
import { fetchMedia } from './fetch-media'
import type { WhatsappGateway } from './gateway'
import { hardenBaileys } from './harden'
import { whatsappLink } from './link'
import type { Log } from './log'
import { realWhatsapp, type SimulatorTrust, simulatedWhatsapp } from './simulator-trust'
import { connectionStore } from './store-session'
import { supervisor } from './supervisor'
import { translate } from './translate'

export interface BaileysGatewaySettings {
  readonly log: Log
  /** The version of WhatsApp Web to claim, when WhatsApp refuses (405) the one that Baileys brings. */
  readonly version?: readonly [number, number, number]
  /** Talk to a simulated WhatsApp on loopback instead of the real one. Holds for the whole process. */
  readonly trust?: SimulatorTrust
  readonly clock?: Clock
  /** How long each QR code is shown; WhatsApp's own pace (60 s, then 20 s) when absent. */
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
          version: settings.version,
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
