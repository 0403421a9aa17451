import { updateSetting } from '@balcao/contract/people'
import type { ConnectionId, QueueId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import type { SettingKey } from '@balcao/domain/settings'
import type { InboundContent } from '@balcao/whatsapp/gateway'
import type { Person, TestApp, TestCompany } from '../../../testing/test-app'

/** A company whose connection offers two queues: sales with a small menu, support with a greeting. */
export interface BotCounter {
  readonly company: TestCompany
  readonly over: ConnectionId
  readonly sales: QueueId
  readonly support: QueueId
  /** Serves both queues. */
  ana: Person
  /** Another connection, with this one queue. */
  connectionOf(queueId: QueueId): Promise<ConnectionId>
  customer(name?: string): Customer
  /** Columns of the connection, `max_use_bot_queues: 2`. */
  set(columns: Readonly<Record<string, unknown>>): Promise<void>
  setQueue(queueId: QueueId, columns: Readonly<Record<string, unknown>>): Promise<void>
  setting(key: SettingKey, value: string): Promise<void>
}

export interface Customer {
  readonly phone: string
  /** Sends a message as the customer and returns its ticket. */
  says(text: string, more?: { id?: string; over?: ConnectionId; content?: InboundContent }): Promise<TicketId>
  /** The server's messages to them since the last call, without cancelled ones. */
  reads(): Promise<string[]>
  ticket(): Promise<CustomerTicket>
  tickets(): Promise<CustomerTicket[]>
}

export interface CustomerTicket {
  readonly id: TicketId
  readonly status: string
  readonly queue_id: QueueId | null
  readonly chatbot: boolean
  readonly unread: number
  readonly use_integration: boolean
  readonly integration_id: number | null
  readonly prompt_id: number | null
}

let customers = 0

export async function aBotCounter(testApp: TestApp): Promise<BotCounter> {
  const company = await testApp.company()
  const sales = await company.queue('Vendas')
  const support = await company.queue('Suporte')
  const over = await company.connection('Loja', [sales, support])
  const ana = await company.person('Ana', { queueIds: [sales, support] })
  const update = (table: string, id: number, columns: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(columns)
    const set = names.map((name, at) => `${name} = $${at + 3}`).join(', ')
    return testApp.rows(`update ${table} set ${set} where company_id = $1 and id = $2`, [
      company.id,
      id,
      ...Object.values(columns),
    ])
  }
  const set: BotCounter['set'] = async (columns) => {
    await update('connections', over, columns)
  }
  const setQueue: BotCounter['setQueue'] = async (queueId, columns) => {
    await update('queues', queueId, columns)
  }
  await set({ greeting_message: 'Olá, {{firstName}}!' })
  await setQueue(sales, { greeting_message: 'Vendas, às ordens!' })
  await setQueue(support, { greeting_message: 'Suporte: já vamos.' })
  await furnishMenu(testApp, company, sales)

  return {
    company,
    over,
    sales,
    support,
    ana,
    set,
    setQueue,
    connectionOf: (queueId) => company.connection(`Só ${queueId}`, [queueId]),
    customer: (name = 'Carla Souza') => aCustomer(testApp, company, over, name),
    async setting(key, value) {
      await company.admin.does(updateSetting, { params: { key }, body: { value } })
    },
  }
}

/** 1 Segunda via (1 Por e-mail), 2 Horários. */
async function furnishMenu(testApp: TestApp, { id }: TestCompany, queueId: QueueId): Promise<void> {
  const add = async (parentId: number | null, option: number, title: string, message: string) => {
    const [row] = await testApp.rows<{ id: number }>(
      `insert into queue_options (company_id, queue_id, parent_id, option, title, message, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, now(), now()) returning id`,
      [id, queueId, parentId, option, title, message],
    )
    return row?.id ?? null
  }
  const invoices = await add(null, 1, 'Segunda via', 'Qual delas?')
  await add(null, 2, 'Horários', 'Das 8h às 18h.')
  await add(invoices, 1, 'Por e-mail', 'Enviada, {{firstName}}!')
}

function aCustomer(testApp: TestApp, company: TestCompany, over: ConnectionId, name: string): Customer {
  const phone = `55519${String(70_000_000 + ++customers)}`
  const ofCustomer = `from contact_addresses a where a.company_id = $1 and a.kind = 'phone' and a.value = $2`
  let seen = 0
  const tickets = () =>
    testApp.rows<CustomerTicket>(
      `select id, status, queue_id, chatbot, unread, use_integration, integration_id, prompt_id from tickets
       where company_id = $1 and contact_id in (select a.contact_id ${ofCustomer}) order by id`,
      [company.id, phone],
    )
  return {
    phone,
    tickets,
    says: (text, more = {}) => company.hears({ over, from: phone, name, text, ...more }),
    async reads() {
      // Checks that each message has exactly one outbox item and is marked as automatic.
      const rows = await testApp.rows<{
        id: number
        body: string
        orders: number
        is_automatic: boolean
        user_id: number | null
      }>(
        `select m.id, m.body, m.is_automatic, m.user_id,
           (select count(*)::int from outbox o where o.company_id = m.company_id and o.message_id = m.id) as orders
         from messages m
         where m.company_id = $1 and m.from_me and not m.is_deleted and m.id > $3
           and m.contact_id in (select a.contact_id ${ofCustomer})
         order by m.id`,
        [company.id, phone, seen],
      )
      for (const row of rows) {
        if (row.orders !== 1 || !row.is_automatic || row.user_id !== null) {
          throw new Error(`not said by the bot, once: ${JSON.stringify(row)}`)
        }
      }
      seen = rows.at(-1)?.id ?? seen
      return rows.map(({ body }) => body)
    },
    async ticket() {
      const latest = (await tickets()).at(-1)
      if (latest === undefined) throw new Error('no ticket yet')
      return latest
    },
  }
}

export const voiceNote: InboundContent = {
  kind: 'media',
  media: 'audio',
  caption: '',
  mimetype: 'audio/ogg; codecs=opus',
  fileName: null,
  sizeBytes: 1000,
  seconds: 3,
  width: null,
  height: null,
  voice: true,
  waveform: null,
  viewOnce: false,
  reference: '{}' as never, // never fetched here
}

export const whatsappId = (id: string) => id as WhatsappMessageId

export const place: InboundContent = {
  kind: 'location',
  latitude: -23.5,
  longitude: -46.6,
  description: 'Praça da Sé',
  thumbnail: null,
}

export const poll: InboundContent = {
  kind: 'poll',
  question: 'Qual cor?',
  choices: ['Azul', 'Verde'],
  manyAllowed: false,
}
