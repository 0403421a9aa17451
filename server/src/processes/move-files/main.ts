import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseClaim } from '../../platform/cluster/database-claim'
import { type Config, loadConfig } from '../../platform/config'
import { claimOutsideDatabase } from '../../platform/database/outside-database'
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/start-embedded-postgres'
import { StartUpProblem } from '../../platform/fatal'
import { createLog } from '../../platform/log'
import { loadSecrets } from '../../platform/secrets'
import { abortOnSignals, printLine, progressReporter, runCommand } from '../command-line'
import { openFilesInBucket, openFilesOnDisk } from '../open-file-store'
import { moveFiles } from './move-files'
import { fileMoveProgressLine, moveFilesUsage, parseMoveFilesCommand } from './move-order'

/** `npm run move-files`: moves the files of the installation between data folder and bucket. */
async function main(): Promise<void> {
  const order = parseMoveFilesCommand(process.argv.slice(2))
  if (order === null) throw new StartUpProblem(moveFilesUsage)
  const config = loadConfig(process.env)
  if (config.s3 === null)
    throw new StartUpProblem(
      'The bucket is missing: set S3_ENDPOINT, S3_BUCKET and the access key, also for --to disk.',
    )
  const stopping = abortOnSignals('Stopped. Repeat the command to move the rest.')
  const claim = await claimInstallation(config)
  void claim.lost.then(() => stopping.abort(new StartUpProblem('The database is lost. Repeat the command.')))
  try {
    const disk = await openFilesOnDisk(config)
    const bucket = await openFilesInBucket(config, config.s3)
    const [from, to] = order.to === 's3' ? [disk, bucket] : [bucket, disk]
    const { files, bytes } = await moveFiles({
      from,
      to,
      keepsSource: order.keepsSource,
      report: progressReporter(fileMoveProgressLine),
      signal: stopping.signal,
    })
    const verb = order.keepsSource ? 'Copied' : 'Moved'
    printLine(`${verb} ${files} files (${bytes} bytes), each compared with its copy.`)
    printLine(
      order.to === 's3'
        ? 'Start Balcão with the same S3_ settings.'
        : 'Start Balcão without the S3_ settings.',
    )
  } finally {
    await claim.end()
  }
}

/** Claims the database, so that no process stores or reads files meanwhile. Refuses when a process is running. */
async function claimInstallation(
  config: Config,
): Promise<Pick<DatabaseClaim, 'lost'> & { end(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    const { lost, release } = await claimOutsideDatabase(config.databaseUrl, 'alone')
    return { lost, end: release }
  }
  if (!existsSync(join(config.dataFolder, 'postgres', 'PG_VERSION')))
    throw new StartUpProblem(
      `There is no Balcão in ${config.dataFolder}. Set DATA_DIR or DATABASE_URL as for npm start.`,
    )
  const log = createLog({ level: 'fatal' })
  const { lost, stop } = await startEmbeddedPostgres({
    folder: config.dataFolder,
    ownerPassword: loadSecrets(config.dataFolder, process.env).databaseOwnerPassword,
    log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
  })
  return { lost, end: stop }
}

runCommand(main)
