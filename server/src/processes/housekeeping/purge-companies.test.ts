import { deleteCompany, revokeCompanyDeletion } from '@balcao/contract/companies'
import { companyDeletionDelayDays } from '@balcao/domain/companies'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFullCompany, fingerprintOf } from '../../testing/full-company'
import { tableNames } from '../../testing/stored-rows'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { purgeDeletedCompanies } from './purge-companies'

let testApp: TestApp
let owner: Person
beforeAll(async () => {
  testApp = await openOwnTestApp() // sweeps
  owner = (await testApp.company({ isSuper: true })).admin
}, 60_000)
afterAll(() => testApp.close())

/** The tables that still have a row of this company. */
async function tablesWith(companyId: number): Promise<string[]> {
  const held: string[] = []
  for (const name of await tableNames(testApp, ['company_id']))
    if ((await testApp.table(name).count({ company_id: companyId })) > 0) held.push(name)
  return held
}

test('COMPANY-10 after thirty days all rows and files of a company are deleted, and no others', async () => {
  const deletedCompany = await aFullCompany(testApp)
  const stays = await aFullCompany(testApp)
  const { id, admin } = deletedCompany.company
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const [file, other] = [
    await testApp.store.put(id, picture, () => 1_000_000),
    await testApp.store.put(stays.company.id, picture, () => 1_000_000),
  ]
  const before = await fingerprintOf(testApp, stays.company.id)
  const name = admin.user.company.name
  await owner.does(deleteCompany, { params: { companyId: id }, query: { name } })
  const parts = { workplace: testApp.app.workplace, store: testApp.store, log: { info: () => undefined } }

  await purgeDeletedCompanies(
    parts,
    new Date(testApp.now().getTime() + (companyDeletionDelayDays * 86_400 - 1) * 1000),
  )
  const early = await tablesWith(id)
  testApp.pass(companyDeletionDelayDays * 86_400)
  await purgeDeletedCompanies(parts, testApp.now())
  await purgeDeletedCompanies(parts, testApp.now())

  expect(early.length).toBeGreaterThan(15)
  expect(await tablesWith(id)).toEqual(['audit_entries'])
  expect(await testApp.table('companies').count({ id })).toBe(0)
  expect(await testApp.store.open(file.key)).toBeNull()
  expect(await fingerprintOf(testApp, stays.company.id)).toEqual(before)
  expect(await testApp.store.open(other.key)).not.toBeNull()
  expect(
    await testApp.table('audit_entries').find({ act: 'company.deleted' }, ['subject_id', 'subject_name']),
  ).toEqual([{ subject_id: id, subject_name: name }])
})

test('COMPANY-10 a deletion that is due cannot be revoked', async () => {
  const { id, admin } = await testApp.company()
  const again = await testApp.signIn(owner.email)
  const name = admin.user.company.name
  await again.does(deleteCompany, { params: { companyId: id }, query: { name } })
  await testApp.table('companies').update({ id }, { delete_at: testApp.now() })

  const { status, error } = await again.call(revokeCompanyDeletion, { params: { companyId: id } })

  expect([status, error]).toEqual([400, 'ERR_COMPANY_TO_BE_DELETED'])
})
