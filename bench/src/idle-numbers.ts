import { setTimeout as pause } from 'node:timers/promises'
import { startSimulator } from '@balcao/whatsapp-simulator/simulator'
import { folderToBeginWith } from '../../e2e/src/migrated-folder'
import { admin, type Product, startProduct } from '../../e2e/src/product'
import { atTheDatabase, rowsAtTheDatabase } from '../../e2e/src/product-database'
import { accountOf, databaseAccount, machineLoad } from './accounts'
import { rounded } from './figures'
import { processesOf, productAccount } from './product-account'
import { type Line, report, say } from './report'
import { openShop } from './shop'

const numbers = Number(process.env.BENCH_NUMBERS ?? 1_000)
const restMs = Number(process.env.BENCH_REST_MS ?? 45_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 60)

/** One process alone, and two that share the numbers. */
const installations = { 'one process': [], 'two processes': ['--processes', '2'] } as const

/** What many linked idle numbers cost: processor time and memory of each, over all processes of the product. */
export async function idleNumbers(): Promise<void> {
  const simulator = await startSimulator({ seed: 'bench', history: false })
  const dataFolder = await folderToBeginWith()
  let product: Product | undefined
  const lines: Line[] = []
  const start = (options: readonly string[]) => startProduct({ whatsapp: simulator.url, dataFolder, options })
  try {
    for (const [name, options] of Object.entries(installations)) {
      product = await start(options)
      await pause(restMs)
      const empty = lines.length === 0 ? await resting(product) : null
      if (empty !== null) {
        lines.push({ what: `${name}, 0 numbers`, ...shown(empty, 0) })
        await atTheDatabase(product, `update plans set connections = ${numbers + 1}`)
        const shop = await openShop(
          { simulator, product },
          { ...admin, district: '51', numbers: 0, customersPerNumber: 0 },
        )
        for (let at = 0; at < numbers; at++) {
          await shop.addNumber()
          if (at % 50 === 49) say(`${at + 1} numbers are linked, load ${machineLoad()}`)
        }
        shop.close()
      }
      await connected(product)
      say(`${name}: all are connected; waiting until they idle …`)
      await pause(restMs)
      lines.push({ what: `${name}, ${numbers} numbers`, ...shown(await resting(product), numbers) })
      await product.stop()
    }
  } finally {
    await product?.remove()
    await simulator.close()
  }
  report('idle-numbers', lines, ['Each number: the whole divided by the numbers.'])
}

interface Rest {
  readonly productMs: number
  readonly databaseMs: number
  readonly residentMb: number
  readonly each: readonly number[]
}

async function resting(product: Product): Promise<Rest> {
  const used = () => [productAccount(product).cpuMs, databaseAccount(product.dataFolder).cpuMs] as const
  const [productBefore, databaseBefore] = used()
  await pause(seconds * 1000)
  const [productAfter, databaseAfter] = used()
  const each = processesOf(product).map((pid) => accountOf(pid).residentMb)
  return {
    productMs: productAfter - productBefore,
    databaseMs: databaseAfter - databaseBefore,
    residentMb: each.reduce((sum, mb) => sum + mb, 0),
    each,
  }
}

function shown(rest: Rest, count: number): Record<string, string | number> {
  return {
    'product CPU ms a second': rounded(rest.productMs / seconds, 2),
    'database CPU ms a second': rounded(rest.databaseMs / seconds, 2),
    'of each number': count === 0 ? '' : rounded((rest.productMs + rest.databaseMs) / seconds / count, 3),
    'resident MB': rest.each.map((mb) => rounded(mb, 0)).join(' + '),
    'MB of each number': count === 0 ? '' : rounded(rest.residentMb / count, 2),
    load: machineLoad(),
  }
}

/** A sign-in is left out: with two processes none is needed. */
async function connected(product: Product): Promise<void> {
  for (;;) {
    const [row] = await rowsAtTheDatabase<{ count: number }>(
      product,
      `select count(*)::int as count from connections where status = 'CONNECTED'`,
    )
    if (row?.count === numbers) return
    await pause(500)
  }
}
