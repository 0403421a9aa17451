import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { createLog } from '../../platform/log'
import { type Opened, openForAdmin } from '../admin/open-for-admin'
import { handOver, numbersOf } from './hand-over'
import { handedOver, listed, type MoveOutOrder, moveOutOrderOf, moveOutUsage } from './move-out-order'

/** `npm run move-out`: hands the session of a number over, with the product running or not. */
async function main(): Promise<void> {
  const order = moveOutOrderOf(process.argv.slice(2))
  if (order === null) return end(moveOutUsage)
  if (order.act === 'session' && !order.isOwned)
    return end('Add --i-own-this-number: who has the folder reads and writes as this number.')
  const opened = await openForAdmin(loadConfig(process.env), createLog({ level: 'fatal' }))
  try {
    process.stdout.write(`${await carryOut(order, opened)}\n`)
  } finally {
    await opened.close()
  }
}

async function carryOut(order: MoveOutOrder, opened: Opened): Promise<string> {
  if (order.act === 'list') return listed(await opened.workplace.withPlatform('list numbers', numbersOf))
  const { name } = await handOver({ ...opened, ...order })
  return handedOver(name, order.folder)
}

function end(line: string): void {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

void main()
  .catch((error: unknown) => {
    end(error instanceof StartUpProblem ? error.message : String(error))
  })
  .finally(() => process.exit())
