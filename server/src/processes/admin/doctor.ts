import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isBackupOverdue } from '@balcao/domain/backups'
import pg from 'pg'
import { backupState } from '../../features/backups/backups.queries'
import type { Mailer } from '../../outside/mail/port'
import type { Config } from '../../platform/config'
import { currentRelease, readMigrationNames } from '../../platform/database/migrate'
import { type Params, parameterValuesOf, type Statement } from '../../platform/database/statement'
import { systemOrDatabaseErrorCode } from '../../platform/fatal'
import { productVersion } from '../../platform/version'
import { oldestWaitingItems } from '../metrics/backlog.queries'
import { formatBytes } from '../move-in/progress-line'
import {
  appliedMigrations,
  connectionCountsByStatus,
  databaseSummary,
  deadLetterCount,
  jobSummary,
  livingProcessCountsByVersion,
} from './doctor.queries'

export interface DoctorFinding {
  readonly about: string
  readonly verdict: 'ok' | 'look' | 'mend'
  readonly text: string
  /** What the operator should do. Null: nothing. */
  readonly advice: string | null
}

export interface CheckedInstallation {
  readonly config: Config
  /** The database's address with the owner's credentials, or the text that says why no database can be reached. */
  readonly database: { readonly ownerUrl: string } | string
  /** True: this command started the embedded database itself, so the product is not running. */
  readonly isStopped: boolean
  readonly mailer: Mailer | null
  readonly fetch: typeof globalThis.fetch
  readonly now: () => Date
}

const gigabyte = 1_000_000_000
const patienceMs = 5_000
/** WhatsApp refuses signed requests if the sender's clock differs from the real time by more than this. */
const clockToleranceMs = 30_000
const waitingTooLongMs = 60_000

const whatsapp = 'https://web.whatsapp.com/'

export async function checkInstallation(checked: CheckedInstallation): Promise<readonly DoctorFinding[]> {
  return [
    ok('versions', `Balcão ${productVersion}, Node.js ${process.version}`),
    await diskSpace(checked.config.dataFolder),
    await secretsFile(checked.config.dataFolder),
    ...(await databaseFindings(checked)),
    ...(await outgoing(checked)),
  ]
}

async function diskSpace(folder: string): Promise<DoctorFinding> {
  const space = await statfs(folder).catch(() => null)
  if (space === null) return mend('disk', `there is no folder ${folder}`, 'Set DATA_DIR as for npm start.')
  const { bavail, blocks, bsize } = space
  const [free, all] = [bavail * bsize, blocks * bsize]
  const text = `${formatBytes(free)} free of ${formatBytes(all)} at ${folder}`
  if (free < gigabyte)
    return mend('disk', text, 'Free space now: messages and files can no longer be stored.')
  if (free < all / 10) return look('disk', text, 'Less than a tenth is free: plan for a larger disk.')
  return ok('disk', text)
}

async function secretsFile(folder: string): Promise<DoctorFinding> {
  const path = join(folder, 'secrets.json')
  const found = await stat(path).catch(() => null)
  if (found === null) return ok('secrets', 'come from the environment')
  if ((found.mode & 0o077) === 0 || process.platform === 'win32') return ok('secrets', path)
  return mend('secrets', `others on this machine may read ${path}`, `Run: chmod 600 ${path}`)
}

interface Asked extends Pick<CheckedInstallation, 'config' | 'isStopped' | 'now'> {
  rows<P extends Params, Row>(asked: Statement<P, Row>, params: P): Promise<readonly Row[]>
  one<P extends Params, Row>(asked: Statement<P, Row>, params: P): Promise<Row>
}

const databaseChecks: readonly (readonly [about: string, check: (asked: Asked) => Promise<DoctorFinding>])[] =
  [
    ['database', databaseItself],
    ['clock of the database', clockOfDatabase],
    ['migrations', migrations],
    ['processes', processes],
    ['numbers', async ({ rows }) => numbers(await rows(connectionCountsByStatus, {}))],
    ['jobs', jobs],
    ['messages', messages],
    ['backups', backups],
  ]

async function databaseFindings(checked: CheckedInstallation): Promise<readonly DoctorFinding[]> {
  const { database } = checked
  if (typeof database === 'string') return [mend('database', database, 'Start it, or correct DATABASE_URL.')]
  const client = new pg.Client({
    connectionString: database.ownerUrl,
    application_name: 'balcao doctor',
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs * 2,
  })
  try {
    await client.connect()
  } catch (error) {
    return [mend('database', reasonOf(error), 'Start it, or correct DATABASE_URL.')]
  }
  const rows: Asked['rows'] = async (asked, params) =>
    (await client.query(asked.text, [...parameterValuesOf(asked, params)])).rows
  const one: Asked['one'] = async (asked, params) => {
    const [row] = await rows(asked, params)
    if (row === undefined) throw new Error(`${asked.name} has no row`)
    return row
  }
  try {
    const findings: DoctorFinding[] = []
    for (const [about, check] of databaseChecks)
      findings.push(
        await check({ ...checked, rows, one }).catch((error: unknown) =>
          look(
            about,
            `could not be read: ${reasonOf(error)}`,
            'Start the product once, so that it migrates.',
          ),
        ),
      )
    return findings
  } finally {
    await client.end()
  }
}

async function databaseItself({ one, config }: Asked): Promise<DoctorFinding> {
  const { version, bytes } = await one(databaseSummary, {})
  const kind = config.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL'
  return ok('database', `PostgreSQL ${version} (${kind}), ${formatBytes(bytes)}`)
}

async function clockOfDatabase({ one, now }: Asked): Promise<DoctorFinding> {
  return clockFinding('clock of the database', (await one(databaseSummary, {})).at, now())
}

async function migrations({ rows }: Asked): Promise<DoctorFinding> {
  const done = new Set((await rows(appliedMigrations, {})).map(({ name }) => name))
  const own = await readMigrationNames(currentRelease)
  const due = own.filter((name) => !done.has(name))
  const newer = [...done].filter((name) => !own.includes(name) && name > (own.at(-1) ?? ''))
  if (newer.length > 0)
    return look(
      'migrations',
      `a newer version has made ${newer.join(', ')}`,
      'Install that version here too, or end the update of the other processes.',
    )
  if (due.length === 0) return ok('migrations', `all ${own.length} are made`)
  return look(
    'migrations',
    `${due.length} wait: ${due.join(', ')}`,
    'The next start makes them. Back up first.',
  )
}

async function processes({ rows, isStopped }: Asked): Promise<DoctorFinding> {
  const living = await rows(livingProcessCountsByVersion, {})
  const text = living.map(({ count, version }) => `${count} of ${version ?? 'an old version'}`).join(', ')
  if (living.length === 0 || isStopped)
    return look('processes', 'none runs', 'Start the product: npm start, or the service.')
  if (living.length > 1) return look('processes', text, 'End the update: all should have one version.')
  return ok('processes', `${text} run${living[0]?.count === 1 ? 's' : ''}`)
}

async function jobs({ one, now, isStopped }: Asked): Promise<DoctorFinding> {
  const { due_since: since, due, failed } = await one(jobSummary, { now: now() })
  if (isLate(since, now()) && !isStopped)
    return mend(
      'jobs',
      `${due} are due, the oldest since ${since?.toISOString()}`,
      'No process with the role worker keeps up: look at its log, or start more.',
    )
  if (failed > 0)
    return look(
      'jobs',
      `${failed} have failed for good`,
      'The log names each; most belong to deleted records.',
    )
  return ok('jobs', due === 0 ? 'none waits' : `${due} are due`)
}

async function messages({ one, now, isStopped }: Asked): Promise<DoctorFinding> {
  const { outbox_since: out, inbound_since: inbound } = await one(oldestWaitingItems, { now: now() })
  if (!isStopped && (isLate(out, now()) || isLate(inbound, now())))
    return mend(
      'messages',
      `the oldest waits since ${[out, inbound].flatMap((each) => each?.toISOString() ?? []).sort()[0]}`,
      'Look at the log of the process with the role sessions, and at the numbers above.',
    )
  const { count } = await one(deadLetterCount, {})
  if (count === 0) return ok('messages', 'none waits')
  return look(
    'messages',
    `${count} could not be stored`,
    'An admin of the company repeats them under Connections.',
  )
}

async function backups({ one, now }: Asked): Promise<DoctorFinding> {
  const row = await one(backupState, {})
  const { content_at: lastAt, installed_at: installedAt, failure, restorable_at: checkedAt } = row
  const checked = checkedAt === null ? '' : `, one was restored for a check at ${checkedAt.toISOString()}`
  const text =
    lastAt === null ? 'none was made' : `the last has everything until ${lastAt.toISOString()}${checked}`
  if (failure !== null)
    return mend('backups', `${text}; the last attempt failed: ${failure}`, 'See docs/backup.md.')
  if (row.check_failure !== null)
    return mend('backups', `${text}; the last check failed: ${row.check_failure}`, 'See docs/backup.md.')
  if (row.check_skipped !== null)
    return look('backups', `${text}; the last check was skipped: ${row.check_skipped}`, 'See docs/backup.md.')
  if (isBackupOverdue({ lastAt, installedAt, now: now() }))
    return look('backups', text, 'Set BACKUP_DIR and BACKUP_PASSPHRASE, or run npm run backup.')
  return ok('backups', text)
}

function numbers(rows: readonly { status: string; cause: string | null; count: number }[]): DoctorFinding {
  const sum = (wanted: (row: { status: string; cause: string | null }) => boolean) =>
    rows.filter(wanted).reduce((total, { count }) => total + count, 0)
  const connected = sum(({ status }) => status === 'CONNECTED')
  const paused = sum(({ cause }) => cause === 'stopped')
  const down = rows.filter(({ status, cause }) => status !== 'CONNECTED' && cause !== 'stopped')
  const text = [`${connected} connected`, ...(paused > 0 ? [`${paused} paused`] : [])].join(', ')
  if (down.length === 0) return ok('numbers', text)
  const why = down.map(({ count, status, cause }) => `${count} ${cause ?? status}`).join(', ')
  return look('numbers', `${text}, not connected: ${why}`, 'The page Connections says what each needs.')
}

async function outgoing(checked: CheckedInstallation): Promise<readonly DoctorFinding[]> {
  const { config, mailer, fetch } = checked
  return [
    ...(config.whatsappSimulator === undefined ? await whatsappAndClock(checked) : []),
    await officialApi(config.graph.url, fetch),
    mailer === null
      ? ok('mail', 'is not set up')
      : await mailer.check().then(
          () => ok('mail', 'the server lets us in'),
          (error: unknown) =>
            mend('mail', reasonOf(error), 'Correct SMTP_URL; its user and password are in it.'),
        ),
  ]
}

/** Checks whether WhatsApp can be reached, and compares the machine's clock with the time in WhatsApp's answer. */
async function whatsappAndClock({ fetch, now }: CheckedInstallation): Promise<readonly DoctorFinding[]> {
  try {
    const { headers } = await fetch(whatsapp, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) })
    const remoteTime = new Date(headers.get('date') ?? '')
    return [
      ok('WhatsApp', `${whatsapp} answers`),
      ...(Number.isNaN(remoteTime.getTime()) ? [] : [clockFinding('clock', remoteTime, now())]),
    ]
  } catch (error) {
    return [unreachable('WhatsApp', whatsapp, error)]
  }
}

async function officialApi(url: string, fetch: typeof globalThis.fetch): Promise<DoctorFinding> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(patienceMs) })
    return ok('official API', `${url} answers`)
  } catch (error) {
    return { ...unreachable('official API', url, error), verdict: 'look' }
  }
}

function unreachable(about: string, url: string, error: unknown): DoctorFinding {
  return mend(
    about,
    `${url} does not answer: ${reasonOf(error)}`,
    'Let this machine reach port 443, and resolve names.',
  )
}

function clockFinding(about: string, remoteTime: Date, at: Date): DoctorFinding {
  const off = Math.round((at.getTime() - remoteTime.getTime()) / 1000)
  if (Math.abs(off) * 1000 <= clockToleranceMs) return ok(about, 'is right')
  const text = `this machine is ${Math.abs(off)} s ${off > 0 ? 'ahead' : 'behind'}`
  return mend(about, text, 'Set it, and let it follow a time server (NTP).')
}

function isLate(since: Date | null, at: Date): boolean {
  return since !== null && at.getTime() - since.getTime() > waitingTooLongMs
}

/** Returns the message of the innermost cause, because `fetch failed` alone does not name the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return systemOrDatabaseErrorCode(cause) ?? (cause instanceof Error ? cause.message : String(cause))
}

function ok(about: string, text: string): DoctorFinding {
  return { about, verdict: 'ok', text, advice: null }
}

function look(about: string, text: string, advice: string): DoctorFinding {
  return { about, verdict: 'look', text, advice }
}

function mend(about: string, text: string, advice: string): DoctorFinding {
  return { about, verdict: 'mend', text, advice }
}

export function formatFindings(findings: readonly DoctorFinding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, verdict, text, advice }) => [
    `${verdict.padEnd(5)} ${about.padEnd(width)}  ${text}`,
    ...(advice === null ? [] : [`${' '.repeat(6 + width)}  → ${advice}`]),
  ])
  return lines.join('\n')
}
