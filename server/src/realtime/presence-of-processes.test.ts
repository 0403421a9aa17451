import { type LiveUserPayload, liveChannel } from '@balcao/contract/live'
import { listUsers } from '@balcao/contract/people'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LiveSocket, openSocket } from '../testing/live-socket'
import { manualTimers } from '../testing/manual-timers'
import {
  type AppBeside,
  openOwnTestApp,
  type Person,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../testing/test-app'
import { until } from '../testing/until'

/** The waits for people who may have left, which end by `fire`. */
const graces = manualTimers(runningClock.now)
const clock: typeof runningClock = {
  now: runningClock.now,
  after: (milliseconds, task) =>
    (milliseconds === 5_000 || milliseconds === 7_000 ? graces : runningClock).after(milliseconds, task),
}

type Process = Pick<AppBeside, 'app'> & { readonly port: number }

let testApp: TestApp
let here: Process
let there: Process
let company: TestCompany
let adminThere: Person
let zoe: Person
const opened: LiveSocket[] = []
beforeAll(async () => {
  testApp = await openOwnTestApp({ isShared: true, clock })
  const beside = await testApp.startBeside()
  // A process that is not known yet counts as ended, and its people would be announced twice.
  await until('they know each other', () => testApp.node.others().length === 1)
  here = await listening(testApp)
  there = await listening(beside)
  company = await testApp.company()
  adminThere = await beside.opens(company.admin)
}, 60_000)
beforeEach(async () => {
  zoe = await company.person('Zoe')
  zoe.subscriber.close() // she has only the pages of the test
})
afterEach(() => {
  for (const page of opened.splice(0)) page.close()
})
afterAll(() => testApp.close())

async function listening({ app }: Pick<AppBeside, 'app'>): Promise<Process> {
  return { app, port: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

async function pageOf(person: Person, { app, port }: Process): Promise<LiveSocket> {
  const { companyId } = person.subscriber.viewer
  const page = await openSocket({ app, port, companyId }, { auth: { token: person.token } })
  opened.push(page)
  return page
}

/** A page that records the presences of Zoe that it gets. */
async function watcherIn(process: Process, person = company.admin) {
  const page = await pageOf(person, process)
  const told: boolean[] = []
  page.socket.on(liveChannel.user(person.subscriber.viewer.companyId), (event: LiveUserPayload) => {
    if (event.action === 'update' && event.user.id === zoe.id) told.push(event.user.online)
  })
  const sees = (...presences: boolean[]) =>
    until(`it gets ${presences}`, () => told.join() === presences.join())
  return { ...page, told, sees }
}

/** Whether the lists of users in both processes show Zoe so. */
async function listsSay(isOnline: boolean): Promise<boolean> {
  const lists = await Promise.all([company.admin, adminThere].map((admin) => admin.does(listUsers)))
  return lists.every(({ users }) => users.find(({ id }) => id === zoe.id)?.online === isOnline)
}

test('USER-15 coming and leaving in one process are seen in both, once, by no other company', async () => {
  const stranger = await testApp.company()
  const [near, far] = [await watcherIn(here), await watcherIn(there)]
  const outsider = await watcherIn(here, stranger.admin)

  const page = await pageOf(zoe, there)
  await Promise.all([near.sees(true), far.sees(true)])
  expect(await listsSay(true)).toBe(true)
  page.close()
  await until('both know it', () => listsSay(false))
  expect([near.told, far.told]).toEqual([[true], [true]])
  graces.fire()
  await Promise.all([near.sees(true, false), far.sees(true, false)])

  const again = await pageOf(zoe, here)
  await Promise.all([near.sees(true, false, true), far.sees(true, false, true)])
  again.close()
  expect(outsider.told).toEqual([])
})

test('USER-15 a page that moves to another process within the grace is no absence', async () => {
  const [near, far] = [await watcherIn(here), await watcherIn(there)]
  const first = await pageOf(zoe, here)
  await Promise.all([near.sees(true), far.sees(true)])

  first.close()
  await until('both know it', () => listsSay(false))
  const second = await pageOf(zoe, there)
  await until('both know the new page', () => listsSay(true))
  graces.fire()
  second.close()
  await until('both know it', () => listsSay(false))
  graces.fire()

  // The second presence is for those who loaded the list in between.
  await Promise.all([near.sees(true, true, false), far.sees(true, true, false)])
})

test('USER-15 the absence of people of a killed process is announced once', async () => {
  const third = await testApp.startBeside()
  const [near, far] = [await watcherIn(here), await watcherIn(there)]
  const dying = await listening(third)
  await pageOf(zoe, dying)
  await Promise.all([near.sees(true), far.sees(true)])

  await third.kill()
  await until('the others know it', () => listsSay(false))
  graces.fire()
  await Promise.all([near.sees(true, false), far.sees(true, false)])
  await pageOf(zoe, here)

  await Promise.all([near.sees(true, false, true), far.sees(true, false, true)])
})
