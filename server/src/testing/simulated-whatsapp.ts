import type { BaileysGatewaySettings } from '@balcao/whatsapp/baileys-gateway'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { expect } from 'vitest'
import { systemClock } from '../platform/clock'
import { createLog } from '../platform/log'
import { openWhatsappProviders, type WhatsappProviders } from '../processes/providers'

/** A WhatsApp service with its Graph API on loopback, and the real drivers connected to it. */
export interface SimulatedWhatsapp extends WhatsappProviders {
  readonly simulator: Simulator
  /** Stops it. Fails if it received an unknown stanza, a forgery or a reused counter. */
  closeTidily(): Promise<void>
}

/** `history`: phones send their history when they are linked. */
export async function startWhatsapp({
  history = false,
  ...settings
}: Pick<BaileysGatewaySettings, 'clock' | 'codeLifetimeMs'> & {
  readonly history?: boolean
} = {}): Promise<SimulatedWhatsapp> {
  const simulator = await startSimulator({ latency: 0, history })
  const log = createLog({ level: 'silent' })
  const providers = openWhatsappProviders({
    linkedDevice: {
      ...settings,
      log,
      trust: {
        url: simulator.url,
        noiseRootPublicKey: simulator.noiseRootPublicKey,
        mediaCertificate: simulator.mediaCertificate,
      },
    },
    graph: { url: simulator.graph.url, version: 'v26.0', mediaHost: simulator.graph.mediaHost },
    clock: systemClock,
    log,
  })
  return {
    simulator,
    ...providers,
    async closeTidily() {
      await simulator.close()
      const { unknown, errors, refusedCounters } = simulator.stats
      expect({ unknown, errors, refusedCounters }).toEqual({ unknown: [], errors: [], refusedCounters: 0 })
    },
  }
}
