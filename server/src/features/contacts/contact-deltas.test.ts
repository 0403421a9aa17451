import { deleteContact, eraseContact, listContacts, mergeContacts } from '@balcao/contract/contacts'
import { updateTicket } from '@balcao/contract/tickets'
import type { ContactId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postForm } from '../../testing/post-form'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'
import { compactContactCounterDeltas } from './contact-deltas.queries'
import { keptAndCounted } from './testing/contact-counts'

let testApp: TestApp
let fixture: TicketFixture
let admin: Person
beforeAll(async () => {
  testApp = await openOwnTestApp() // sums
  fixture = await openTicketFixture(testApp)
  admin = fixture.company.admin
})
afterAll(() => testApp.close())

/** Access tokens live for fifteen minutes: after a jump of the clock the admin signs in again. */
async function aDayPasses(): Promise<void> {
  testApp.pass(24 * 3600)
  admin = await testApp.signIn(fixture.company.admin.email)
}
const imports = async (...people: (readonly [name: string, number: string])[]) => {
  const lines = ['nome;telefone', ...people.map((person) => person.join(';'))]
  const file = new TextEncoder().encode(lines.join('\n'))
  expect((await postForm(testApp, admin, '/contacts/import', [['file', file, 'lista.csv']])).status).toBe(200)
}
const contactOf = async (number: string): Promise<ContactId> => {
  const [contact] = (await admin.does(listContacts, { query: { searchParam: number } })).contacts
  return contact?.id ?? (0 as ContactId)
}
const closes = async (ticketId: TicketId) => {
  for (const status of ['open', 'closed'] as const)
    await admin.does(updateTicket, { params: { ticketId }, body: { status } })
}

it('DASH-13 the counter deltas equal a count after every kind of change and after compaction', async () => {
  const [lia, caio, nina] = ['5551970000001', '5551970000002', '5551970000003'] as const
  const stranger = fixture.newNumber()
  const sales = fixture.numbers.sales
  const taken: TicketId[] = []
  const acts: readonly [what: string, act: () => Promise<unknown>][] = [
    [
      'new customers write',
      async () =>
        taken.push(await fixture.company.hears({ over: sales, from: stranger }), await fixture.pending(null)),
    ],
    ['a list is imported', () => imports(['Lia', lia], ['Caio', caio], ['Nina', nina])],
    [
      'a day later the list is imported again with one more contact',
      async () => {
        await aDayPasses()
        await imports(['Lia', lia], ['Téo', '5551970000004'])
      },
    ],
    [
      'a contact is deleted',
      async () => admin.does(deleteContact, { params: { contactId: await contactOf(lia) } }),
    ],
    [
      'a message restores it',
      async () => taken.push(await fixture.company.hears({ over: sales, from: lia })),
    ],
    [
      'another contact is deleted',
      async () => admin.does(deleteContact, { params: { contactId: await contactOf(caio) } }),
    ],
    ['an import restores it', () => imports(['Caio', caio])],
    [
      'a contact is erased',
      async () => {
        const contactId = await contactOf(nina)
        await admin.does(eraseContact, { params: { contactId }, body: { confirmation: 'Nina' } })
      },
    ],
    [
      'a merge retains the younger contact with the age of the older',
      async () => {
        await imports(['Lia Prado', '5551970000005'])
        const [older, younger] = [await contactOf(stranger), await contactOf('5551970000005')]
        for (const ticketId of taken) await closes(ticketId)
        const pair = { contactId: younger, otherContactId: older }
        expect((await admin.does(mergeContacts, { params: pair })).id).toBe(younger)
      },
    ],
  ]

  for (const [what, act] of acts) {
    await act()
    const { kept, counted } = await keptAndCounted(testApp)
    expect(kept, what).toEqual(counted)
  }
  const before = await keptAndCounted(testApp)

  const actor = { kind: 'system', name: 'test', companyId: fixture.company.id } as const
  const compact = () =>
    testApp.app.workplace.withCompany(actor, ({ db }) => db.run(compactContactCounterDeltas))
  await Promise.all([compact(), compact()])

  expect(await keptAndCounted(testApp)).toEqual(before)
  expect(await testApp.table('contact_counter_deltas').find({ is_compacted: false })).toEqual([])
  const page = await admin.does(listContacts, { query: {} })
  expect(page.count).toBe(page.contacts.length)
})
