import { type ConnectionLiveState, type ConnectionView, getConnection } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId } from '@balcao/domain/ids'
import type { SteppedClock } from '@balcao/whatsapp/testing/stepped-clock'
import type { SimulatedContact } from '@balcao/whatsapp-simulator/contact'
import type { SimulatedPhone } from '@balcao/whatsapp-simulator/phone'
import type { SimulatedWhatsapp } from './simulated-whatsapp'
import type { TestApp, TestCompany } from './test-app'
import { until } from './until'

/** A company with one connection, linked to the simulated WhatsApp through the real driver and the whole app. */
export interface FaultFixture {
  readonly company: TestCompany
  readonly connectionId: ConnectionId
  readonly phone: SimulatedPhone
  readonly contact: SimulatedContact
  /** The connection as the API returns it now. */
  seen(): Promise<ConnectionView>
  /** Waits for an event of the connection on an admin's page that matches; skips back-offs. */
  untilReceived(
    name: string,
    matches: (session: ConnectionLiveState) => boolean,
  ): Promise<ConnectionLiveState>
  /** Scans the shown code. */
  link(): Promise<void>
  /** The customer writes, and the admin accepts. */
  openTicket(): Promise<TicketId>
}

let numbers = 0

/** The roles of the test app are running already. */
export async function openFaultFixture(
  testApp: TestApp,
  { simulator }: SimulatedWhatsapp,
  clock: SteppedClock,
): Promise<FaultFixture> {
  numbers += 1
  const phone = simulator.createPhone({ phone: `555199999${1000 + numbers}`, name: `Loja ${numbers}` })
  const contact = simulator.createContact({ phone: `551191111${1000 + numbers}`, name: 'Carla' })
  const company = await testApp.company()
  await company.admin.received()
  const connectionId = await company.connection('Loja')
  const call = { params: { connectionId } }
  const seen = () => company.admin.does(getConnection, call)
  let nextAttemptAt: string | null = null

  const untilReceived: FaultFixture['untilReceived'] = async (name, matches) => {
    let found: ConnectionLiveState | undefined
    await until(name, async () => {
      for (const session of await sessionsReceived()) {
        nextAttemptAt = session.nextAttemptAt
        if (matches(session)) found ??= session
      }
      // Advances the clock to the next attempt, and no further.
      const wait = nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt) - clock.now()
      if (found === undefined && wait > 0) clock.advance(wait)
      return found !== undefined
    })
    if (found === undefined) throw new Error(`not received: ${name}`)
    return found
  }

  async function sessionsReceived(): Promise<readonly ConnectionLiveState[]> {
    return (await company.admin.received()).flatMap(({ channel: name, payload }) =>
      name === liveChannel.connectionSession(company.id)
        ? [(payload as { session: ConnectionLiveState }).session] // as `connections.events` builds it
        : [],
    )
  }

  const fixture: FaultFixture = {
    company,
    connectionId,
    phone,
    contact,
    seen,
    untilReceived,
    async link() {
      const { qrcode } = await untilReceived('a code', (session) => session.qrcode !== '')
      await phone.scanQr(qrcode)
      await untilReceived('CONNECTED', ({ status }) => status === 'CONNECTED')
    },
    async openTicket() {
      await contact.sendText(phone.phone, 'Oi')
      const tickets = () =>
        testApp.rows<{ id: TicketId }>('select id from tickets where company_id = $1', [company.id])
      await until('a ticket', async () => (await tickets()).length === 1)
      const ticketId = (await tickets())[0]?.id as TicketId // the line before has found it
      await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
      return ticketId
    },
  }
  return fixture
}
