import { deleteContact } from '@balcao/contract/contacts'
import type { LiveTicketPayload } from '@balcao/contract/live'
import { updateTicket } from '@balcao/contract/tickets'
import type { CompanyId, TicketId } from '@balcao/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addContact, changeContact } from '../features/contacts/save-contact'
import { acceptTicket } from '../features/tickets/acts/accept-ticket'
import { openTicketFixture, type TicketFixture } from '../features/tickets/testing/ticket-fixture'
import { type DatabasePools, openDatabasePools } from '../platform/database/pools'
import { createWakeUpSignals } from '../platform/signals'
import { createWorkplace, type Workplace } from '../platform/work'
import { openOwnTestApp, type TestApp } from '../testing/test-app'

let testApp: TestApp
let fixture: TicketFixture
let pools: DatabasePools
/** A process that commits its acts and is killed before it delivers their events. */
let dying: Workplace

beforeAll(async () => {
  testApp = await openOwnTestApp() // sockets
  fixture = await openTicketFixture(testApp)
  const { appUrl, platformUrl } = testApp.database
  pools = openDatabasePools({ app: appUrl, platform: platformUrl, size: 1, onError: () => undefined })
  dying = createWorkplace({
    pools,
    clock: { now: () => testApp.now(), after: () => () => undefined },
    signals: createWakeUpSignals(),
    livePost: { deliver: () => undefined },
    hooks: [],
  })
})
afterAll(async () => {
  await pools.close()
  await testApp.close()
})

async function anUndeliveredAccept(): Promise<TicketId> {
  const ticketId = await fixture.pending('sales')
  fixture.ana.shows({ statuses: ['pending', 'open'] })
  await fixture.ana.received()
  await dying.withCompany(fixture.ana.subscriber.viewer, (work) => acceptTicket(work, ticketId))
  return ticketId
}
const left = (companyId: CompanyId) => testApp.table('live_events').find({ company_id: companyId }, ['id'])
const ticketEvents = async () =>
  (await fixture.ana.received()).map(({ payload }) => payload as LiveTicketPayload) // only tickets' events

describe('ARCH 6 the sweep', () => {
  it('delivers the events of a dead process once and in order', async () => {
    const ticketId = await anUndeliveredAccept()
    expect(await ticketEvents()).toEqual([])

    testApp.pass(6)
    await testApp.app.delivery.sweep()

    expect(await ticketEvents()).toMatchObject([
      { action: 'update', ticketId, ticket: { status: 'open', userId: fixture.ana.id } },
      { action: 'updateUnread', ticketId },
    ])
    await testApp.app.delivery.sweep()
    expect(await ticketEvents()).toEqual([])
    expect(await left(fixture.company.id)).toEqual([])
  })

  it('leaves a recent event to the process that has just committed it', async () => {
    await anUndeliveredAccept()

    await testApp.app.delivery.sweep()

    expect(await ticketEvents()).toEqual([])
    expect((await left(fixture.company.id)).length).toBeGreaterThan(0)
    testApp.pass(6)
    await testApp.app.delivery.sweep()
  })

  it('sends nothing to users without access', async () => {
    fixture.bia.shows({ statuses: ['pending', 'open'], notification: true })
    fixture.stranger.shows({ statuses: ['pending', 'open'], notification: true })
    await anUndeliveredAccept()
    await Promise.all([fixture.bia.received(), fixture.stranger.received()])

    testApp.pass(6)
    await testApp.app.delivery.sweep()

    expect([await fixture.bia.received(), await fixture.stranger.received()]).toEqual([[], []])
  })

  it('does not show the later state of a ticket to a user who has lost access since', async () => {
    const ticketId = await anUndeliveredAccept()
    const body = { queueId: fixture.support, userId: null }
    await fixture.ana.call(updateTicket, { params: { ticketId }, body })
    await fixture.ana.received()

    testApp.pass(6)
    await testApp.app.delivery.sweep()

    const events = await ticketEvents()
    expect(events).toContainEqual(expect.objectContaining({ action: 'delete', ticketId, reason: 'access' }))
    expect(events.filter(({ action }) => action === 'update')).toEqual([])
  })

  it('reads a changed contact again, and skips a deleted one', async () => {
    const { admin } = fixture.company
    const person = { kind: 'person', phone: '5511977776666', lid: null } as const
    const contact = { name: 'Bruna Souza', email: '', extraInfo: [], person }
    const added = await dying.withCompany(admin.subscriber.viewer, (work) => addContact(work, contact))
    await admin.received()

    testApp.pass(6)
    await testApp.app.delivery.sweep()
    expect(await admin.received()).toMatchObject([
      { payload: { action: 'create', contact: { id: added.id, name: 'Bruna Souza' } } },
    ])

    await dying.withCompany(admin.subscriber.viewer, (work) =>
      changeContact(work, added.id, { ...contact, name: 'Bruna' }),
    )
    await admin.call(deleteContact, { params: { contactId: added.id } })
    await admin.received()
    testApp.pass(6)
    await testApp.app.delivery.sweep()
    expect(await admin.received()).toEqual([])
  })

  it('finds nothing after a normal delivery', async () => {
    await fixture.pending('sales')
    await testApp.app.delivery.settled()

    expect(await left(fixture.company.id)).toEqual([])
  })
})
