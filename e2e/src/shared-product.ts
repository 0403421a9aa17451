import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { vi } from 'vitest'
import { isReady, type Product, startProduct } from './product'
import { replaceDatabase } from './product-database'

export interface ProductOnSimulator {
  readonly product: Product
  readonly simulator: Simulator
}

/** This worker's product while no story uses it. Starting one takes longer than many a story. */
let waiting: Promise<ProductOnSimulator> | undefined

/** A product as after its first start. A story that does not return it leaves the next one to start another. */
export async function takeSharedProduct(): Promise<ProductOnSimulator> {
  const taken = waiting ?? begin()
  waiting = undefined
  return taken
}

/** Makes it ready for the next story of this worker, meanwhile. */
export function returnSharedProduct(used: ProductOnSimulator): void {
  waiting = renew(used)
  waiting.catch(() => undefined) // the next story reports it
}

async function begin(): Promise<ProductOnSimulator> {
  const simulator = await startSimulator({ latency: 0 })
  return { simulator, product: await startProduct({ whatsapp: simulator.url }) }
}

/**
 * Replaces database, files and phones. The product takes the lost database as a crash: it stops everything that used it
 * and starts anew, within its process.
 */
async function renew({ product, simulator }: ProductOnSimulator): Promise<ProductOnSimulator> {
  const before = product.lines.length
  const tells = (what: (line: string) => boolean) =>
    vi.waitUntil(() => product.lines.slice(before).some(what), { timeout: 120_000, interval: 20 })
  let next = simulator
  await replaceDatabase(product, async () => {
    await tells((line) => line.includes('the database is lost'))
    await simulator.close()
    next = await startSimulator({ port: Number(new URL(simulator.url).port), latency: 0 })
    await rm(join(product.dataFolder, 'files'), { recursive: true, force: true, maxRetries: 3 }) // a write may be ending
  })
  await tells(isReady)
  return { product, simulator: next }
}
