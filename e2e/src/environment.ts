import { createUser } from '@balcao/contract/people'
import { createQueue, type QueueView } from '@balcao/contract/queues'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type { Browser } from 'playwright-core'
import { closeBrowser, openBrowser } from './browser'
import { type Calls, signInForCalls } from './calls'
import { linkNumber } from './link-number'
import { emptyFolder } from './migrated-folder'
import { admin, type Product, startProduct } from './product'
import { type ProductOnSimulator, returnSharedProduct, takeSharedProduct } from './shared-product'

/** The environment of a test: the product with an empty company, simulated phones, and Chromium. */
export interface Environment {
  readonly simulator: Simulator
  readonly product: Product
  readonly browser: Browser
  close(): Promise<void>
}

interface EnvironmentOptions {
  readonly browserArgs?: readonly string[]
  /** A product for this story alone, which may kill it. */
  readonly ownProduct?: boolean
  /** A product of its own, which starts on an empty folder, as a new installation does: it creates its own database. */
  readonly fromNothing?: boolean
  /** A product of its own with these additional settings. */
  readonly environment?: Readonly<Record<string, string>>
}

export async function openEnvironment({
  browserArgs = [],
  ownProduct = false,
  fromNothing = false,
  environment,
}: EnvironmentOptions = {}): Promise<Environment> {
  const isShared = !ownProduct && !fromNothing && environment === undefined
  const [{ simulator, product }, browser] = await Promise.all([
    isShared ? takeSharedProduct() : startOwnProduct(fromNothing, environment),
    openBrowser(browserArgs),
  ])
  return {
    simulator,
    product,
    browser,
    async close() {
      await closeBrowser(browser)
      if (isShared) return returnSharedProduct({ simulator, product })
      await product.remove()
      await simulator.close()
    },
  }
}

async function startOwnProduct(
  fromNothing: boolean,
  environment: EnvironmentOptions['environment'] = {},
): Promise<ProductOnSimulator> {
  const simulator = await startSimulator({ latency: 0 })
  const ownFolder = fromNothing ? { dataFolder: await emptyFolder() } : {}
  return { simulator, product: await startProduct({ whatsapp: simulator.url, environment, ...ownFolder }) }
}

/** Ana, who answers in the shop of these tests. */
export const ana = { name: 'Ana Lima', email: 'ana@example.com', password: 'senha da equipe' }

export interface Shop {
  /** Calls of the company's admin. */
  readonly calls: Calls
  readonly phone: SimulatedPhone
  readonly sales: QueueView
}

/** Casa Ipê Móveis: its number is linked to the queue *Vendas*, which `attendant` serves. */
export async function openShop({ simulator, product }: Environment, attendant = ana): Promise<Shop> {
  const calls = await signInForCalls(product.url, admin.email, admin.password)
  const sales = await calls(createQueue, { body: { name: 'Vendas', color: '#2E9E6B' } })
  await calls(createUser, { body: { ...attendant, queueIds: [sales.id] } })
  const phone = simulator.createPhone({ phone: '555130254455', name: 'Casa Ipê Móveis' })
  await linkNumber(calls, phone, 'Loja Centro', [sales.id])
  return { calls, phone, sales }
}
