import type { ConnectionId, QueueId, TicketId } from '@balcao/domain/ids'
import type { Person, TestApp, TestCompany } from '../../../testing/test-app'

/** A company with two queues: Ana and Rui serve sales, Bia serves support, Carla serves no queue but has allTicket. */
export interface TicketFixture {
  readonly company: TestCompany
  readonly sales: QueueId
  readonly support: QueueId
  /** Connections: reception puts their tickets into sales, support, or no queue. */
  readonly numbers: {
    readonly sales: ConnectionId
    readonly support: ConnectionId
    readonly none: ConnectionId
  }
  readonly ana: Person
  readonly rui: Person
  readonly bia: Person
  readonly carla: Person
  /** The admin of another company. */
  readonly stranger: Person
  /** A pending ticket of a new customer, in that queue, or with null in none. */
  pending(queue: 'sales' | 'support' | null, about?: { messages?: number; name?: string }): Promise<TicketId>
  /** An open ticket that this person has accepted. */
  open(owner: Person, queue?: 'sales' | 'support'): Promise<TicketId>
  statusOf(ticketId: TicketId): Promise<string>
  /** A phone number, in digits, of a customer without a contact. */
  newNumber(): string
}

/** Of all fixtures of a worker: a number belongs to one test. */
let customers = 0

export async function openTicketFixture(testApp: TestApp): Promise<TicketFixture> {
  const company = await testApp.company()
  const sales = await company.queue('Vendas')
  const support = await company.queue('Suporte')
  const numbers = {
    sales: await company.connection('Loja', [sales]),
    support: await company.connection('Oficina', [support]),
    none: await company.connection('Central'),
  }
  const ana = await company.person('Ana', { queueIds: [sales] })
  const rui = await company.person('Rui', { queueIds: [sales] })
  const bia = await company.person('Bia', { queueIds: [support] })
  const carla = await company.person('Carla', { allTicket: true })
  const { admin: stranger } = await testApp.company()
  const newNumber = () => `55519${String(80_000_000 + ++customers)}`

  async function pending(queue: 'sales' | 'support' | null, { messages = 1, name = 'Marina' } = {}) {
    const from = newNumber()
    const over = numbers[queue ?? 'none']
    const ticketId = await company.hears({ over, from, name, text: 'Oi, tudo bem?' })
    for (let more = 1; more < messages; more++)
      await company.hears({ over, from, name, text: `Mais ${more}` })
    return ticketId
  }

  return {
    company,
    sales,
    support,
    numbers,
    ana,
    rui,
    bia,
    carla,
    stranger,
    pending,
    newNumber,
    async open(owner, queue = 'sales') {
      const ticketId = await pending(queue)
      const answer = await testApp.app.http.inject({
        method: 'PUT',
        url: `/tickets/${ticketId}`,
        headers: { authorization: `Bearer ${owner.token}` },
        payload: { status: 'open' },
      })
      if (answer.statusCode !== 200) throw new Error(`the ticket was not accepted: ${answer.body}`)
      return ticketId
    },
    async statusOf(ticketId) {
      const [row] = await testApp.rows<{ status: string }>('select status from tickets where id = $1', [
        ticketId,
      ])
      return row?.status ?? 'gone'
    },
  }
}
