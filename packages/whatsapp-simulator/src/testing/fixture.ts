import type { UserFacingSocketConfig } from 'baileys'
import type { SimulatedContact } from '../contact'
import { formerRules } from '../linking-rules'
import type { SimulatedPhone } from '../phone'
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator'
import { type Companion, linkedCompanion, trustSimulator } from './companion'

export const SHOP = '555130254455'
export const MARINA = '5551999887766'

export interface Fixture {
  simulator: Simulator
  shop: SimulatedPhone
  marina: SimulatedContact
  /** Ends everything. Fails the test when the simulator saw an unknown stanza or a forgery. */
  end(expected?: { unknown?: string[]; errors?: string[] }): Promise<void>
}

/**
 * A simulator without latency, a shop's phone and one customer; nothing linked yet. Baileys alone can only link to
 * WhatsApp as it was in 2025.
 */
export async function aTestApp(options: SimulatorOptions = {}): Promise<Fixture> {
  const simulator = await startSimulator({ latency: 0, linking: formerRules, ...options })
  const distrust = trustSimulator(simulator)
  const shop = simulator.createPhone({ phone: SHOP, name: 'Casa Ipê Móveis' })
  const marina = simulator.createContact({ phone: MARINA, name: 'Marina Duarte' })
  const end: Fixture['end'] = async ({ unknown = [], errors = [] } = {}) => {
    const seen = { unknown: [...simulator.stats.unknown], errors: [...simulator.stats.errors] }
    await simulator.close()
    distrust()
    if (JSON.stringify(seen) !== JSON.stringify({ unknown, errors })) {
      throw new Error(`the simulator saw unknown or invalid stanzas: ${JSON.stringify(seen)}`)
    }
  }
  return { simulator, shop, marina, end }
}

/** The same with a product linked to the shop's phone and online. */
export async function aLinkedTestApp(
  options: SimulatorOptions = {},
  settings: Partial<UserFacingSocketConfig> = {},
): Promise<Fixture & { product: Companion }> {
  const testApp = await aTestApp(options)
  const product = await linkedCompanion(testApp.simulator, SHOP, settings)
  const end: Fixture['end'] = async (expected) => {
    await product.socket.end(undefined)
    await testApp.end(expected)
  }
  return { ...testApp, product, end }
}
