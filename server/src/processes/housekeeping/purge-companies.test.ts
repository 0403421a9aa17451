import { deleteCompany, revokeDeletion } from '@balcao/contract/companies'
import { daysBeforeDeletion } from '@balcao/domain/companies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFullCompany, fingerprintOf } from '../../testing/full-company'
import { openTown, type Person, type Town } from '../../testing/town'
import { purgeCompanies } from './purge-companies'

let town: Town
let owner: Person
beforeAll(async () => {
  town = await openTown()
  owner = (await town.company({ isSuper: true })).admin
}, 60_000)
afterAll(() => town.close())

/** Tables of companies that still hold a row of this one. */
async function tablesWith(companyId: number): Promise<string[]> {
  const tables = await town.rows<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped order by 1`)
  const held: string[] = []
  for (const { name } of tables) {
    const rows = await town.rows(`select from ${name} where company_id = $1 limit 1`, [companyId])
    if (rows.length > 0) held.push(name)
  }
  return held
}

test('COMPANY-10 after thirty days all of a company is gone, in tables and files, and nothing of another', async () => {
  const gone = await aFullCompany(town)
  const stays = await aFullCompany(town)
  const { id, admin } = gone.company
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const [file, other] = [
    await town.store.put(id, picture, () => 1_000_000),
    await town.store.put(stays.company.id, picture, () => 1_000_000),
  ]
  const before = await fingerprintOf(town, stays.company.id)
  const name = admin.user.company.name
  await owner.does(deleteCompany, { params: { companyId: id }, query: { name } })
  const parts = { workplace: town.house.workplace, store: town.store, log: { info: () => undefined } }

  await purgeCompanies(parts, new Date(town.now().getTime() + (daysBeforeDeletion * 86_400 - 1) * 1000))
  const early = await tablesWith(id)
  town.pass(daysBeforeDeletion * 86_400)
  await purgeCompanies(parts, town.now())
  await purgeCompanies(parts, town.now())

  expect(early.length).toBeGreaterThan(15)
  expect(await tablesWith(id)).toEqual(['audit_entries'])
  expect(await town.rows('select from companies where id = $1', [id])).toEqual([])
  expect(await town.store.open(file.key)).toBeNull()
  expect(await fingerprintOf(town, stays.company.id)).toEqual(before)
  expect(await town.store.open(other.key)).not.toBeNull()
  expect(
    await town.rows(`select subject_id, subject_name from audit_entries where act = 'company.deleted'`),
  ).toEqual([{ subject_id: id, subject_name: name }])
})

test('COMPANY-10 a company whose day has come is not taken back any more', async () => {
  const { id, admin } = await town.company()
  const again = await town.signIn(owner.email)
  const name = admin.user.company.name
  await again.does(deleteCompany, { params: { companyId: id }, query: { name } })
  await town.rows('update companies set delete_at = $2 where id = $1', [id, town.now()])

  const { status, error } = await again.call(revokeDeletion, { params: { companyId: id } })

  expect([status, error]).toEqual([400, 'ERR_COMPANY_TO_BE_DELETED'])
})
