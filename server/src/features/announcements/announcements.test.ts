import * as calls from '@balcao/contract/announcements'
import type { AnnouncementId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { jpeg, pdf, png } from '../../platform/files/sample-files.fixture'
import { postForm } from '../../testing/post-form'
import { openOwnTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let platform: TestCompany
let shop: TestCompany
let ana: Person
let owner: Person
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  platform = await testApp.company({ isSuper: true })
  shop = await testApp.company()
  ana = await shop.person('Ana')
  owner = platform.admin
})
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.table('announcements').delete()
  await ana.received()
  await owner.received()
})

const form = { title: 'Manutenção', text: 'Hoje às 22h ficamos fora por dez minutos.' }
type Form = typeof form & { priority?: 1 | 2 | 3; status?: boolean }
const announces = (change: Partial<Form> = {}) =>
  owner.does(calls.createAnnouncement, { body: { ...form, ...change } })
const of = ({ id }: { id: AnnouncementId }) => ({ params: { announcementId: id } })
const changes = (record: { id: AnnouncementId }, body: Partial<Form>) =>
  owner.does(calls.updateAnnouncement, { ...of(record), body })
const shownTo = async (person: Person) =>
  (await person.does(calls.listAnnouncements)).records.map(({ title }) => title)
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel === 'company-announcement')
    .map(({ payload }) => payload)
const mediaOf = ({ id }: { id: AnnouncementId }) => `/announcements/${id}/media-upload`
const statusOf = async (address: string) =>
  (await testApp.app.http.inject({ method: 'GET', url: `/public/${address}` })).statusCode

it('ANNOUNCE-01 ANNOUNCE-03 ANNOUNCE-11 a new one is low and active, and reaches all users', async () => {
  const record = await announces()

  expect(record).toEqual({
    id: expect.any(Number),
    ...form,
    priority: 3,
    status: true,
    mediaPath: null,
    mediaName: null,
    createdAt: testApp.now().toISOString(),
    updatedAt: testApp.now().toISOString(),
  })
  expect((await ana.does(calls.listAnnouncements)).records).toEqual([record])
  expect(await ana.does(calls.getAnnouncement, of(record))).toEqual(record)
  expect(await eventsOf(ana)).toEqual([{ action: 'create', record }])
  expect(await eventsOf(owner)).toEqual([{ action: 'create', record }])
})

it('RT-11 create, update and delete reach every company on one channel without an id', async () => {
  const elsewhere = await testApp.company()
  await elsewhere.admin.received()

  const record = await announces()
  const changed = await changes(record, { text: 'Amanhã às 22h.' })
  await owner.does(calls.deleteAnnouncement, of(record))

  const news = [
    { action: 'create', record },
    { action: 'update', record: changed },
    { action: 'delete', id: record.id },
  ]
  expect(await eventsOf(ana)).toEqual(news)
  expect(await eventsOf(elsewhere.admin)).toEqual(news)
  expect(await eventsOf(owner)).toEqual(news)
})

it('ANNOUNCE-09 ANNOUNCE-02 announcements are sorted by priority, then newest first', async () => {
  await announces({ title: 'baixa' })
  await announces({ title: 'alta, antes', priority: 1 })
  testApp.pass(60)
  await announces({ title: 'alta, depois', priority: 1 })
  await announces({ title: 'média', priority: 2 })

  const inOrder = ['alta, depois', 'alta, antes', 'média', 'baixa']
  expect(await shownTo(ana)).toEqual(inOrder)
  expect((await ana.does(calls.listAnnouncements, {})).records.map(({ title }) => title)).toEqual(inOrder)
})

it('ANNOUNCE-08 an inactive one reaches its manager only, and leaves the lists of other users', async () => {
  const record = await announces({ status: false })
  const unseen = await ana.call(calls.getAnnouncement, of(record))
  const toKeeper = await owner.does(calls.listAnnouncements, {})
  const toAna = await ana.does(calls.listAnnouncements, {})
  const shown = await changes(record, { status: true })
  const hidden = await changes(record, { status: false })

  expect([unseen.status, unseen.error]).toEqual([404, 'ERR_NO_ANNOUNCEMENT_FOUND'])
  expect([toKeeper.records, toAna.records, toAna.count]).toEqual([[record], [], 0])
  expect(await shownTo(ana)).toEqual([])
  expect(await eventsOf(ana)).toEqual([
    { action: 'delete', id: record.id },
    { action: 'update', record: shown },
    { action: 'delete', id: record.id },
  ])
  expect((await eventsOf(owner)).at(-1)).toEqual({ action: 'update', record: hidden })
})

it('ANNOUNCE-10 title and text are searched without accents, in pages of twenty', async () => {
  const times = { created_at: testApp.now(), updated_at: testApp.now() }
  await testApp
    .table('announcements')
    .insertMany(Array.from({ length: 21 }, (_, n) => ({ title: `Versão ${n}`, text: 'Novidades', ...times })))
  await announces({ title: 'Férias', text: 'Fechamos na terça' })

  const first = await ana.does(calls.listAnnouncements, { query: { searchParam: 'versao' } })
  const second = await ana.does(calls.listAnnouncements, {
    query: { searchParam: 'versao', pageNumber: '2' },
  })
  const byText = await ana.does(calls.listAnnouncements, { query: { searchParam: 'TERCA' } })

  expect([first.records.length, first.count, first.hasMore]).toEqual([20, 21, true])
  expect([second.records.length, second.hasMore]).toEqual([1, false])
  expect(byText.records.map(({ title }) => title)).toEqual(['Férias'])
})

it('ANNOUNCE-11 a change leaves omitted fields, and a deletion reaches all users and the audit', async () => {
  const record = await announces({ priority: 2 })
  const changed = await changes(record, { text: 'Amanhã às 22h.' })

  await owner.does(calls.deleteAnnouncement, of(record))

  expect(changed).toMatchObject({ id: record.id, title: form.title, text: 'Amanhã às 22h.', priority: 2 })
  expect(await shownTo(ana)).toEqual([])
  expect((await eventsOf(ana)).at(-1)).toEqual({ action: 'delete', id: record.id })
  expect(
    await testApp
      .table('audit_entries')
      .find({ act: 'announcement.deleted' }, ['company_id', 'subject_name']),
  ).toContainEqual({ company_id: platform.id, subject_name: form.title })
})

it.each([
  [{ title: ' ' }, 'title'],
  [{ title: undefined }, 'title'],
  [{ text: '' }, 'text'],
])('ANNOUNCE-05 %j is refused at the field', async (change, field) => {
  const body = { ...form, ...change } as typeof form // like a client that omits it
  const refused = await owner.call(calls.createAnnouncement, { body })

  expect([refused.status, refused.error]).toEqual([400, 'Obrigatório'])
  expect(refused.body).toMatchObject({ data: { field } })
})

it('ANNOUNCE-02 a priority may be text, and a fourth one is refused', async () => {
  const written = { ...form, priority: '1', status: 'true' } as unknown as Form // as forms send it
  const record = await owner.does(calls.createAnnouncement, { body: written })
  const fourth = { ...form, priority: 4 } as unknown as Form // no form sends this
  const refused = await owner.call(calls.createAnnouncement, { body: fourth })

  expect(record).toMatchObject({ priority: 1, status: true })
  expect(refused.status).toBe(400)
})

it('ANNOUNCE-12 ANNOUNCE-06 a picture is readable by all companies, and a new one replaces it', async () => {
  const record = await announces()

  const first = await postForm(testApp, owner, mediaOf(record), [
    ['typeArch', 'announcements'],
    ['file', await png(), 'cartaz.png'],
  ])
  const second = await postForm(testApp, owner, mediaOf(record), [['file', await jpeg(), 'outro.jpg']])
  const { records } = await ana.does(calls.listAnnouncements)
  const [seen] = records
  const stored = await testApp.table('announcements').get<{ media: { key: string } }>({}, ['media'])

  expect(first.body).toMatchObject({ mediaName: 'cartaz.png', mensagem: 'Arquivo anexado' })
  expect(seen).toMatchObject({ id: record.id, mediaName: 'outro.jpg' })
  expect(stored.media.key).toMatch(/^0\/[0-9a-f]{32}\.jpg$/)
  expect(await statusOf(seen?.mediaPath ?? '')).toBe(200)
  expect(await statusOf(first.body.mediaPath)).toBe(404)
  expect(await eventsOf(ana)).toContainEqual({
    action: 'update',
    record: expect.objectContaining({ mediaName: 'outro.jpg' }),
  })
  expect(second.body.mediaPath).toBe(seen?.mediaPath)
})

it('ANNOUNCE-12 the picture is removed with the announcement, or from it', async () => {
  const [kept, gone] = [await announces(), await announces()]
  const upload = async (record: typeof kept) =>
    (await postForm(testApp, owner, mediaOf(record), [['file', await png(), 'a.png']])).body.mediaPath
  const addresses = [await upload(kept), await upload(gone)]

  const without = await owner.does(calls.removeAnnouncementMedia, of(kept))
  await owner.does(calls.deleteAnnouncement, of(gone))

  expect(without).toMatchObject({ mediaPath: null, mediaName: null, title: form.title })
  expect(await Promise.all(addresses.map(statusOf))).toEqual([404, 404])
})

it('ANNOUNCE-06 a missing file and one that is no picture are refused and leave the old picture', async () => {
  const record = await announces()
  const before = await postForm(testApp, owner, mediaOf(record), [['file', await png(), 'a.png']])

  const document = await postForm(testApp, owner, mediaOf(record), [['file', pdf, 'a.png']])
  const nothing = await postForm(testApp, owner, mediaOf(record), [['typeArch', 'announcements']])

  expect([document.status, document.body.error]).toEqual([400, 'ERR_ANNOUNCEMENT_PICTURE'])
  expect([nothing.status, nothing.body.error]).toEqual([400, 'ERR_UPLOAD_EMPTY'])
  expect(await statusOf(before.body.mediaPath)).toBe(200)
})

it('PERM-12 ANNOUNCE-10 an admin of a company may only read', async () => {
  const record = await announces()
  const { admin } = shop

  const refused = [
    await admin.call(calls.createAnnouncement, { body: form }),
    await admin.call(calls.updateAnnouncement, { ...of(record), body: form }),
    await admin.call(calls.deleteAnnouncement, of(record)),
    await admin.call(calls.removeAnnouncementMedia, of(record)),
  ]
  const upload = await postForm(testApp, admin, mediaOf(record), [['file', await png(), 'a.png']])

  expect([...refused.map(({ status }) => status), upload.status]).toEqual(Array(5).fill(403))
  expect((await admin.does(calls.listAnnouncements)).records).toEqual([record])
})

it('ANNOUNCE-11 ANNOUNCE-12 an unknown announcement is not found', async () => {
  const missing = of({ id: 2_000_000_000 as AnnouncementId }) // no row has this id
  const answers = [
    await owner.call(calls.getAnnouncement, missing),
    await owner.call(calls.updateAnnouncement, { ...missing, body: form }),
    await owner.call(calls.deleteAnnouncement, missing),
    await owner.call(calls.removeAnnouncementMedia, missing),
  ]

  expect(answers.map(({ status, error }) => [status, error])).toEqual(
    Array(4).fill([404, 'ERR_NO_ANNOUNCEMENT_FOUND']),
  )
})
