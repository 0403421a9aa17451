import { loadConfig } from '../../platform/config'
import { StartUpProblem } from '../../platform/fatal'
import { createLog } from '../../platform/log'
import { openForAdmin } from '../admin/open-for-admin'
import { handOver } from './hand-over'
import { handedOver, moveOutOrderOf, moveOutUsage } from './move-out-order'

/** `npm run move-out`: hands the session of a number over, with the product running or not. */
async function main(): Promise<void> {
  const order = moveOutOrderOf(process.argv.slice(2))
  if (order === null) return end(moveOutUsage)
  if (!order.isOwned)
    return end('Add --i-own-this-number: who has the folder reads and writes as this number.')
  const opened = await openForAdmin(loadConfig(process.env), createLog({ level: 'fatal' }))
  try {
    const { name } = await handOver({ ...opened, ...order })
    process.stdout.write(`${handedOver(name, order.folder)}\n`)
  } finally {
    await opened.close()
  }
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
