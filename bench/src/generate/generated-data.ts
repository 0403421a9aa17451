import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CompanyId } from '@balcao/domain/ids'
import pg from 'pg'
import { startProduct } from '../../../e2e/src/product'
import { dataFolderOf } from '../../../tools/data-folder.mjs'
import { databaseAccount } from '../accounts'
import { ownerUrl } from '../environment'
import { foundCompany } from '../found-company'
import { say } from '../report'
import { fillCompany, finish, prepare } from './fill-company'
import { greatCompany, smallCompanies, smallCompany } from './sizes'

const seed = 42
const here = fileURLToPath(new URL('.', import.meta.url))
const database = fileURLToPath(new URL('../../../server/database/', import.meta.url))

/**
 * A copy of the generated data folder, which is generated first unless this generator and these migrations have already
 * done so. The caller deletes the copy.
 */
export async function copyOfGeneratedData(factor: number, whatsapp: string): Promise<string> {
  const kept = join(dataFolderOf('bench'), `data-${factor}-${fingerprint()}`)
  if (!existsSync(kept)) await generateData(kept, factor, whatsapp)
  const copy = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
  chmodSync(copy, 0o711) // for root: the database runs as another user
  const { status, stderr } = spawnSync('cp', ['-a', '--reflink=auto', `${kept}/.`, copy], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The generated data could not be copied: ${stderr}`)
  return copy
}

/** The first company is the large one; its admin is `admin`. */
async function generateData(kept: string, factor: number, whatsapp: string): Promise<void> {
  const begin = performance.now()
  say(`Generating data of size ${factor} …`)
  removeEarlier(dirname(kept), `data-${factor}-`)
  const unfinished = `${kept}.unfinished`
  mkdirSync(unfinished, { recursive: true, mode: 0o711 })
  const product = await startProduct({ whatsapp, dataFolder: unfinished })
  const client = new pg.Client({ connectionString: ownerUrl(unfinished) })
  let used = 0
  try {
    await client.connect()
    await fill(client, factor)
    used = databaseAccount(unfinished).cpuMs
  } finally {
    await client.end()
    await product.stop()
  }
  renameSync(unfinished, kept)
  const seconds = [performance.now() - begin, used].map((ms) => (ms / 1000).toFixed(1))
  say(`Generated in ${seconds[0]} s; the database used ${seconds[1]} s of processor.`)
}

/** Removes folders of other migrations or another generator, and unfinished ones. */
function removeEarlier(folder: string, start: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder).filter((one) => one.startsWith(start))) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

async function fill(client: pg.Client, factor: number): Promise<void> {
  const companies: CompanyId[] = [1 as CompanyId] // the first company of an empty database; branding is parsing
  for (let at = 1; at <= smallCompanies; at++) {
    companies.push(
      await foundCompany(client, { name: `Empresa ${at}`, email: `admin@empresa${at}.example.com` }),
    )
  }
  // There is no concurrent writer, and a crash starts over: neither foreign keys nor fsync are needed for each row.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set work_mem = '256MB'; set maintenance_work_mem = '2GB'`)
  await client.query(prepare(seed))
  const definitions = await dropIndexes(client)
  for (const [at, companyId] of companies.entries()) {
    await fillCompany(client, companyId, at === 0 ? greatCompany(factor) : smallCompany(factor))
  }
  await client.query(finish)
  for (const definition of definitions) await client.query(definition)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

/**
 * Drops the indexes of the growing tables, except those that enforce uniqueness; returns the statements that create
 * them again. Created at the end they cost a third of their maintenance for each row.
 */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where not indisunique
      and indrelid = any ('{contacts,contact_addresses,tickets,messages,ticket_tags,ticket_events}'::regclass[])`,
  )
  await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  return rows.map(({ definition }) => definition)
}

/** Changes with the tables and with the generator. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of [join(database, 'migrations'), join(database, 'functions'), here]) {
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
