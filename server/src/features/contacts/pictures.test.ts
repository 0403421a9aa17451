import type { ContactId } from '@balcao/domain/ids'
import type { ChatAddress } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp, type TestCompany } from '../../testing/test-app'
import { contactsFeature } from './contacts.feature'
import { lockContactsByIds } from './contacts.queries'
import { mergeContacts } from './merge-contacts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const phones = ['5511911110001', '5511911110002', '5511911110003']

/** Three people who have written, in order of `phones`. */
async function fixture() {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  for (const from of phones) await company.hears({ over: connectionId, from, name: 'Cliente' })
  const contacts = () =>
    testApp
      .table('contacts')
      .find<{ id: ContactId; picture_key: string | null; updated_at: Date }>({ company_id: company.id }, [
        'id',
        'picture_key',
        'updated_at',
      ])
  return { company, contacts, ids: (await contacts()).map(({ id }) => id) }
}

const system = ({ id }: TestCompany) => ({ kind: 'system', name: 'test', companyId: id }) as const
const keyOf = ({ id }: TestCompany, phone = '') => `${id}/${phone.padStart(32, '0')}.jpg`
const phoneOf = (chat: ChatAddress | undefined) => (chat?.kind === 'person' ? chat.phone : null)

/** Runs the job. WhatsApp has a picture of the phones in `pictured`; that of `broken` cannot be stored. */
async function fetchPictures(
  company: TestCompany,
  contactIds: readonly ContactId[],
  { pictured, broken = [] }: { pictured: readonly string[]; broken?: readonly string[] },
) {
  const asked: (readonly ChatAddress[])[] = []
  const feature = contactsFeature({
    links: { toFile: (key) => key },
    directory: {
      lookUp: async () => 'unreachable',
      subjectOf: async () => null,
      picturesOf: async (_, chats) => {
        asked.push(chats)
        return chats.map((chat) =>
          pictured.includes(phoneOf(chat) ?? '') ? `https://pictures.example/${phoneOf(chat)}` : null,
        )
      },
    },
    downloadAndStorePicture: async (_, address) =>
      broken.some((phone) => address.endsWith(phone)) ? null : keyOf(company, address.slice(-13)),
  })
  const job = feature.jobs?.find(({ task }) => task === 'contacts.fetchPictures')
  await job?.carryOut(
    {
      companyId: company.id,
      act: (act) => testApp.app.workplace.withCompany(system(company), act),
      attempt: 1,
      stopping: new AbortController().signal,
    },
    { contactIds },
  )
  return asked
}

test('the pictures of a batch are asked together, and the pages of the company learn the new ones', async () => {
  const { company, contacts, ids } = await fixture()
  const [first, second, third] = await contacts()
  const stranger = (await testApp.company()).admin
  for (const person of [company.admin, stranger]) await person.received()

  const asked = await fetchPictures(company, ids, {
    pictured: [phones[0] ?? '', phones[2] ?? ''],
    broken: [phones[2] ?? ''],
  })

  expect(asked.map((chats) => chats.map(phoneOf))).toEqual([phones])
  expect(await contacts()).toEqual([
    { ...first, picture_key: keyOf(company, phones[0]), updated_at: testApp.now() },
    second,
    third,
  ])
  expect((await company.admin.received()).map(({ payload }) => payload)).toEqual([
    {
      action: 'update',
      contact: expect.objectContaining({
        id: ids[0],
        profilePicUrl: expect.stringMatching('/public/'),
      }),
    },
  ])
  expect(await stranger.received()).toEqual([])
})

test('a contact that was merged into another one meanwhile gets no picture', async () => {
  const { company, contacts, ids } = await fixture()
  await testApp.app.workplace.withCompany(system(company), async (work) => {
    const [kept, other] = await work.db.rows(lockContactsByIds, { contactIds: ids.slice(0, 2) })
    if (kept && other) await mergeContacts(work, kept, other)
  })

  await fetchPictures(company, ids, { pictured: [phones[2] ?? ''] })

  expect(await contacts()).toMatchObject([
    { id: ids[0], picture_key: null },
    { id: ids[2], picture_key: keyOf(company, phones[2]) },
  ])
})
