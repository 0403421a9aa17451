import { loadConfig } from '../../platform/config'
import { createLog } from '../../platform/log'
import { type OpenedInstallationForAdmin, openInstallationForAdmin } from '../admin/open-for-admin'
import { failCommandWithError, printLine, runCommand } from '../command-line'
import { exportSessionToFolder, readLinkedNumbers } from './hand-over'
import {
  exportedSessionInstructions,
  type MoveOutCommand,
  moveOutUsage,
  numberListText,
  parseMoveOutCommand,
} from './move-out-order'

/** `npm run move-out`: exports the WhatsApp session of a number. The product may be running or not. */
async function main(): Promise<void> {
  const order = parseMoveOutCommand(process.argv.slice(2))
  if (order === null) return failCommandWithError(moveOutUsage)
  if (order.act === 'session' && !order.isOwned)
    return failCommandWithError(
      'Add --i-own-this-number: who has the folder reads and writes as this number.',
    )
  const opened = await openInstallationForAdmin(loadConfig(process.env), createLog({ level: 'fatal' }))
  try {
    printLine(await carryOut(order, opened))
  } finally {
    await opened.close()
  }
}

async function carryOut(order: MoveOutCommand, opened: OpenedInstallationForAdmin): Promise<string> {
  if (order.act === 'list')
    return numberListText(await opened.workplace.withPlatform('list numbers', readLinkedNumbers))
  const { name } = await exportSessionToFolder({ ...opened, ...order })
  return exportedSessionInstructions(name, order.folder)
}

runCommand(main)
