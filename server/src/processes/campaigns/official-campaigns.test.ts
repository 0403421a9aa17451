import { createCampaign, getCampaign, saveCampaignSettings, startCampaign } from '@balcao/contract/campaigns'
import {
  createContactList,
  createContactListItem,
  fillContactListFromTag,
} from '@balcao/contract/contact-lists'
import { refreshMessageTemplates } from '@balcao/contract/message-templates'
import { setUpOfficialNumber } from '@balcao/contract/official-numbers'
import { createTag } from '@balcao/contract/tags'
import { listTickets } from '@balcao/contract/tickets'
import type { CampaignId, ContactListId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, type Person, runningClock, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because a machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let address: string
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  const { gateway, officialApi, templatesApi } = whatsapp
  testApp = await openOwnTestApp({ gateway, officialApi, templatesApi, clock: runningClock })
  await testApp.app.startRoles()
  const port = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${port}/webhooks/whatsapp`
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

/** A company whose only connection is a connected official number, with an approved template. */
async function officialShop(components: object[]) {
  const { graph } = whatsapp.simulator
  const app = graph.addApp()
  const account = graph.addAccount()
  const number = graph.addNumber({ accountId: account.id, displayNumber: '551133334444' })
  const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
  const company = await testApp.company()
  const { admin } = company
  const connectionId = await company.connection('Oficial', [], 'cloud')
  const { verifyToken } = await admin.does(setUpOfficialNumber, {
    params: { connectionId },
    body: { accountId: account.id, token, appSecret: app.secret, phoneNumberId: number.id },
  })
  await graph.setCallback(app.id, address, verifyToken)
  const made = graph.addTemplate({
    accountId: account.id,
    name: 'promocao',
    language: 'pt_BR',
    category: 'MARKETING',
    components: components as never,
  })
  const { templates } = await admin.does(refreshMessageTemplates, { body: { connectionId } })
  const template = templates.find(({ name }) => name === made.name)
  if (template === undefined) throw new Error('the template was not told')
  const settings = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0 } as const
  await admin.does(saveCampaignSettings, { body: { settings } })
  await until('connected', async () => {
    const { status } = await testApp.table('connections').get({ id: connectionId }, ['status'])
    return status === 'CONNECTED'
  })
  return { company, admin, number, connectionId, templateId: template.id }
}

const greeting = [{ type: 'BODY', text: 'Olá, {{1}}! Sofás com 20%.', example: { body_text: [['Ana']] } }]
const values = { header: {}, body: { 1: '{{firstName}}' }, buttons: {} }

async function listOf(admin: Person, people: readonly { name: string; number: string }[]) {
  const { id } = await admin.does(createContactList, { body: { name: 'Clientes' } })
  for (const person of people) {
    await admin.does(createContactListItem, { body: { ...person, email: '', contactListId: id } })
  }
  return id
}

async function run(
  { admin, templateId }: Awaited<ReturnType<typeof officialShop>>,
  contactListId: ContactListId,
  more: object = {},
): Promise<CampaignId> {
  const body = { name: 'Oferta', contactListId, template: { templateId, values }, ...more }
  const { id: campaignId } = await admin.does(createCampaign, { body })
  await admin.does(startCampaign, { params: { campaignId } })
  return campaignId
}

async function finished(admin: Person, campaignId: CampaignId): Promise<void> {
  await until('the campaign has ended', async () => {
    const { status } = await admin.does(getCampaign, { params: { campaignId } })
    return status === 'FINALIZADA'
  })
}

const states = (id: CampaignId) =>
  testApp.table('campaign_shipping').find({ campaign_id: id }, ['name', 'state', 'reason'])

test('a company with an official number alone: phones show the template, and failures have a reason', async () => {
  const shop = await officialShop(greeting)
  const { graph } = whatsapp.simulator
  const ana = graph.addCustomer({ name: 'Ana Flores', phone: '5511988887777' })
  graph.addCustomer({ name: 'Bia', phone: '5511977776666' }).isReachable = false
  graph.addCustomer({ name: 'Caio', phone: '5511966665555' }).stopMarketing(shop.number.id)
  const list = await listOf(shop.admin, [
    { name: 'Ana Flores', number: '5511988887777' },
    { name: 'Bia Souza', number: '5511977776666' },
    { name: 'Caio Reis', number: '5511966665555' },
  ])

  const id = await run(shop, list)

  await finished(shop.admin, id)
  await until('all statuses came', async () => (await states(id))[0]?.state === 'delivered')
  expect(ana.seen(shop.number.id).map(({ kind, text }) => [kind, text])).toEqual([
    ['template', 'Olá, Ana! Sofás com 20%.'],
  ])
  expect(await states(id)).toEqual([
    { name: 'Ana Flores', state: 'delivered', reason: null },
    { name: 'Bia Souza', state: 'failed', reason: 'ERR_WAPP_MSG_UNREACHABLE' },
    { name: 'Caio Reis', state: 'skipped', reason: 'optedOut' },
  ])
})

test('a limit of messages to one person fails this contact, and the campaign goes on', async () => {
  const shop = await officialShop(greeting)
  const { graph } = whatsapp.simulator
  const people = ['Ana', 'Bia'].map((name, at) => ({ name, number: `551198888777${at}` }))
  for (const { name, number: phone } of people) graph.addCustomer({ name, phone })
  const list = await listOf(shop.admin, people)
  graph.inflict({ kind: 'failLater', code: 131056 })

  const id = await run(shop, list)

  await finished(shop.admin, id)
  await until('all statuses came', async () => (await states(id))[1]?.state === 'delivered')
  expect(await states(id)).toEqual([
    { name: 'Ana', state: 'failed', reason: 'ERR_WAPP_MSG_TOO_MANY_TO_PERSON' },
    { name: 'Bia', state: 'delivered', reason: null },
  ])
})

test('the tap on the template’s button confirms, and the message follows within the reply window', async () => {
  const button = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero ver' }] }
  const shop = await officialShop([...greeting, button])
  const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana Flores', phone: '5511988887777' })
  const list = await listOf(shop.admin, [{ name: 'Ana Flores', number: '5511988887777' }])

  const id = await run(shop, list, { confirmation: true, message1: 'Aqui está, {nome}!' })
  await until('the question is answered to', async () => (await states(id))[0]?.state === 'asked')
  const [question] = ana.seen(shop.number.id)
  ana.tap(shop.number.id, question?.wamid ?? '', 'Quero ver')

  await finished(shop.admin, id)
  const texts = ana.seen(shop.number.id).flatMap(({ from, text }) => (from === 'business' ? text : []))
  expect(texts).toEqual(['Olá, Ana! Sofás com 20%.', 'Aqui está, Ana Flores!'])
})

test('a person without a phone number, listed by a tag, gets the template on the phone', async () => {
  const shop = await officialShop(greeting)
  const { admin, company, number } = shop
  const bia = whatsapp.simulator.graph.addCustomer({ name: 'Bia', phone: '5511977776666', username: 'bia' })
  bia.hidesPhone = true
  bia.write(number.id, 'Oi')
  let ticketId = 0
  await until('her ticket is open', async () => {
    const { tickets } = await admin.does(listTickets, { query: { status: 'pending' } })
    ticketId = tickets[0]?.id ?? 0
    return ticketId !== 0
  })
  const tag = await admin.does(createTag, { body: { name: 'VIP', color: '#2E9E6B', kanban: 0 } })
  await testApp.table('ticket_tags').insert({ company_id: company.id, ticket_id: ticketId, tag_id: tag.id })
  const { id: contactListId } = await admin.does(createContactList, { body: { name: 'VIP' } })
  const filled = await admin.does(fillContactListFromTag, {
    params: { contactListId },
    body: { tagId: tag.id },
  })
  expect(filled.created).toBe(1)
  const [item] = await testApp.table('contact_list_items').find({}, ['number'])
  expect(item?.number).toBe(bia.userId(number.id))

  const id = await run(shop, contactListId)

  await until('it is on her phone', () => bia.seen(number.id).some(({ kind }) => kind === 'template'))
  await finished(admin, id)
  expect(bia.seen(number.id).find(({ kind }) => kind === 'template')?.text).toBe('Olá, Bia! Sofás com 20%.')
  expect(await testApp.table('contacts').count()).toBe(1)
})
