import { createCampaign, getCampaign, saveCampaignSettings, startCampaign } from '@balcao/contract/campaigns'
import { createContactList } from '@balcao/contract/contact-lists'
import type {
  CampaignId,
  ConnectionId,
  ContactListId,
  MessageId,
  TicketId,
  WhatsappMessageId,
} from '@balcao/domain/ids'
import { createLog } from '../../../platform/log'
import { sendDueCampaignMessages, startDueCampaigns } from '../../../processes/campaigns/run-campaigns'
import type { Person, TestApp, TestCompany } from '../../../testing/test-app'

/** A campaign message in the outbox. */
export interface SentMessage {
  readonly id: MessageId
  readonly ticket_id: TicketId
  readonly body: string
  readonly whatsapp_id: WhatsappMessageId
  readonly number: string
  readonly file: string | null
  readonly priority: number
  readonly created_at: Date
  readonly connection_id: ConnectionId
}

/** A company that runs campaigns, with connected numbers, contact lists, and a fake of WhatsApp. */
export interface CampaignDesk {
  readonly testApp: TestApp
  readonly company: TestCompany
  readonly admin: Person
  /** The default connection. */
  readonly shop: ConnectionId
  connected(name: string): Promise<ConnectionId>
  /** Digits that no other contact of this test has. */
  newNumber(): string
  /** A list of people, whose numbers are valid unless stated otherwise. */
  list(people: number | readonly ListedPerson[]): Promise<ContactListId>
  campaign(fields: CampaignFields): Promise<CampaignId>
  /** Created and started. */
  running(fields: CampaignFields): Promise<CampaignId>
  pace(messageInterval: number, longerIntervalAfter: number, greaterInterval: number): Promise<void>
  /** Runs the scheduler once, as the server does every second. */
  look(): Promise<void>
  /** Sent and waiting messages, oldest first. */
  sent(over?: ConnectionId): Promise<readonly SentMessage[]>
  /** WhatsApp acknowledges these: 1 sent, 2 delivered, 3 read. */
  ticks(messages: readonly SentMessage[], ack?: 1 | 2 | 3): Promise<void>
  refuses(message: SentMessage, code: number): Promise<void>
  /** Runs the scheduler and acknowledges what it sent until nothing is sent any more; the clock advances. */
  runOut(options?: { everySeconds?: number; mostLooks?: number }): Promise<void>
  states(id: CampaignId): Promise<readonly { number: string; state: string; reason: string | null }[]>
  status(id: CampaignId): Promise<string>
}

export interface ListedPerson {
  readonly name?: string
  readonly number?: string
  readonly email?: string
  /** True when omitted; null: the number is still unchecked. */
  readonly isValid?: boolean | null
}

export interface CampaignFields {
  readonly name?: string
  readonly list?: ContactListId
  readonly over?: ConnectionId
  readonly [field: string]: unknown
}

let numbers = 0

export async function aCampaignDesk(testApp: TestApp): Promise<CampaignDesk> {
  const company = await testApp.company()
  const { admin } = company
  const log = createLog({ level: 'silent' })
  const parts = { workplace: testApp.app.workplace, store: testApp.store, log }

  async function connected(name: string): Promise<ConnectionId> {
    const id = await company.connection(name)
    await testApp.rows("update connections set status = 'CONNECTED' where company_id = $1 and id = $2", [
      company.id,
      id,
    ])
    return id
  }

  const newNumber = () => `55519${70_000_000 + ++numbers}`
  const shop = await connected('Loja')
  await testApp.rows('update connections set is_default = (id = $2) where company_id = $1', [
    company.id,
    shop,
  ])

  const desk: CampaignDesk = {
    testApp,
    company,
    admin,
    shop,
    connected,
    newNumber,
    async list(people) {
      const { id } = await admin.does(createContactList, { body: { name: 'Clientes' } })
      const listed = typeof people === 'number' ? Array.from({ length: people }, () => ({})) : people
      await testApp.rows(
        `insert into contact_list_items (company_id, contact_list_id, name, number, phone, email, is_whatsapp_valid,
           checked_at, is_check_due, created_at, updated_at)
         select $1, $2, w.name, w.number, w.number, w.email, coalesce(w.is_valid, false),
           case when w.is_valid is null then null else $7::timestamptz end, w.is_valid is null, $7, $7
         from unnest($3::text[], $4::text[], $5::text[], $6::boolean[]) as w (name, number, email, is_valid)`,
        [
          company.id,
          id,
          listed.map((one: ListedPerson, nth) => one.name ?? `Cliente ${nth + 1}`),
          listed.map((one: ListedPerson) => one.number ?? newNumber()),
          listed.map((one: ListedPerson) => one.email ?? ''),
          listed.map((one: ListedPerson) => (one.isValid === undefined ? true : one.isValid)),
          testApp.now(),
        ],
      )
      return id
    },
    async campaign({ list, over, ...fields }) {
      const contactListId = list ?? (await desk.list(3))
      const whatsappId = over ?? null
      const body = { name: 'Oferta', message1: 'Oi, {nome}!', contactListId, whatsappId, ...fields }
      return (await admin.does(createCampaign, { body })).id
    },
    async running(fields) {
      const campaignId = await desk.campaign(fields)
      await admin.does(startCampaign, { params: { campaignId } })
      return campaignId
    },
    async pace(messageInterval, longerIntervalAfter, greaterInterval) {
      const settings = { messageInterval, longerIntervalAfter, greaterInterval }
      await admin.does(saveCampaignSettings, { body: { settings } })
    },
    async look() {
      await startDueCampaigns(parts)
      await sendDueCampaignMessages(parts)
    },
    sent: (over) =>
      testApp.rows<SentMessage>(
        `select m.id, m.ticket_id, m.body, m.whatsapp_id, c.number, m.media ->> 'fileName' as file, o.priority,
           m.created_at, o.connection_id
         from outbox o
         join messages m on m.company_id = o.company_id and m.id = o.message_id
         join contacts c on c.company_id = m.company_id and c.id = m.contact_id
         where o.company_id = $1 and o.kind = 'message' and o.priority > 0
           and ($2::int is null or o.connection_id = $2)
         order by m.id`,
        [company.id, over ?? null],
      ),
    async ticks(messages, ack = 1) {
      for (const { number, whatsapp_id, connection_id } of messages) {
        const chat = { kind: 'person', phone: number, lid: null } as const
        const inbound = { kind: 'ack', chat, ids: [whatsapp_id], ack, refusedWith: null } as const
        await company.tells(connection_id, inbound)
      }
    },
    async refuses({ number, whatsapp_id, connection_id }, code) {
      const chat = { kind: 'person', phone: number, lid: null } as const
      const inbound = { kind: 'ack', chat, ids: [whatsapp_id], ack: 1, refusedWith: code } as const
      await company.tells(connection_id, inbound)
    },
    async runOut({ everySeconds = 1, mostLooks = 400 } = {}) {
      let known = 0
      let quiet = 0
      for (let looks = 0; looks < mostLooks && quiet < 25; looks++) {
        await desk.look()
        const all = await desk.sent()
        await desk.ticks(all.slice(known))
        quiet = all.length === known ? quiet + 1 : 0
        known = all.length
        testApp.pass(everySeconds)
      }
    },
    states: (id) =>
      testApp.rows(
        'select number, state, reason from campaign_shipping where company_id = $1 and campaign_id = $2 order by id',
        [company.id, id],
      ),
    async status(campaignId) {
      return (await admin.does(getCampaign, { params: { campaignId } })).status
    },
  }
  return desk
}
