import {
  createHelpVideo,
  deleteHelpVideo,
  listAllHelpVideos,
  listHelpVideos,
  updateHelpVideo,
} from '@balcao/contract/helps'
import type { HelpId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openOwnTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let platform: TestCompany
let shop: TestCompany
let ana: Person
beforeAll(async () => {
  testApp = await openOwnTestApp() // platform
  platform = await testApp.company({ isSuper: true })
  shop = await testApp.company()
  ana = await shop.person('Ana')
})
afterAll(() => testApp.close())
beforeEach(() => testApp.table('helps').delete())

const form = { title: 'Como vincular um número', description: 'Passo a passo', video: 'dQw4w9WgXcQ' }
const add = (change: Partial<typeof form> = {}) =>
  platform.admin.does(createHelpVideo, { body: { ...form, ...change } })
const eventsOf = async (person: Person) =>
  (await person.received()).filter(({ channel }) => channel === `company-${shop.id}-help`)

it('HELP-01 HELP-05 HELP-06 a new video of the platform’s owner reaches all companies live', async () => {
  const added = await add()

  expect(added).toEqual({
    id: expect.any(Number),
    ...form,
    createdAt: testApp.now().toISOString(),
    updatedAt: testApp.now().toISOString(),
  })
  expect(await ana.does(listAllHelpVideos)).toEqual([added])
  expect(await ana.does(listHelpVideos, { query: {} })).toEqual({
    records: [added],
    count: 1,
    hasMore: false,
  })
  expect(await eventsOf(ana)).toMatchObject([{ payload: { action: 'create', record: added } }])
})

it('HELP-06 HELP-07 a change keeps the id, and a URL becomes the id of its video', async () => {
  const { id } = await add()

  const changed = await platform.admin.does(updateHelpVideo, {
    params: { helpId: id },
    body: { title: ' Vincular ', video: 'https://youtu.be/abcdefghijk?si=1' },
  })

  expect(changed).toMatchObject({ id, title: 'Vincular', description: '', video: 'abcdefghijk' })
  expect(await ana.does(listAllHelpVideos)).toEqual([changed])
})

it('HELP-06 a deleted video disappears for all users', async () => {
  const { id } = await add()

  await platform.admin.does(deleteHelpVideo, { params: { helpId: id } })

  expect(await ana.does(listAllHelpVideos)).toEqual([])
  expect((await eventsOf(ana)).at(-1)).toMatchObject({ payload: { action: 'delete', id } })
})

it('HELP-06 PERM-15 an admin of a company may not change videos', async () => {
  const { id } = await add()
  const { admin } = shop

  const refused = [
    await admin.call(createHelpVideo, { body: form }),
    await admin.call(updateHelpVideo, { params: { helpId: id }, body: form }),
    await admin.call(deleteHelpVideo, { params: { helpId: id } }),
  ]

  expect(refused.map(({ status, error }) => [status, error])).toEqual(
    Array(3).fill([403, 'ERR_NO_PERMISSION']),
  )
  expect(await ana.does(listAllHelpVideos)).toHaveLength(1)
})

it('HELP-06 an unknown video is not found', async () => {
  const params = { helpId: 2_000_000_000 as HelpId }

  const refused = [
    await platform.admin.call(updateHelpVideo, { params, body: form }),
    await platform.admin.call(deleteHelpVideo, { params }),
  ]

  expect(refused.map(({ status, error }) => [status, error])).toEqual(
    Array(2).fill([404, 'ERR_NO_HELP_FOUND']),
  )
})

it.each([
  [{ title: ' ' }, 'title', 'Required'],
  [{ video: '' }, 'video', 'Required'],
  [{ video: 'https://vimeo.com/1' }, 'video', 'Invalid video'],
  [{ title: 'x'.repeat(101) }, 'title', 'Too Long!'],
])(
  'HELP-07 ERR-37 %j is refused at the field %s with the text of the form: %s',
  async (change, field, words) => {
    const { status, body } = await platform.admin.call(createHelpVideo, { body: { ...form, ...change } })

    expect([status, body]).toEqual([400, { error: words, data: { field } }])
  },
)

it('HELP-05 the list is searched without accents, sorted by title, and paged', async () => {
  const times = { created_at: testApp.now(), updated_at: testApp.now() }
  await testApp.table('helps').insertMany(
    Array.from({ length: 25 }, (_, n) => ({
      ...{ title: `Lição ${String(n + 1).padStart(2, '0')}`, video: 'dQw4w9WgXcQ', ...times },
    })),
  )

  const second = await ana.does(listHelpVideos, { query: { searchParam: 'licao', pageNumber: '2' } })

  expect(second).toMatchObject({ count: 25, hasMore: false })
  expect(second.records.map(({ title }) => title)).toEqual([21, 22, 23, 24, 25].map((n) => `Lição ${n}`))
})
