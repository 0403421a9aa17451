import { createCompany } from '@balcao/contract/companies'
import { createUser, updateUser } from '@balcao/contract/people'
import { signUp } from '@balcao/contract/signup'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureFirstCompany } from '../../features/auth/first-company'
import { assignCellNumber, idsPerCell } from '../../platform/cells/cell'
import { openPostgresCellDirectory } from '../../platform/cells/postgres-directory'
import { tableRows } from '../../platform/testing/table-rows'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../platform/testing/test-database'
import { createFurtherDatabase } from '../../testing/further-database'
import { goodPassword, openOwnTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { reconcileEmailsWithCellDirectory } from './reconcile-emails'
import { setNewestCompanyId, takeCompanyId, withoutDirectoryTable } from './testing/directory-database'

/** Two cells of one installation: each has its own database, and both reach the directory. */
let directory: TestDatabase
let directoryClient: pg.Client
const cells = new Map<number, TestApp>()
const companies = new Map<number, TestCompany>()
/** Users whose sessions end when the tests sign in; those of the admins stay. */
const emails = new Map<number, string>()

beforeAll(async () => {
  directory = await createEmptyDatabase()
  directoryClient = new pg.Client({ connectionString: directory.ownerUrl })
  await directoryClient.connect()
  for (const number of [0, 4]) {
    const testApp = await openOwnTestApp({ cells: await openDirectory(number) })
    await assignCellNumber(testApp.database.ownerUrl, number)
    cells.set(number, testApp)
    const company = await testApp.company({ isSuper: true })
    companies.set(number, company)
    emails.set(number, (await company.person('Bia')).email)
    await reconcileCell(number)
  }
})
afterAll(async () => {
  for (const testApp of cells.values()) await testApp.close()
  for (const opened of openedDirectories) await opened.close()
  await directoryClient.end()
  await directory.drop()
})

const openedDirectories: Awaited<ReturnType<typeof openPostgresCellDirectory>>[] = []
async function openDirectory(cell: number) {
  const opened = await openPostgresCellDirectory(directory.ownerUrl, {
    cell,
    tokenKey: 'the same in all cells',
    onError: () => undefined,
  })
  openedDirectories.push(opened)
  return opened
}

const directoryEmails = () => tableRows(directoryClient, 'balcao_emails')
const appOf = (cell: number) => given(cells.get(cell))
const companyOf = (cell: number) => given(companies.get(cell))
const emailOf = (cell: number) => given(emails.get(cell))
function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there are cells 0 and 4')
  return value
}

const log = { warn: () => undefined }
function reconcileCell(cell: number) {
  const found = openedDirectories.find((opened) => opened.cell === cell)
  return reconcileEmailsWithCellDirectory({ workplace: appOf(cell).app.workplace, cells: given(found), log })
}

async function signInAt(cell: number, email: string, password = goodPassword) {
  const answer = await appOf(cell).app.http.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email, password },
  })
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
  return { status: answer.statusCode, error: answer.json().error, cookies }
}

const newUser = (email: string) => ({
  body: {
    name: 'Ana',
    email,
    password: goodPassword,
    profile: 'user' as const,
    queueIds: [],
    whatsappId: null,
    allTicket: 'disable' as const,
  },
})

it('companies and users of a cell have ids of its range', () => {
  expect(companyOf(0).id).toBeLessThan(idsPerCell)
  expect(Math.floor(companyOf(4).id / idsPerCell)).toBe(4)
  expect(Math.floor(companyOf(4).admin.id / idsPerCell)).toBe(4)
})

it('an account of another cell is refused with the cell for the router, and signs in there', async () => {
  const email = emailOf(4)

  const refused = await signInAt(0, email)
  const signedIn = await signInAt(4, email)

  expect(refused).toMatchObject({ status: 421, error: 'ERR_OTHER_CELL', cookies: { balcao_cell: '4' } })
  expect(refused.cookies.jrt).toBeUndefined()
  expect(signedIn.status).toBe(200)
  expect(signedIn.cookies.balcao_company).toBe(String(companyOf(4).id))
})

it('an unknown e-mail gets the answers of a known one with a wrong password', async () => {
  const answersTo = async (email: string) => [
    (await signInAt(0, email, 'wrong')).status,
    (await signInAt(4, email, 'wrong')).status,
  ]
  const unknown = await Promise.all(
    Array.from({ length: 12 }, (_, at) => answersTo(`unknown-${at}@example.com`)),
  )

  expect(await answersTo(emailOf(0))).toEqual([401, 421])
  expect(await answersTo(emailOf(4))).toEqual([421, 401])
  expect(new Set(unknown.map(String))).toEqual(new Set(['401,421', '421,401']))
})

it('USER-06 an e-mail of another cell is taken, for a new user, a changed one, a company and a sign-up', async () => {
  const taken = emailOf(4)
  const { admin } = companyOf(0)
  const company = { name: 'Outra', email: taken, planId: await aPlan(0), dueDate: '2030-01-31' }

  expect((await admin.call(createUser, newUser(taken))).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  const change = { params: { userId: admin.id }, body: { email: taken } }
  expect((await admin.call(updateUser, change)).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  expect((await admin.call(createCompany, { body: company })).error).toBe('ERR_EMAIL_ALREADY_EXISTS')
  expect(await signUpAt(0, taken)).toBe('ERR_SIGNUP_TAKEN')
  await expect(
    ensureFirstCompany(
      (await openEmptyApp()).app.workplace,
      { email: taken, password: null },
      given(openedDirectories[0]),
    ),
  ).rejects.toMatchObject({ code: 'ERR_EMAIL_ALREADY_EXISTS' })
})

it('a new account signs in from every cell at once', async () => {
  await companyOf(4).admin.does(createUser, newUser('nova@example.com'))

  expect((await signInAt(0, 'nova@example.com')).cookies.balcao_cell).toBe('4')
})

it('an act that fails leaves its e-mail free', async () => {
  const failing = { ...newUser('livre@example.com').body, queueIds: [2_000_000_000] }
  await companyOf(4).admin.call(createUser, { body: failing as never })

  await companyOf(0).admin.does(createUser, newUser('livre@example.com'))

  expect((await signInAt(4, 'livre@example.com')).cookies.balcao_cell).toBe('0')
})

it('the daily reconciliation enters accounts from before, and frees e-mails without an account', async () => {
  await companyOf(4).admin.does(createUser, newUser('antes@example.com'))
  await companyOf(4).admin.does(createUser, newUser('depois@example.com'))
  await appOf(4).table('users').delete({ email: 'depois@example.com' })
  await directoryEmails().delete({ cell: 0 })
  await directoryEmails().update({}, { seen_at: new Date(Date.now() - 2 * 3_600_000) })

  await reconcileCell(0)
  await reconcileCell(4)

  expect((await signInAt(4, emailOf(0))).cookies.balcao_cell).toBe('0')
  expect((await signInAt(0, 'antes@example.com')).cookies.balcao_cell).toBe('4')
  await companyOf(0).admin.does(createUser, newUser('depois@example.com'))
})

it('the directory keeps no e-mail', async () => {
  const rows = await directoryEmails().find()
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toContain('example.com')
})

it('without the directory accounts of this cell sign in, and others are not refused as unknown', async () => {
  const [own, other] = await withoutDirectoryTable(directoryClient, async () => [
    await signInAt(0, emailOf(0)),
    await signInAt(0, emailOf(4)),
  ])

  expect(own?.status).toBe(200)
  expect(other).toMatchObject({ status: 503, error: 'ERR_DATABASE_UNAVAILABLE' })
})

it('a cell starts without the directory, and uses it once it is there', async () => {
  const away = new URL(directory.ownerUrl)
  away.pathname = 'not_there_yet'
  const problems: unknown[] = []
  const opened = await openPostgresCellDirectory(away.href, {
    cell: 7,
    tokenKey: 'the same in all cells',
    onError: (error) => problems.push(error),
  })
  expect(problems).toHaveLength(1)
  await expect(opened.cellOf('ana@example.com')).rejects.toMatchObject({ code: 'ERR_DATABASE_UNAVAILABLE' })

  const dropDatabase = await createFurtherDatabase(directoryClient, 'not_there_yet')
  expect(await opened.cellOf('ana@example.com')).toBe(7)

  await opened.close()
  await dropDatabase()
})

it('a database stays the cell that it became, and one with companies is the first', async () => {
  await expect(assignCellNumber(appOf(4).database.ownerUrl, 5)).rejects.toThrow(/is cell 4/)
  const before = await openOwnTestApp()
  await before.company()
  await expect(assignCellNumber(before.database.ownerUrl, 1)).rejects.toThrow(/set CELL=0/)
  await assignCellNumber(before.database.ownerUrl, 0)
  await before.close()
})

it('a full range refuses a company', async () => {
  const database = await createTestDatabase()
  await assignCellNumber(database.ownerUrl, 2)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await setNewestCompanyId(owner, 3 * idsPerCell - 1)
  await expect(takeCompanyId(owner)).rejects.toThrow(/maximum value/)
  await owner.end()
  await database.drop()
})

const emptyApps: TestApp[] = []
afterAll(() => Promise.all(emptyApps.map((each) => each.close())))
async function openEmptyApp(): Promise<TestApp> {
  const testApp = await openOwnTestApp()
  emptyApps.push(testApp)
  return testApp
}

async function aPlan(cell: number): Promise<number & never> {
  const [plan] = await appOf(cell).table('plans').find<{ id: number & never }>({}, ['id'])
  return given(plan).id
}

async function signUpAt(cell: number, email: string): Promise<string> {
  await appOf(cell).table('plans').update({}, { is_public: true })
  const planId = await aPlan(cell)
  const answer = await appOf(cell).app.http.inject({
    method: signUp.method,
    url: signUp.path,
    payload: { name: 'Nova', email, phone: '51999990000', password: goodPassword, planId },
  })
  return answer.json().error
}

it('an account of a company that has moved here is sent here by the others', async () => {
  const directoryOf = (cell: number) => given(openedDirectories.find((opened) => opened.cell === cell))
  const moved = 'moved@example.com'
  await directoryOf(0).claiming(moved, async () => undefined)

  await directoryOf(4).takeOver([moved])

  expect(await directoryOf(0).cellOf(moved)).toBe(4)
  expect((await signInAt(0, moved)).cookies.balcao_cell).toBe('4')
})
