import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { authFeature } from '../../features/auth/auth.feature'
import { supportFeature } from '../../features/support/support.feature'
import { noCells } from '../../platform/cells/directory'
import { machineClock } from '../../platform/clock'
import type { Config } from '../../platform/config'
import { migrate } from '../../platform/database/migrate'
import { openPools } from '../../platform/database/pools'
import { locateCluster, OWNER } from '../../platform/embedded-postgres/cluster'
import { runningAt } from '../../platform/embedded-postgres/postmaster'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem } from '../../platform/fatal'
import type { HookHandler } from '../../platform/hooks'
import type { Log } from '../../platform/log'
import { loadSecrets, type Secrets } from '../../platform/secrets'
import { createSignals } from '../../platform/signals'
import { createWorkplace, type Workplace } from '../../platform/work'
import { addressAs } from '../database-address'

interface Opened {
  readonly workplace: Workplace
  close(): Promise<void>
}

/**
 * Opens the installation's database for one act of its operator: that of `DATABASE_URL`, the embedded one of a
 * running product, or the embedded one started for this act. A running product notices the changes within seconds: it
 * sweeps live events and reloads sessions.
 */
export async function openForAdmin(config: Config, log: Log): Promise<Opened> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataFolder, 'postgres', 'PG_VERSION')))
    throw new StartUpProblem(
      `There is no Balcão in ${config.dataFolder}. Set DATA_DIR or DATABASE_URL as for npm start.`,
    )
  const secrets = loadSecrets(config.dataFolder, process.env)
  const { ownerUrl, stop } = await openDatabase(config, secrets, log)
  const pools = openPools({
    app: addressAs(ownerUrl, 'balcao_app', secrets.databaseAppPassword),
    platform: addressAs(ownerUrl, 'balcao_platform', secrets.databasePlatformPassword),
    size: 2,
    onError: (err) => log.error({ err }, 'a database connection broke'),
  })
  const isOnline = () => false
  const hooks: HookHandler[] = []
  const workplace = createWorkplace({
    pools,
    clock: machineClock,
    signals: createSignals(),
    livePost: { deliver: () => undefined }, // no page is connected to this process
    hooks,
  })
  const parts = {
    tokenKey: secrets.tokenSigningKey,
    dataKeys: secrets.dataKeys,
    isOnline,
    workplace,
    cells: noCells,
  }
  for (const feature of [authFeature(parts), supportFeature(parts)]) hooks.push(...(feature.hooks ?? []))
  return {
    workplace,
    async close() {
      await pools.close()
      await stop()
    },
  }
}

async function openDatabase(
  { databaseUrl, dataFolder }: Config,
  secrets: Secrets,
  log: Log,
): Promise<{ ownerUrl: string; stop(): Promise<void> }> {
  if (databaseUrl !== undefined) return { ownerUrl: databaseUrl, stop: async () => undefined }
  const running = runningAt(locateCluster(dataFolder))
  if (running !== undefined) {
    const password = encodeURIComponent(secrets.databaseOwnerPassword)
    const ownerUrl = `postgres://${OWNER}:${password}@127.0.0.1:${running.port}/balcao`
    return { ownerUrl, stop: async () => undefined }
  }
  const postgres = await startEmbeddedPostgres({
    folder: dataFolder,
    ownerPassword: secrets.databaseOwnerPassword,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  })
  await migrate(postgres.ownerUrl, secrets, postgres.hasNewSecrets).catch(async (error: unknown) => {
    await postgres.stop()
    throw error
  })
  return { ownerUrl: postgres.ownerUrl, stop: () => postgres.stop() }
}
