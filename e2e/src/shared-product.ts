import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import type pg from 'pg'
import { vi } from 'vitest'
import { MIGRATED } from './migrated-folder'
import { isReady, type Product, startProduct } from './product'
import { onDatabase } from './product-database'

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

/**
 * Replaces the database of a running product by a copy of the migrated one. The product loses its connections first, and
 * gets no new ones during `meanwhile`.
 */
async function replaceDatabase(product: Product, meanwhile: () => Promise<void>): Promise<void> {
  await onDatabase(product, 'postgres', async (owner) => {
    await owner.query(`create database next template ${MIGRATED}`)
    await owner.query('alter database balcao with allow_connections false')
    await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'balcao'")
  })
  await meanwhile()
  // The product that finds no database may restart the server in between, which ends this connection too.
  const owner = (act: (owner: pg.Client) => Promise<unknown>) =>
    vi.waitFor(() => onDatabase(product, 'postgres', act), { timeout: 60_000, interval: 100 })
  // In one transaction, so that the product never misses its database and creates one.
  await owner(async (client) => {
    await client.query('begin')
    await client.query('alter database balcao rename to used')
    await client.query('alter database next rename to balcao')
    await client.query('commit')
  })
  await owner((client) => client.query('drop database if exists used'))
}
