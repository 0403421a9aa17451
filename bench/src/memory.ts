import { setTimeout as pause } from 'node:timers/promises'
import { admin } from '../../e2e/src/product'
import { type Environment, inEnvironment } from './environment'
import { rounded } from './figures'
import { type Line, report, say } from './report'
import { openShop } from './shop'

const steps = [0, 10, 50]
/** By then the timers of the linking have ended and released their memory. */
const restMs = Number(process.env.BENCH_REST_MS ?? 45_000)

/** The cost of a linked, idle number for the product's process: memory at 0, 10 and 50 of them, after a collection. */
export async function memory(): Promise<void> {
  await inEnvironment(async (environment) => {
    const shop = await openShop(environment, { ...admin, district: '51', numbers: 0, customersPerNumber: 0 })
    const lines: Line[] = []
    for (const [at, numbers] of steps.entries()) {
      for (let linked = steps[at - 1] ?? 0; linked < numbers; linked++) await shop.addNumber()
      say(`${numbers} numbers are linked; waiting until they idle …`)
      await pause(restMs)
      lines.push({ what: `${numbers} numbers`, ...(await memoryOf(environment)) })
    }
    const perNumber = costBetween(lines[1], lines[2], 40)
    report('memory', lines, [
      `Each number from the 11th to the 50th: ${rounded(perNumber.resident, 2)} MB resident, ` +
        `${rounded(perNumber.heap, 2)} MB of heap and memory beside it.`,
    ])
    shop.close()
    if (perNumber.resident < 3) return
    say('Not reached: under 3 MB for a linked idle number.')
    process.exitCode = 1
  })
}

async function memoryOf({ inspector, accounts }: Environment): Promise<Record<string, number>> {
  const { residentMb, heapMb, outsideHeapMb } = await inspector.memory()
  return {
    'resident MB': rounded(residentMb),
    'heap MB': rounded(heapMb),
    'beside the heap MB': rounded(outsideHeapMb),
    'database MB': rounded(accounts().database.residentMb),
  }
}

function costBetween(few: Line | undefined, many: Line | undefined, numbers: number) {
  const rise = (figure: string) => (Number(many?.[figure]) - Number(few?.[figure])) / numbers
  return { resident: rise('resident MB'), heap: rise('heap MB') + rise('beside the heap MB') }
}
