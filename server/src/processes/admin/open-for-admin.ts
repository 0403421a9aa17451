import { authFeature } from '../../features/auth/auth.feature'
import { supportFeature } from '../../features/support/support.feature'
import { singleCellDirectory } from '../../platform/cells/directory'
import { systemClock } from '../../platform/clock'
import { createSingleNode } from '../../platform/cluster/node'
import type { Config } from '../../platform/config'
import { migrateDatabase } from '../../platform/database/migrate'
import { openDatabasePools } from '../../platform/database/pools'
import type { DataKeys } from '../../platform/encryption'
import type { HookHandler } from '../../platform/hooks'
import type { Log } from '../../platform/log'
import { createWakeUpSignals } from '../../platform/signals'
import { createWorkplace, type Workplace } from '../../platform/work'
import { databaseUrlForRole } from '../database-address'
import { openOperatorsDatabase } from '../operators-database'

export interface OpenedInstallationForAdmin {
  readonly workplace: Workplace
  readonly dataKeys: DataKeys
  readonly ownerUrl: string
  close(): Promise<void>
}

/**
 * Opens the database for a command of the operator, and starts it if the product is not running. A running
 * product notices the command's changes within seconds.
 */
export async function openInstallationForAdmin(
  config: Config,
  log: Log,
): Promise<OpenedInstallationForAdmin> {
  const { ownerUrl, secrets, started, stop } = await openOperatorsDatabase(config, log)
  if (started !== null)
    await migrateDatabase(ownerUrl, secrets, started.hasNewSecrets).catch(async (error: unknown) => {
      await stop()
      throw error
    })
  const pools = openDatabasePools({
    app: databaseUrlForRole(ownerUrl, 'balcao_app', secrets.databaseAppPassword),
    platform: databaseUrlForRole(ownerUrl, 'balcao_platform', secrets.databasePlatformPassword),
    size: 2,
    onError: (err) => log.error({ err }, 'a database connection broke'),
  })
  const isOnline = () => false
  const hooks: HookHandler[] = []
  const workplace = createWorkplace({
    pools,
    clock: systemClock,
    signals: createWakeUpSignals(),
    livePost: { deliver: () => undefined }, // no page is connected to this process
    hooks,
  })
  const parts = {
    tokenKey: secrets.tokenSigningKey,
    dataKeys: secrets.dataKeys,
    isOnline,
    workplace,
    cells: singleCellDirectory,
    mail: null, // this process runs no jobs
    node: createSingleNode(1),
  }
  for (const feature of [authFeature(parts), supportFeature(parts)]) hooks.push(...(feature.hooks ?? []))
  return {
    workplace,
    dataKeys: secrets.dataKeys,
    ownerUrl,
    async close() {
      await pools.close()
      await stop()
    },
  }
}
