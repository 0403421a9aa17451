import type { MessageTemplateView } from '@balcao/contract/message-templates'
import { refreshMessageTemplates } from '@balcao/contract/message-templates'
import { setUpOfficialNumber } from '@balcao/contract/official-numbers'
import type { ConnectionId, ContactId } from '@balcao/domain/ids'
import type { GraphCustomer } from '@balcao/whatsapp-simulator/graph/customer'
import { startWhatsapp } from './simulated-whatsapp'
import { openOwnTestApp, type Person, runningClock, type TestApp, type TestCompany } from './test-app'
import { until } from './until'

/** A company with a number of the official API, over the real driver and Meta's simulated API. */
export interface OfficialShop {
  readonly testApp: TestApp
  readonly company: TestCompany
  readonly admin: Person
  readonly connectionId: ConnectionId
  /** Adds a template at Meta, approved unless said otherwise, and fetches it. */
  template(
    name: string,
    components: readonly object[],
    more?: { language?: string; status?: 'PENDING' },
  ): Promise<MessageTemplateView & { pause(): Promise<void>; vanish(): Promise<void> }>
  /** A customer who wrote, so that the window is open. */
  customer(name: string): Promise<ShopCustomer>
  close(): Promise<void>
}

export interface ShopCustomer {
  readonly contactId: ContactId
  readonly number: string
  /** What came to the phone, in order. */
  seen(): ReturnType<GraphCustomer['seen']>
  /** The reply window closed a minute ago, here and at Meta. */
  closeWindow(): Promise<void>
}

export async function openOfficialShop(): Promise<OfficialShop> {
  const whatsapp = await startWhatsapp()
  const { gateway, officialApi, templatesApi, simulator } = whatsapp
  const { graph } = simulator
  const testApp = await openOwnTestApp({ gateway, officialApi, templatesApi, clock: runningClock })
  await testApp.app.startRoles()
  const port = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const app = graph.addApp()
  const { id: accountId } = graph.addAccount()
  const number = graph.addNumber({ accountId, displayNumber: '551133334444', verifiedName: 'Loja da Ana' })
  const token = graph.issueToken({ appId: app.id, accountIds: [accountId] })
  const company = await testApp.company()
  const { admin } = company
  const connectionId = await company.connection('Oficial', [], 'cloud')
  const { verifyToken } = await admin.does(setUpOfficialNumber, {
    params: { connectionId },
    body: { accountId, token, appSecret: app.secret, phoneNumberId: number.id },
  })
  await graph.setCallback(app.id, `http://127.0.0.1:${port}/webhooks/whatsapp`, verifyToken)
  const one = async <Row>(sql: string, values: readonly unknown[]) =>
    (await testApp.rows<Row>(sql, values))[0]
  await until('connected', async () => {
    const row = await one<{ status: string }>('select status from connections where id = $1', [connectionId])
    return row?.status === 'CONNECTED'
  })
  let customers = 0

  const refresh = async () =>
    (await admin.does(refreshMessageTemplates, { body: { connectionId } })).templates
  return {
    ...{ testApp, company, admin, connectionId },
    async template(name, components, { language = 'pt_BR', status } = {}) {
      const added = graph.addTemplate({
        ...{ accountId, name, language, components: components.map((part) => ({ ...part })) },
        ...{ category: 'UTILITY', ...(status !== undefined && { status }) },
      })
      const stored = (await refresh()).find((template) => template.name === name)
      if (stored === undefined) throw new Error(`Meta did not tell the template ${name}`)
      return {
        ...stored,
        async pause() {
          graph.template(added.id).pause()
          await until('paused', async () => {
            const rows = await testApp.rows(
              `select from message_templates where id = $1 and status = 'PAUSED'`,
              [stored.id],
            )
            return rows.length === 1
          })
        },
        async vanish() {
          delete (graph.world.templates as Record<string, unknown>)[added.id] // Meta deletes it
          await refresh()
        },
      }
    },
    async customer(name) {
      const phone = `55119${String(70_000_000 + ++customers)}`
      const person = graph.addCustomer({ name, phone })
      person.write(number.id, 'Oi')
      const contactOf = () =>
        one<{ id: ContactId }>(
          `select c.id from contacts c join reply_windows r on r.contact_id = c.id where c.number = $1`,
          [phone],
        )
      await until('the customer wrote', async () => (await contactOf()) !== undefined)
      const contactId = (await contactOf())?.id as ContactId // the wait ends when there is one
      return {
        ...{ contactId, number: phone },
        seen: () => person.seen(number.id).filter(({ from }) => from === 'business'),
        async closeWindow() {
          person.closeWindow(number.id)
          await testApp.rows(
            `update reply_windows set closes_at = now() - interval '1 minute' where contact_id = $1`,
            [contactId],
          )
        },
      }
    },
    async close() {
      await testApp.close()
      await whatsapp.closeTidily()
    },
  }
}
