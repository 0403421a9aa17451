import { type BaileysGatewaySettings, baileysGateway } from '@balcao/whatsapp/baileys-gateway'
import type { WhatsappGateway } from '@balcao/whatsapp/gateway'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { expect } from 'vitest'
import { createLog } from '../platform/log'

/** A WhatsApp service on loopback, and the real driver connected to it. */
export interface SimulatedWhatsapp {
  readonly simulator: Simulator
  readonly gateway: WhatsappGateway
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
  const gateway = baileysGateway({
    ...settings,
    log: createLog({ level: 'silent' }),
    trust: {
      url: simulator.url,
      noiseRootPublicKey: simulator.noiseRootPublicKey,
      mediaCertificate: simulator.mediaCertificate,
    },
  })
  return {
    simulator,
    gateway,
    async closeTidily() {
      await simulator.close()
      const { unknown, errors, refusedCounters } = simulator.stats
      expect({ unknown, errors, refusedCounters }).toEqual({ unknown: [], errors: [], refusedCounters: 0 })
    },
  }
}
