import { stat } from 'node:fs/promises'
import type { MoveInScanResult } from '@balcao/contract/move-ins'
import { canonicalPhone } from '@balcao/domain/phone-number'
import { companyNamesTaken } from '../../features/companies/move-in.queries'
import { connectionsOfNumbers } from '../../features/connections/move-in.queries'
import { movedCompanies } from '../../features/move-ins/move-ins.queries'
import { plansWithLimits } from '../../features/plans/move-in.queries'
import { takenEmails } from '../../features/users/move-in.queries'
import type { Config } from '../../platform/config'
import type { Params, Statement, StatementArguments } from '../../platform/database/statement'
import { readFreeDiskBytes } from '../../platform/files/free-bytes'
import { productVersion } from '../../platform/version'
import type { Workplace } from '../../platform/work'
import { registerMoveIn } from './known-source'
import type { MediaFolder } from './media-folder'
import type { SourceCompany, SourceProduct } from './product'
import type { SourceDatabase } from './source-database'
import { canReadRows, type MoveInAnswers, type RowReadingSpec } from './step'

export type SourceInspection = MoveInScanResult

export type InspectedCompany = SourceInspection['companies'][number]

/** How many rows a move reads per second, for estimates (measured on two cores, docs/bench.md, rounded down). */
const rowsPerSecond = 500

export interface SourceInspectionParameters {
  readonly name: string
  readonly product: SourceProduct
  readonly source: SourceDatabase
  readonly workplace: Workplace
  readonly media: MediaFolder
}

export interface InstallationDisk {
  readonly folder: string
  /** Whether the data folder holds the database. False: it is on another server. */
  readonly holdsDatabase: boolean
  /** Whether the data folder holds the files. False: they are in a bucket. */
  readonly holdsFiles: boolean
}

export function installationDiskOf(
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3'>,
): InstallationDisk {
  const { dataFolder: folder, databaseUrl, s3 } = config
  return { folder, holdsDatabase: databaseUrl === undefined, holdsFiles: s3 === null }
}

/** Counts the source's rows, and finds problems that a person must decide about. */
export async function inspectSource(
  order: SourceInspectionParameters & { readonly disk: InstallationDisk },
): Promise<SourceInspection> {
  const { product, source, workplace, disk } = order
  const found = await product.companies(source)
  await registerMoveIn(order, found, 'looked')
  const moved = await rowsHere(workplace, movedCompanies, { moveIn: order.name })
  const emailsSeen = new Set<string>()
  const companies: InspectedCompany[] = []
  for (const company of found) {
    const isMoved = moved.some(({ source_id }) => source_id === company.id)
    companies.push(await inspectCompany(order, company, { isMoved, emailsSeen }))
  }
  const total = companies.reduce((sum, { rows }) => sum + Object.values(rows).reduce((a, b) => a + b, 0), 0)
  const [database] = await source.rows<{ bytes: number; version: string }>(
    `select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`,
  )
  const { bytes: databaseBytes, version: postgres } = database ?? { bytes: 0, version: '' }
  const fileBytes = companies.reduce((sum, { files }) => sum + files.bytes, 0)
  const { variant, schema } = await product.version(source)
  return {
    companies,
    plans: [...(await rowsHere(workplace, plansWithLimits))],
    lost: await unsupportedTables(order),
    versions: { source: variant, schema, postgres, balcao: productVersion },
    databaseBytes,
    fileBytes,
    disk: {
      neededBytes: (disk.holdsDatabase ? databaseBytes : 0) + (disk.holdsFiles ? fileBytes : 0),
      freeBytes: await readFreeDiskBytes(disk.folder).catch(() => null), // some file systems do not tell
    },
    seconds: Math.ceil(total / rowsPerSecond),
  }
}

function rowsHere<P extends Params, Row>(
  workplace: Workplace,
  asked: Statement<P, Row>,
  ...params: StatementArguments<P>
): Promise<readonly Row[]> {
  return workplace.withPlatform('look at a source', ({ db }) => db.rows(asked, ...params))
}

async function inspectCompany(
  order: SourceInspectionParameters,
  { id, name, plan, limits }: SourceCompany,
  { isMoved, emailsSeen }: { readonly isMoved: boolean; readonly emailsSeen: Set<string> },
): Promise<InspectedCompany> {
  const { product, source, workplace } = order
  const names = [name.toLowerCase()]
  const rows: Record<string, number> = {}
  for (const { name: step, reading } of product.steps)
    if (canReadRows(source, reading)) rows[step] = await countSourceRows(source, reading, id)
  const { users, connections, queues } = product.limitedSteps
  const losses: InspectedCompany['losses'] = []
  for (const { loss, column, ...reading } of product.losses) {
    const count = source.has(reading.table, column) ? await countSourceRows(source, reading, id) : 0
    if (count > 0) losses.push({ loss, rows: count })
  }
  return {
    id,
    name,
    plan,
    rows,
    files: await sizeOfFiles(order, id),
    nameTaken: !isMoved && (await rowsHere(workplace, companyNamesTaken, { names })).length > 0,
    emailsTaken: isMoved ? [] : await clashes(order, id, emailsSeen),
    numbersTaken: isMoved ? [] : await numbersTaken(order, id),
    repeatedNames: isMoved ? [] : await product.repeatedNames(source, id),
    uses: { users: rows[users] ?? 0, connections: rows[connections] ?? 0, queues: rows[queues] ?? 0 },
    planLimits: limits,
    losses,
  }
}

/** Finds numbers of the source that a connection here already has, with or without the ninth digit. */
async function numbersTaken(
  { product, source, workplace }: SourceInspectionParameters,
  companyId: string,
): Promise<InspectedCompany['numbersTaken']> {
  const moving = await product.numbers(source, companyId)
  const spellings = moving.flatMap(({ number }) => [number, canonicalPhone(number)])
  const found = await rowsHere(workplace, connectionsOfNumbers, { numbers: spellings })
  const taken = new Set(found.map(({ number }) => number))
  return moving.filter(({ number }) => taken.has(number) || taken.has(canonicalPhone(number)))
}

export async function countSourceRows(
  source: SourceDatabase,
  reading: Pick<RowReadingSpec, 'table' | 'joins' | 'where'>,
  companyId: string,
): Promise<number> {
  const { table, joins = '', where = 't."companyId" = $1' } = reading
  const [row] = await source.rows<{ count: number }>(
    `select count(*) as count from "${table}" t ${joins} where ${where}`,
    [companyId],
  )
  return row?.count ?? 0
}

async function clashes(
  { product, source, workplace }: SourceInspectionParameters,
  companyId: string,
  seen: Set<string>,
) {
  const users = (await product.emails(source, companyId)).filter(({ email }) => email !== '')
  const found = await rowsHere(workplace, takenEmails, { emails: users.map(({ email }) => email) })
  const taken = new Set(found.map(({ email }) => email))
  return users.filter(({ email }) => {
    const isTaken = taken.has(email) || seen.has(email)
    seen.add(email)
    return isTaken
  })
}

/** Estimates the size from a sample, because a folder may contain millions of files. */
async function sizeOfFiles(
  { product, source, media }: SourceInspectionParameters,
  companyId: string,
): Promise<InspectedCompany['files']> {
  const { count, some } = await product.files(source, companyId)
  let found = 0
  let bytes = 0
  for (const name of some) {
    const path = await media.find(name, companyId)
    if (path === null) continue
    found += 1
    bytes += (await stat(path)).size
  }
  const looked = some.length
  return { named: count, found, looked, bytes: looked === 0 ? 0 : Math.round((bytes / looked) * count) }
}

export async function unsupportedTables({
  product,
  source,
}: Pick<SourceInspectionParameters, 'product' | 'source'>): Promise<SourceInspection['lost']> {
  const read = new Set([
    ...product.steps.flatMap(({ reading }) => (canReadRows(source, reading) ? reading.table : [])),
    ...product.readBeside,
  ])
  const tables = await source.rows<{ table: string }>(
    `select c.relname as "table" from pg_class c
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`,
  )
  const lost: { table: string; rows: number }[] = []
  for (const { table } of tables.filter((one) => !read.has(one.table))) {
    const [row] = await source.rows<{ count: number }>(`select count(*) as count from "${table}"`)
    if ((row?.count ?? 0) > 0) lost.push({ table, rows: row?.count ?? 0 })
  }
  return lost
}

/** Suggests answers, which the operator then edits. Every company whose name is free moves. */
export function suggestMapping({ companies }: SourceInspection): MoveInAnswers {
  return {
    companies: Object.fromEntries(
      companies.map(({ id, name, plan, nameTaken }) => [
        id,
        { move: !nameTaken, name, ...(plan !== null && { plan }), ...(nameTaken && { taken: true }) },
      ]),
    ),
    emails: Object.fromEntries(
      companies.flatMap(({ emailsTaken }) => emailsTaken.map(({ id }) => [id, null])),
    ),
  }
}
