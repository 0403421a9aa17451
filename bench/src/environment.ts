import { readdirSync } from 'node:fs'
import { type Simulator, type SimulatorOptions, startSimulator } from '@balcao/whatsapp-simulator/simulator'
import pg from 'pg'
import { type Product, startProduct } from '../../e2e/src/product'
import { loadSecrets } from '../../server/src/platform/secrets'
import { type Account, accountOf, databaseAccount, postmasterOf } from './accounts'
import { type Inspector, inspectable, openInspector } from './inspector'
import { say } from './report'

/** The real product in a process of its own, and WhatsApp in this one. */
export interface Environment {
  readonly simulator: Simulator
  readonly product: Product
  readonly inspector: Inspector
  /** The database's owner: for fixtures that no endpoint can create. */
  readonly owner: pg.Pool
  /** The resource use of each so far. `bench` is this process: customers, their phones, and WhatsApp's server. */
  accounts(): Accounts
}

export type Accounts = Readonly<Record<'product' | 'database' | 'bench', Account>>

export interface EnvironmentOptions extends SimulatorOptions {
  /** Creates the product's data folder, which is deleted afterwards; by default it starts empty. */
  readonly dataFolder?: (whatsapp: string) => Promise<string>
  /** The processes of the product that share its database and its port; by default one. */
  readonly processes?: number
  /** Gives the product another address than WhatsApp's own. */
  readonly addressFor?: (whatsapp: string) => Promise<string>
}

/** Runs with everything started, and always ends and removes all of it. */
export async function inEnvironment<T>(
  run: (environment: Environment) => Promise<T>,
  { dataFolder, addressFor, processes = 1, ...options }: EnvironmentOptions = {},
): Promise<T> {
  refuseWithoutAccounts()
  // Benches link numbers by the dozen: without the history that each would otherwise import.
  const simulator = await startSimulator({ seed: 'bench', history: false, ...options })
  let product: Product | undefined
  const remove = async () => {
    await product?.remove()
    await simulator.close()
  }
  const endAtOnce = () => void remove().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endAtOnce)
  try {
    const folder = await dataFolder?.(simulator.url)
    product = await startProduct({
      whatsapp: (await addressFor?.(simulator.url)) ?? simulator.url,
      options: ['--processes', String(processes)],
      environment: { ...inspectable, SEARCHES_PER_MINUTE: '1000000' }, // one user who never pauses
      ...(folder !== undefined && { dataFolder: folder }),
    })
    return await withEnvironment(simulator, product, run)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, endAtOnce)
    await remove()
  }
}

async function withEnvironment<T>(
  simulator: Simulator,
  product: Product,
  run: (environment: Environment) => Promise<T>,
): Promise<T> {
  const { dataFolder, pid, lines } = product
  if (pid === undefined) throw new Error('The product runs without a process')
  const inspector = await openInspector(lines)
  const owner = new pg.Pool({ connectionString: ownerUrl(dataFolder), max: 2 })
  try {
    return await run({
      simulator,
      product,
      inspector,
      owner,
      accounts: () => ({
        product: accountOf(pid),
        database: databaseAccount(dataFolder),
        bench: accountOf(process.pid),
      }),
    })
  } catch (error) {
    for (const line of lines.slice(-20)) say(`the product: ${line}`)
    throw error
  } finally {
    inspector.close()
    await owner.end()
  }
}

/** Milliseconds of CPU between two measurements, for each of `works` operations. */
export function cpuPerWork(
  before: Accounts,
  after: Accounts,
  works: number,
): { 'product CPU ms': number; 'database CPU ms': number } {
  const used = (who: 'product' | 'database') =>
    Number(((after[who].cpuMs - before[who].cpuMs) / works).toFixed(2))
  return { 'product CPU ms': used('product'), 'database CPU ms': used('database') }
}

/** The connection string of the owner of a running product's database. */
export function ownerUrl(dataFolder: string): string {
  const { databaseOwnerPassword } = loadSecrets(dataFolder, {})
  const { port } = postmasterOf(dataFolder)
  return `postgres://balcao_owner:${encodeURIComponent(databaseOwnerPassword)}@127.0.0.1:${port}/balcao`
}

function refuseWithoutAccounts(): void {
  try {
    readdirSync('/proc/self')
  } catch (cause) {
    throw new Error('Benches read the accounts in /proc, which this system has not: run them on Linux.', {
      cause,
    })
  }
}
