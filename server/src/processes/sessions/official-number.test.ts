import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { createOptOut, listOptOuts } from '@balcao/contract/campaigns'
import { getConnection, listConnections } from '@balcao/contract/connections'
import { eraseContact, updateContact } from '@balcao/contract/contacts'
import {
  deleteMessage,
  editMessage,
  listMessages,
  retryMessage,
  sendMessage,
} from '@balcao/contract/messages'
import {
  checkOfficialNumber,
  getOfficialNumber,
  listBusinessAccountPhoneNumbers,
  setUpOfficialNumber,
} from '@balcao/contract/official-numbers'
import { updateSetting } from '@balcao/contract/people'
import { getTicket, listTickets, updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId, TicketId, WhatsappMessageId } from '@balcao/domain/ids'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { png } from '../../platform/files/sample-files.fixture'
import { like, not } from '../../platform/testing/table-rows'
import { postForm } from '../../testing/post-form'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import {
  openOwnTestApp,
  type Person,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'
import { until } from '../../testing/until'
import { readUnknownWebhookPart } from '../admin/unread-part'

// Generous, because a machine may be busy.
vi.setConfig({ testTimeout: 120_000 })

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
let address: string
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  const { gateway, officialApi } = whatsapp
  testApp = await openOwnTestApp({ gateway, officialApi, clock: runningClock })
  await testApp.app.startRoles()
  const port = await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${port}/webhooks/whatsapp`
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

/** An app with an account and a number at Meta. */
function atMeta(displayNumber = '551133334444') {
  const { graph } = whatsapp.simulator
  const app = graph.addApp()
  const account = graph.addAccount()
  const number = graph.addNumber({ accountId: account.id, displayNumber, verifiedName: 'Loja da Ana' })
  const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
  return { app, account, number, token, secrets: { accountId: account.id, token, appSecret: app.secret } }
}

/** A company with an official number that is set up, whose callback address Meta has verified. */
async function official(meta = atMeta(), company?: TestCompany) {
  const shop = company ?? (await testApp.company())
  const connectionId = await shop.connection(`Oficial ${meta.number.displayNumber}`, [], 'cloud')
  const params = { connectionId }
  const { verifyToken } = await shop.admin.does(setUpOfficialNumber, {
    params,
    body: { ...meta.secrets, phoneNumberId: meta.number.id },
  })
  await whatsapp.simulator.graph.setCallback(meta.app.id, address, verifyToken)
  await until('connected', async () => (await seen(shop.admin, connectionId)).status === 'CONNECTED')
  return { ...meta, company: shop, admin: shop.admin, connectionId, params, verifyToken }
}

const seen = (admin: Person, connectionId: ConnectionId) =>
  admin.does(getConnection, { params: { connectionId } })

async function onlyTicket(admin: Person) {
  return found('a ticket', async () => {
    const { tickets } = await admin.does(listTickets, { query: { status: 'pending' } })
    return tickets[0]
  })
}

async function found<T>(name: string, find: () => Promise<T | undefined> | T | undefined): Promise<T> {
  let value: T | undefined
  await until(name, async () => {
    value = await find()
    return value !== undefined
  })
  return value as T // `until` ends when it is one
}

/** The number of outbox items that are not sent yet. */
const toBeSent = () => testApp.table('outbox').count({ state: ['waiting', 'sending'] })
const messagesOf = async (admin: Person, ticketId: TicketId) =>
  (await admin.does(listMessages, { params: { ticketId } })).messages

describe('setting up', () => {
  test('finds the numbers, stores the secrets encrypted, connects, and is verified by Meta', async () => {
    const meta = atMeta()
    const company = await testApp.company()
    const connectionId = await company.connection('Oficial', [], 'cloud')
    const params = { connectionId }

    const { numbers } = await company.admin.does(listBusinessAccountPhoneNumbers, {
      params,
      body: meta.secrets,
    })
    expect(numbers).toMatchObject([{ id: meta.number.id, isRegistered: true, isTaken: false }])
    const number = await company.admin.does(setUpOfficialNumber, {
      params,
      body: { ...meta.secrets, phoneNumberId: meta.number.id },
    })
    await whatsapp.simulator.graph.setCallback(meta.app.id, address, number.verifyToken)

    await until('connected', async () => (await seen(company.admin, connectionId)).status === 'CONNECTED')
    const after = await company.admin.does(getOfficialNumber, { params })
    expect(after).toMatchObject({ verifiedName: 'Loja da Ana', webhookVerifiedAt: expect.any(String) })
    expect(JSON.stringify(await company.admin.does(listConnections))).not.toContain(meta.token)
    const stored = await testApp.table('connection_keys').find<{ value: Buffer }>({}, ['value'])
    expect(stored.map(({ value }) => value.toString('latin1')).join('')).not.toContain(meta.token)
  })

  test.each([
    ['a wrong token', 'token-wrong', { token: 'EAAwrong' }],
    ['a wrong secret', 'secret-wrong', { appSecret: '0'.repeat(32) }],
    ['another account', 'account-unknown', { accountId: '999999999999999' }],
  ])('refuses %s with its reason', async (_, what, wrong) => {
    const meta = atMeta()
    const company = await testApp.company()
    const connectionId = await company.connection('Oficial', [], 'cloud')

    const answer = await company.admin.call(listBusinessAccountPhoneNumbers, {
      params: { connectionId },
      body: { ...meta.secrets, ...wrong },
    })

    expect(answer).toMatchObject({ error: 'ERR_OFFICIAL_API', body: { data: { what } } })
  })

  test('refuses a token without a permission, and an expired one', async () => {
    const meta = atMeta()
    const { graph } = whatsapp.simulator
    const company = await testApp.company()
    const connectionId = await company.connection('Oficial', [], 'cloud')
    const given = { appId: meta.app.id, accountIds: [meta.account.id] }
    const tokens = [
      ['scope-missing', graph.issueToken({ ...given, scopes: ['whatsapp_business_messaging'] })],
      ['token-expired', graph.issueToken({ ...given, expiresAt: new Date(Date.now() - 60_000) })],
    ] as const
    for (const [what, token] of tokens) {
      const answer = await company.admin.call(listBusinessAccountPhoneNumbers, {
        params: { connectionId },
        body: { ...meta.secrets, token },
      })
      expect(answer).toMatchObject({ error: 'ERR_OFFICIAL_API', body: { data: { what } } })
    }
  })

  test('a number of another company is taken, and a linked device can’t be set up', async () => {
    const { number, secrets } = await official()
    const other = await testApp.company()
    const params = { connectionId: await other.connection('Oficial', [], 'cloud') }
    const body = { ...secrets, phoneNumberId: number.id }

    const { numbers } = await other.admin.does(listBusinessAccountPhoneNumbers, { params, body: secrets })
    expect(numbers).toMatchObject([{ isTaken: true }])
    expect(await other.admin.call(setUpOfficialNumber, { params, body })).toMatchObject({
      body: { data: { what: 'number-taken' } },
    })
    const device = { connectionId: await other.connection('Celular') }
    expect(await other.admin.call(setUpOfficialNumber, { params: device, body })).toMatchObject({
      error: 'ERR_NOT_OFFERED',
    })
  })

  test('a check stores what Meta says, and a revoked token shows as trouble', async () => {
    const { admin, params, number, token } = await official()
    number.setQuality('YELLOW')
    await until('the quality is seen', async () => {
      const { official: state } = await admin.does(getConnection, { params })
      return state?.quality === 'YELLOW'
    })

    whatsapp.simulator.graph.revokeToken(token)
    const checked = await admin.does(checkOfficialNumber, { params })

    expect(checked.trouble).toMatchObject({ what: 'token-wrong' })
  })

  test('a check learns the app of a number, and tells that its secret was renewed', async () => {
    const { admin, params, app } = await official()
    await testApp.table('official_numbers').update({}, { app_id: null })
    await admin.does(checkOfficialNumber, { params })
    expect(await testApp.table('official_numbers').find({}, ['app_id'])).toEqual([{ app_id: app.id }])

    app.secret = '5'.repeat(32)
    const checked = await admin.does(checkOfficialNumber, { params })

    expect(checked.trouble).toMatchObject({ what: 'secret-wrong' })
  })

  test('an app that is no longer subscribed is trouble, and replacing the data subscribes it again', async () => {
    const { admin, params, account, number, token, secrets } = await official()
    await fetch(`${whatsapp.simulator.graph.url}/v26.0/${account.id}/subscribed_apps`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })

    const checked = await admin.does(checkOfficialNumber, { params })
    const again = await admin.does(setUpOfficialNumber, {
      params,
      body: { ...secrets, phoneNumberId: number.id },
    })

    expect(checked.trouble).toMatchObject({ what: 'app-not-subscribed' })
    expect(again.trouble).toBeNull()
  })

  test('without the field messages a verified number waits for its first message, which pages see', async () => {
    const meta = atMeta()
    meta.app.fields = meta.app.fields.filter((field) => field !== 'messages')
    const { company, connectionId, number } = await official(meta)
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    const state = async () => (await seen(company.admin, connectionId)).official
    number.setQuality('YELLOW')
    ana.write(number.id, 'Oi')
    await until('the quality is seen', async () => (await state())?.quality === 'YELLOW')
    expect(await state()).toMatchObject({
      webhookVerifiedAt: expect.any(String),
      lastWebhookAt: expect.any(String),
      firstMessageAt: null,
    })
    await company.admin.received()

    meta.app.fields = [...meta.app.fields, 'messages']
    ana.write(number.id, 'Oi?')

    await until('the first message is seen', async () => (await state())?.firstMessageAt !== null)
    const live = (await company.admin.received()).map(({ payload }) => JSON.stringify(payload))
    expect(live.some((payload) => /"firstMessageAt":"/.test(payload))).toBe(true)
  })

  test('a number that moves to another app has another verify token, and waits for its verification', async () => {
    const { graph } = whatsapp.simulator
    const { admin, params, account, number, verifyToken } = await official()
    graph.addCustomer({ name: 'Ana', phone: '5511988887777' }).write(number.id, 'Oi')
    const state = () => admin.does(getOfficialNumber, { params })
    await until('the first message is seen', async () => (await state())?.firstMessageAt != null)
    const app = graph.addApp()
    const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
    const body = { accountId: account.id, token, appSecret: app.secret, phoneNumberId: number.id }

    const moved = await admin.does(setUpOfficialNumber, { params, body })
    const saved = await admin.does(setUpOfficialNumber, { params, body })

    expect(moved).toMatchObject({ webhookVerifiedAt: null, lastWebhookAt: null, firstMessageAt: null })
    expect(moved.verifyToken).not.toBe(verifyToken)
    expect(saved.verifyToken).toBe(moved.verifyToken)
    await graph.setCallback(app.id, address, saved.verifyToken)
    await until('verified', async () => (await state())?.webhookVerifiedAt != null)
  })

  test('two numbers of one app share address and verify token, so the second one is verified at once', async () => {
    const meta = atMeta()
    const second = whatsapp.simulator.graph.addNumber({
      accountId: meta.account.id,
      displayNumber: '551122223333',
    })
    const first = await official(meta)
    const params = { connectionId: await first.company.connection('Segunda', [], 'cloud') }

    const added = await first.admin.does(setUpOfficialNumber, {
      params,
      body: { ...meta.secrets, phoneNumberId: second.id },
    })

    const kept = await first.admin.does(getOfficialNumber, { params: first.params })
    expect(added).toMatchObject({ verifyToken: kept?.verifyToken, webhookVerifiedAt: expect.any(String) })
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    for (const { id } of [meta.number, second]) ana.write(id, `Oi ${id}`)
    const { id: ticketId } = await onlyTicket(first.admin)
    await until('both came', async () => (await messagesOf(first.admin, ticketId)).length === 2)
  })

  test('two companies with an app each work side by side, also when both apps watch one account', async () => {
    const { graph } = whatsapp.simulator
    const one = atMeta()
    const number = graph.addNumber({ accountId: one.account.id, displayNumber: '551122223333' })
    const app = graph.addApp()
    const token = graph.issueToken({ appId: app.id, accountIds: [one.account.id] })
    const secrets = { accountId: one.account.id, token, appSecret: app.secret }
    const first = await official(one)
    const second = await official({ ...one, app, number, token, secrets }, await testApp.company())
    const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })

    ana.write(first.number.id, 'Para a primeira')
    ana.write(number.id, 'Para a segunda')

    for (const [admin, body] of [
      [first.admin, 'Para a primeira'],
      [second.admin, 'Para a segunda'],
    ] as const) {
      const { id: ticketId } = await onlyTicket(admin)
      expect(await messagesOf(admin, ticketId)).toMatchObject([{ body }])
    }
    await graph.webhooksSent()
    expect(graph.pendingWebhooks).toBe(0) // Meta repeats none
    const states = await Promise.all(
      [first, second].map(({ admin, connectionId }) => seen(admin, connectionId)),
    )
    expect(states.map(({ official }) => official?.webhookVerifiedAt !== null)).toEqual([true, true])
  })
})

describe('a conversation', () => {
  test('a text comes in, an answer goes out, and its ticks rise', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana Flores', phone: '5511988887777' })
    ana.write(number.id, 'Oi, tem pão?')
    const { id: ticketId, contact } = await onlyTicket(admin)
    expect(contact).toMatchObject({ name: 'Ana Flores', number: '5511988887777' })

    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Tem sim!' } })
    await until('the answer is on the phone', () =>
      ana.seen(number.id).some(({ text }) => text === 'Tem sim!'),
    )
    ana.read(number.id)

    await until('it is read', async () => (await messagesOf(admin, ticketId)).at(-1)?.ack === 3)
    const sent = await testApp.table('messages').find({ from_me: true }, ['whatsapp_id'])
    expect(sent[0]?.whatsapp_id).toBe(ana.seen(number.id).at(-1)?.wamid)
    expect(await testApp.table('message_charges').find({}, ['category', 'country'])).toEqual([
      { category: 'service', country: 'BR' },
    ])
  })

  test('a message of an unknown kind is in the conversation, and kept as Meta sent it', async () => {
    const { admin, number, account } = await official()
    const { graph } = whatsapp.simulator
    const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    graph.sendWebhook({ accountId: account.id, numberId: number.id, field: 'smells', value: { rose: 1 } })
    ana.write(number.id, { kind: 'raw', type: 'hologram', content: { size: 3 } })
    const { id: ticketId } = await onlyTicket(admin)

    expect(await messagesOf(admin, ticketId)).toMatchObject([
      { body: expect.stringContaining('celular'), mediaType: null, failure: null },
    ])
    const [kept] = await testApp.table('messages').find<{ raw_content: string }>({}, ['raw_content'])
    expect(JSON.parse(kept?.raw_content ?? '')).toMatchObject({ type: 'hologram', hologram: { size: 3 } })
    await graph.webhooksSent()
    expect(graph.pendingWebhooks).toBe(0)
  })

  test('an unread part of a webhook is kept encrypted, is done, and is deleted with the personal data', async () => {
    const one = await official()
    const other = await official(atMeta('551122223333'), await testApp.company())
    const { graph } = whatsapp.simulator
    const sent = { accountId: one.account.id, numberId: one.number.id }
    const metadata = { phone_number_id: one.number.id }
    for (let time = 0; time < 2; time += 1) {
      graph.sendWebhook({ ...sent, field: 'history', value: { metadata, history: [{ rose: 1 }] } })
      graph.sendWebhook({ accountId: one.account.id, field: 'account_alerts', value: { thorn: 1 } })
    }
    const events = await found('both are done', async () => {
      const rows = await testApp
        .table('inbound_events')
        .find<{ connection_id: number; key: string; content: Buffer }>({
          key: like('cloud:unread:%'),
          done_at: not(null),
        })
      return rows.length === 2 ? rows : undefined
    })

    expect(new Set(events.map(({ connection_id }) => connection_id))).toEqual(new Set([one.connectionId]))
    expect(other.connectionId).not.toBe(one.connectionId)
    expect(events.some(({ content }) => content.toString('latin1').includes('rose'))).toBe(false)
    const parts = await Promise.all(
      events.map(({ key }) => readUnknownWebhookPart(testApp.app.workplace, testApp.dataKeys, key)),
    )
    const texts = parts.flat().map(({ connectionId, text }) => {
      expect(connectionId).toBe(one.connectionId)
      return text
    })
    expect(texts.join()).toMatch(/rose.*thorn|thorn.*rose/)

    const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(one.number.id, 'Oi')
    const { id: ticketId, contactId } = await onlyTicket(one.admin)
    await one.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await one.admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })
    await one.admin.does(eraseContact, { params: { contactId }, body: { confirmation: 'Ana' } })
    expect(await testApp.table('inbound_events').count({ key: like('cloud:unread:%') })).toBe(0)
  })

  test('a message from the phone of the business is in the conversation as its own', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    const before = await testApp.table('reply_windows').find({}, ['closes_at'])

    const wamid = ana.hearFromPhone(number.id, 'text', { body: 'Bom dia, do celular' })
    await until('it came', async () => (await messagesOf(admin, ticketId)).length === 2)
    expect((await messagesOf(admin, ticketId)).at(-1)).toMatchObject({
      body: 'Bom dia, do celular',
      fromMe: true,
    })
    ana.hearFromPhone(number.id, 'edit', {
      original_message_id: wamid,
      message: { type: 'text', text: { body: 'Boa tarde' } },
    })

    await until('corrected', async () => (await messagesOf(admin, ticketId)).at(-1)?.body === 'Boa tarde')
    expect(await testApp.table('reply_windows').find({}, ['closes_at'])).toEqual(before)
    ana.hearFromPhone(number.id, 'revoke', { original_message_id: wamid })
    await until('deleted', async () => (await messagesOf(admin, ticketId)).at(-1)?.isDeleted === true)
  })

  test('a customer’s call is in the conversation and opens the reply window', async () => {
    const { admin, number } = await official()
    await admin.does(updateSetting, { params: { key: 'call' }, body: { value: 'disabled' } })
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.call(number.id)
    const { id: ticketId } = await onlyTicket(admin)
    const opened = await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    expect(Date.parse(opened.replyUntil ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await until('the caller is notified', () => ana.seen(number.id).length === 1)

    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Vi sua chamada' } })
    await until('it is there', () => ana.seen(number.id).some(({ text }) => text === 'Vi sua chamada'))
    ana.call(number.id, 30)

    await until('both calls are there', async () => {
      const calls = (await messagesOf(admin, ticketId)).filter(({ mediaType }) => mediaType === 'call_log')
      return calls.length === 2 && calls[0]?.body.includes('perdida') === true
    })
  })

  test('a picture from an advertisement shows it', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, { kind: 'image', bytes: await png(), caption: 'Tem este?' }, { referral: true })
    const { id: ticketId } = await onlyTicket(admin)

    expect(await messagesOf(admin, ticketId)).toMatchObject([
      {
        body: 'Tem este?',
        mediaType: 'image',
        linkPreview: { title: 'Fale com a gente', url: expect.stringContaining('https://fb.me/') },
      },
    ])
  })

  test('a customer quotes and reacts to our message, corrects and deletes their own', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    const first = ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Olá!' } })
    const ours = await found('ours is there', () => ana.seen(number.id).find(({ text }) => text === 'Olá!'))
    const named = () => testApp.table('messages').count({ whatsapp_id: ours.wamid })
    await until('its id is known', async () => (await named()) === 1)

    ana.write(number.id, 'Sobre isso', { quoting: ours.wamid })
    ana.react(number.id, ours.wamid, '👍')
    ana.edit(number.id, first, 'Oi!!')

    await until('all came', async () => {
      const messages = await messagesOf(admin, ticketId)
      const [hello, answer, quote] = messages
      return (
        hello?.body === 'Oi!!' && answer?.reactions[0]?.emoji === '👍' && quote?.quotedMsg?.id === answer.id
      )
    })
    ana.revoke(number.id, first)
    await until('deleted', async () => (await messagesOf(admin, ticketId))[0]?.isDeleted === true)
  })

  test('a person without a phone number has a conversation, and the phone learnt later joins it', async () => {
    const { admin, number } = await official()
    const { graph } = whatsapp.simulator
    const bia = graph.addCustomer({ name: 'Bia', phone: '5511977776666', username: 'bia' })
    bia.hidesPhone = true
    bia.write(number.id, 'Oi')
    const { id: ticketId, contactId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Olá, Bia' } })
    await until('it is there', () => bia.seen(number.id).some(({ text }) => text === 'Olá, Bia'))

    // Without a phone the first letters of the user id name the country.
    await until('the country of the charge is known', async () => {
      const [charge] = await testApp.table('message_charges').find({}, ['country'])
      return charge?.country === 'BR'
    })

    bia.hidesPhone = false
    bia.write(number.id, 'Agora com telefone')

    await until('the phone is known', async () => {
      const { contact } = await admin.does(getTicket, { params: { ticketId } })
      return contact.number === '5511977776666'
    })
    const addresses = await testApp.table('contact_addresses').find({ contact_id: contactId }, ['kind'])
    expect(addresses.map(({ kind }) => kind)).toEqual(['phone', 'user'])
  })

  test('automatic texts of one act reach the phone as one message, and count as one charge', async () => {
    const { admin, number, company, connectionId } = await official()
    await admin.does(updateSetting, { params: { key: 'userRating' }, body: { value: 'enabled' } })
    const texts = { greeting_message: '', rating_message: 'Como foi?', complation_message: 'Até logo!' }
    await testApp.table('connections').update({ company_id: company.id, id: connectionId }, texts)
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'closed' } })

    const isGoodbye = ({ text }: { text: string }) => text.endsWith('Até logo!')
    const goodbye = await found('the goodbye', () => ana.seen(number.id).find(isGoodbye))
    expect(goodbye.text.startsWith('Como foi?\n\n')).toBe(true)
    expect(ana.seen(number.id).filter(({ text }) => text.includes('Como foi?'))).toHaveLength(1)
    await until('it is charged', async () => {
      const charges = await testApp.table('message_charges').count()
      return charges === ana.seen(number.id).filter(({ from }) => from === 'business').length
    })
  })

  test('the reply window closes: a free message is refused, before anything is stored', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    const opened = await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    expect(Date.parse(opened.replyUntil ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await testApp.table('reply_windows').update({}, { closes_at: new Date(Date.now() - 60_000) })

    const answer = await admin.call(sendMessage, { params: { ticketId }, body: { body: 'Ainda aí?' } })

    expect(answer.error).toBe('ERR_WAPP_MSG_WINDOW_CLOSED')
    expect(await messagesOf(admin, ticketId)).toHaveLength(1)
  })

  test('a sent message can be neither corrected nor deleted', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    const sent = await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Olá' } })
    if (Array.isArray(sent)) throw new Error('one text is one message')
    await until('it is there', () => ana.seen(number.id).length === 1)
    const params = { messageId: sent.id }

    expect((await admin.call(editMessage, { params, body: { body: 'Olá!' } })).error).toBe('ERR_NOT_OFFERED')
    expect((await admin.call(deleteMessage, { params })).error).toBe('ERR_NOT_OFFERED')
    expect((await messagesOf(admin, ticketId)).at(-1)).toMatchObject({ body: 'Olá', isDeleted: false })
  })

  test('a send whose answer never comes is on the phone once, and gets its ticks', async () => {
    const { admin, number } = await official()
    const { graph } = whatsapp.simulator
    const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    graph.inflict({ kind: 'cutSend', moment: 'after' })

    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Uma vez só' } })

    await until('delivered', async () => ((await messagesOf(admin, ticketId)).at(-1)?.ack ?? 0) >= 2)
    expect(ana.seen(number.id).filter(({ text }) => text === 'Uma vez só')).toHaveLength(1)
  })

  test('a refusal shows its reason', async () => {
    const { admin, number } = await official()
    const ana = whatsapp.simulator.graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    ana.closeWindow(number.id)

    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Tarde' } })

    await until('it failed', async () => {
      const last = (await messagesOf(admin, ticketId)).at(-1)
      return last?.failure === 'ERR_WAPP_MSG_WINDOW_CLOSED'
    })
  })
})

describe('sending', () => {
  /** A customer who wrote, and whose ticket is open. */
  async function customerOf({ admin, number }: Awaited<ReturnType<typeof official>>, phone: string) {
    const person = whatsapp.simulator.graph.addCustomer({ name: phone, phone })
    person.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    return { person, ticketId }
  }

  test('uploads one file for two customers to Meta once', async () => {
    const shop = await official()
    const picture = await png()
    for (const phone of ['5511988887777', '5511977776666']) {
      const { person, ticketId } = await customerOf(shop, phone)
      await postForm(testApp, shop.admin, `/messages/${ticketId}`, [
        ['body', 'Veja'],
        ['medias', picture, 'sofa.png'],
      ])
      await until('the picture is there', () =>
        person.seen(shop.number.id).some(({ kind }) => kind === 'image'),
      )
    }

    expect(Object.values(whatsapp.simulator.graph.world.media)).toHaveLength(1)
  })

  test('a file that Meta refuses later is uploaded again, by a retry and for others', async () => {
    const shop = await official()
    const { admin, number } = shop
    const { graph } = whatsapp.simulator
    const picture = await png()
    const sendPicture = (ticketId: TicketId) =>
      postForm(testApp, admin, `/messages/${ticketId}`, [
        ['body', 'Veja'],
        ['medias', picture, 'sofa.png'],
      ])
    const { person: ana, ticketId } = await customerOf(shop, '5511988887777')
    await until('the read mark is sent', async () => (await toBeSent()) === 0)
    graph.inflict({ kind: 'failLater', code: 131052 })
    await sendPicture(ticketId)
    const failed = await found('it failed', async () =>
      (await messagesOf(admin, ticketId)).find(({ failure }) => failure === 'ERR_WAPP_MSG_MEDIA'),
    )

    await admin.does(retryMessage, { params: { messageId: failed.id } })
    await until('the picture is there', () => ana.seen(number.id).some(({ kind }) => kind === 'image'))
    const { person: bia, ticketId: ofBia } = await customerOf(shop, '5511977776666')
    await sendPicture(ofBia)
    await until('also at Bia', () => bia.seen(number.id).some(({ kind }) => kind === 'image'))

    expect(Object.values(graph.world.media)).toHaveLength(2)
  })

  test.each([
    ['after the answer of the send', 131042, 'ERR_WAPP_MSG_PAYMENT', []],
    ['before the answer of the send', 131042, 'ERR_WAPP_MSG_PAYMENT', [{ kind: 'statusesFirst' }]],
    ['with an unknown code', 2_494_073, 'ERR_WAPP_MSG_REFUSED', []],
  ] as const)(
    'a failure that comes %s stays, although `sent` comes last',
    async (_, code, failure, faults) => {
      const shop = await official()
      const { graph } = whatsapp.simulator
      const { admin, number, account } = shop
      const { person, ticketId } = await customerOf(shop, '5511988887777')
      await until('the read mark is sent', async () => (await toBeSent()) === 0)
      graph.inflict({ kind: 'failLater', code })
      for (const fault of faults) graph.inflict(fault)

      await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Olá' } })
      await until('it failed', async () => {
        return (await messagesOf(admin, ticketId)).at(-1)?.failure === failure
      })
      const [failed] = person.chat(number.id).filter(({ from }) => from === 'business')
      const status = {
        ...{ id: failed?.wamid, status: 'sent', timestamp: String(Math.floor(Date.now() / 1_000)) },
        ...{ recipient_id: '5511988887777', biz_opaque_callback_data: failed?.callbackData },
      }
      const metadata = { phone_number_id: number.id }
      graph.sendWebhook({
        ...{ accountId: account.id, numberId: number.id, field: 'messages' },
        value: { metadata, statuses: [status] },
      })
      await until('the late status is done', async () => {
        const late = { key: like('%:status:sent'), done_at: not(null) }
        return (await testApp.table('inbound_events').count(late)) === 1
      })

      expect((await messagesOf(admin, ticketId)).at(-1)).toMatchObject({ failure })
      expect(person.chat(number.id).filter(({ from }) => from === 'business')).toHaveLength(1) // sent once
      expect(await toBeSent()).toBe(0)
    },
  )
})

test('phone, LID and user id of one person become one contact, whose opt-out and opt-in hold for all', async () => {
  const { admin, number, company, connectionId } = await official()
  const phone = '5511977776666'
  const device = await company.connection('Celular')
  const bia = whatsapp.simulator.graph.addCustomer({ name: 'Bia', phone, username: 'bia' })
  await company.tells(device, {
    ...{ kind: 'message', id: 'A1' as WhatsappMessageId, fromMe: false, author: null, pushName: 'Bia' },
    ...{ chat: { kind: 'person', phone, lid: '90001' }, sentAt: testApp.now(), quotedId: null },
    content: { kind: 'text', text: 'Pelo celular' },
  })
  bia.hidesPhone = true
  bia.write(number.id, 'Pela oficial')
  bia.stopMarketing(number.id)
  const optOuts = async () => (await admin.does(listOptOuts)).records
  await until('she has stopped', async () => (await optOuts()).length === 1)
  /** The kinds of the addresses of each contact. */
  async function contacts(): Promise<string[]> {
    const addresses = await testApp
      .table('contact_addresses')
      .find<{ contact_id: number; kind: string }>({ company_id: company.id })
    const ids = [...new Set(addresses.map(({ contact_id }) => contact_id))].sort((one, other) => one - other)
    const kindsOf = (id: number) =>
      addresses.filter(({ contact_id }) => contact_id === id).map(({ kind }) => kind)
    return ids.map((id) => kindsOf(id).join(' '))
  }
  expect(await contacts()).toEqual(['lid phone', 'user'])

  bia.hidesPhone = false
  bia.write(number.id, 'Agora com telefone')

  await until('they are one', async () => (await contacts()).length === 1)
  expect(await contacts()).toEqual(['lid phone user'])
  const live = await testApp
    .table('tickets')
    .find({ company_id: company.id, status: ['pending', 'open'] }, ['connection_id'])
  expect(live).toEqual([{ connection_id: connectionId }])
  await until('the phone is opted out too', async () => (await optOuts()).length === 2)
  expect(await optOuts()).toMatchObject([
    { name: 'Bia', number: phone, isFromWhatsapp: true },
    { name: 'Bia', number: '', isFromWhatsapp: true },
  ])
  bia.resumeMarketing(number.id)
  await until('she gets marketing again', async () => (await optOuts()).length === 0)
})

describe('marketing messages that a customer stopped at WhatsApp', () => {
  const optOuts = async (admin: Person) => (await admin.does(listOptOuts)).records
  const ofPlan = async () => {
    const shop = await official()
    return { ...shop, optOuts: () => optOuts(shop.admin) }
  }

  test('are an opt-out of the company until the customer resumes them', async () => {
    const { admin, number, optOuts: listed } = await ofPlan()
    const { graph } = whatsapp.simulator
    const ana = graph.addCustomer({ name: 'Ana Flores', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    await onlyTicket(admin)
    const other = await testApp.company()

    ana.stopMarketing(number.id)
    await until('kept', async () => (await listed()).length === 1)
    expect(await listed()).toMatchObject([
      { name: 'Ana Flores', number: '5511988887777', word: null, isFromWhatsapp: true },
    ])
    expect(await optOuts(other.admin)).toEqual([])
    ana.resumeMarketing(number.id)

    await until('gone', async () => (await listed()).length === 0)
  })

  test('do not undo the customer’s own word, whichever came first', async () => {
    const { admin, number, optOuts: listed } = await ofPlan()
    const { graph } = whatsapp.simulator
    const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    const bia = graph.addCustomer({ name: 'Bia', phone: '5511977776666' })
    await admin.does(createOptOut, { body: { name: 'Ana', number: '5511988887777' } })
    ana.stopMarketing(number.id)
    bia.stopMarketing(number.id)
    await until('Bia is kept', async () => (await listed()).length === 2)
    await admin.does(createOptOut, { body: { name: 'Bia', number: '5511977776666' } })

    ana.resumeMarketing(number.id)
    bia.resumeMarketing(number.id)
    await until('all events are done', async () => {
      const left = await testApp.table('inbound_events').count({ done_at: null })
      return (await testApp.table('inbound_events').count()) === 4 && left === 0
    })

    expect((await listed()).map(({ name, isFromWhatsapp }) => [name, isFromWhatsapp])).toEqual([
      ['Bia', false],
      ['Ana', false],
    ])
  })

  test('of a person without a phone are kept by the user id; a known phone is taken where there is one', async () => {
    const { admin, number, optOuts: listed } = await ofPlan()
    const { graph } = whatsapp.simulator
    const bia = graph.addCustomer({ name: 'Bia', phone: '5511977776666', username: 'bia' })
    const caio = graph.addCustomer({ name: 'Caio', phone: '5511966665555' })
    caio.write(number.id, 'Oi')
    await onlyTicket(admin)
    bia.hidesPhone = true
    caio.hidesPhone = true

    bia.stopMarketing(number.id)
    caio.stopMarketing(number.id)
    await until('both are kept', async () => (await listed()).length === 2)

    const phones = await testApp.table('campaign_opt_outs').find({}, ['phone'])
    expect(phones.map(({ phone }) => phone)).toEqual([bia.userId(number.id), '5511966665555'])
    expect((await listed()).map(({ number: shown }) => shown)).toEqual(['5511966665555', ''])
    bia.resumeMarketing(number.id)
    caio.resumeMarketing(number.id)
    await until('both are gone', async () => (await listed()).length === 0)
  })
})

describe('an opt-out under a user id', () => {
  /** Bia, who hides her phone, wrote and stopped marketing messages. */
  async function bia() {
    const shop = await official()
    const person = whatsapp.simulator.graph.addCustomer({
      ...{ name: 'Bia', phone: '5511977776666', username: 'bia' },
    })
    person.hidesPhone = true
    person.write(shop.number.id, 'Oi')
    const { contactId } = await onlyTicket(shop.admin)
    person.stopMarketing(shop.number.id)
    const phones = async () =>
      (await testApp.table('campaign_opt_outs').find({}, ['phone'])).map(({ phone }) => phone)
    await until('she has stopped', async () => (await phones()).length === 1)
    return { ...shop, person, contactId, phones, firstId: person.userId(shop.number.id) }
  }

  test('holds for the phone that an attendant types', async () => {
    const { admin, contactId, firstId, phones } = await bia()

    await admin.does(updateContact, { params: { contactId }, body: { name: 'Bia', number: '5511977776666' } })

    expect(await phones()).toEqual([firstId, '5511977776666'])
    expect((await admin.does(listOptOuts)).records[0]).toMatchObject({ name: 'Bia', isFromWhatsapp: true })
  })

  test('holds for a new user id and the phone after it; resuming removes all of them', async () => {
    const { number, person, firstId, phones } = await bia()

    person.changeUserId()
    await until('the new id is opted out', async () => (await phones()).length === 2)
    const secondId = person.userId(number.id)
    person.hidesPhone = false
    person.write(number.id, 'Agora com telefone')
    await until('the phone is opted out', async () => (await phones()).length === 3)
    expect(await phones()).toEqual([firstId, secondId, '5511977776666'])
    person.hidesPhone = true
    person.resumeMarketing(number.id)

    await until('she gets marketing again', async () => (await phones()).length === 0)
  })
})

describe('trying again', () => {
  test.each([
    ['refused', { kind: 'refuse', calls: 'sends', code: 131042, status: 400 }],
    ['accepted and then failed', { kind: 'failLater', code: 131042 }],
  ] as const)('a message that was %s is sent once more, and gets its ticks', async (_, fault) => {
    const { admin, number } = await official()
    const { graph } = whatsapp.simulator
    const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
    ana.write(number.id, 'Oi')
    const { id: ticketId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    await until('the read mark is sent', async () => (await toBeSent()) === 0)
    graph.inflict(fault)
    await admin.does(sendMessage, { params: { ticketId }, body: { body: 'Olá' } })
    const failed = await found('it failed', async () =>
      (await messagesOf(admin, ticketId)).find(({ failure }) => failure === 'ERR_WAPP_MSG_PAYMENT'),
    )

    await admin.does(retryMessage, { params: { messageId: failed.id } })

    await until('delivered', async () => ((await messagesOf(admin, ticketId)).at(-1)?.ack ?? 0) >= 2)
    expect(ana.seen(number.id).filter(({ text }) => text === 'Olá')).toHaveLength(1)
    expect((await messagesOf(admin, ticketId)).at(-1)?.failure).toBeNull()
  })

  test('a person with a new user id is written to under it', async () => {
    const { admin, number } = await official()
    const bia = whatsapp.simulator.graph.addCustomer({ name: 'Bia', phone: '5511977776666', username: 'bia' })
    bia.hidesPhone = true
    bia.write(number.id, 'Oi')
    const { id: ticketId, contactId } = await onlyTicket(admin)
    await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    for (let change = 1; change <= 3; change += 1) {
      bia.changeUserId()
      await until('the new id is known', async () => {
        const current = { contact_id: contactId, is_former: false }
        const rows = await testApp.table('contact_addresses').find(current, ['value'])
        return rows.length === 1 && rows[0]?.value === bia.userId(number.id)
      })
      await admin.does(sendMessage, { params: { ticketId }, body: { body: `Olá ${change}` } })
      await until('it is there', () => bia.seen(number.id).some(({ text }) => text === `Olá ${change}`))
    }
  })
})

describe('a webhook', () => {
  const post = (body: string | Buffer, secret: string | null) =>
    fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== null && {
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        }),
      },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
  const aText = (phoneNumberId: string, id: string, text = 'Oi') =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { phone_number_id: phoneNumberId },
                contacts: [{ profile: { name: 'Ana' }, wa_id: '5511988887777' }],
                messages: [
                  {
                    id,
                    from: '5511988887777',
                    timestamp: String(Math.floor(Date.now() / 1000)),
                    type: 'text',
                    text: { body: text },
                  },
                ],
              },
            },
          ],
        },
      ],
    })
  const events = () => testApp.table('inbound_events').count()

  test('is refused without a signature, with a forged one, and with that of another company’s app', async () => {
    const one = await official()
    const other = await official(atMeta('551122223333'), await testApp.company())
    const body = aText(one.number.id, 'wamid.A')

    expect((await post(body, null)).status).toBe(401)
    expect((await post(body, 'forged')).status).toBe(403)
    expect((await post(body, other.app.secret)).status).toBe(403)
    expect(await events()).toBe(0)
    expect((await post(body, one.app.secret)).status).toBe(200)
    expect(await events()).toBe(1)
  })

  test('shares an act with others of its moment, and each has its own answer', async () => {
    const one = await official()
    const other = await official(atMeta('551122223333'), await testApp.company())
    const texts = Array.from({ length: 12 }, (_, at) => aText(one.number.id, `wamid.${at}`, `texto ${at}`))

    const answers = await Promise.all([
      ...texts.map((text) => post(text, one.app.secret)),
      post(aText(one.number.id, 'wamid.F', 'forged'), other.app.secret),
      post(aText(other.number.id, 'wamid.O', 'of the other'), other.app.secret),
      post(aText('123456789', 'wamid.U', 'of no number'), 'any'),
    ])

    expect(answers.map(({ status }) => status)).toEqual([...texts.map(() => 200), 403, 200, 200])
    const { id: ticketId } = await onlyTicket(one.admin)
    await until('all are stored', async () => (await messagesOf(one.admin, ticketId)).length === texts.length)
    const { id: elsewhere } = await onlyTicket(other.admin)
    expect(await messagesOf(other.admin, elsewhere)).toMatchObject([{ body: 'of the other' }])
  })

  test('that is repeated adds nothing; one of an unknown number is answered and dropped', async () => {
    const { admin, number, app } = await official()
    const body = aText(number.id, 'wamid.A')
    for (let time = 0; time < 3; time += 1) expect((await post(body, app.secret)).status).toBe(200)
    expect((await post(aText('123456789', 'wamid.B'), 'any')).status).toBe(200)

    const { id: ticketId } = await onlyTicket(admin)
    expect(await messagesOf(admin, ticketId)).toHaveLength(1)
  })

  test('of an app whose secret was renewed for one number loses no part of the company’s other numbers', async () => {
    const { graph } = whatsapp.simulator
    const meta = atMeta()
    const more = ['551122223333', '551144445555'].map((displayNumber) =>
      graph.addNumber({ accountId: meta.account.id, displayNumber }),
    )
    const [second, third] = more
    if (second === undefined || third === undefined) throw new Error('two more numbers')
    const first = await official(meta)
    const { company } = first
    const sibling = await official({ ...meta, number: second }, company)
    const other = await official({ ...meta, number: third }, await testApp.company())
    meta.app.secret = '5'.repeat(32) // renewed in Meta's console

    await company.admin.does(setUpOfficialNumber, {
      params: sibling.params,
      body: { ...meta.secrets, appSecret: meta.app.secret, phoneNumberId: second.id },
    })

    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [first.number, second, third].flatMap(({ id }) => JSON.parse(aText(id, `wamid.${id}`)).entry),
    })
    // Another company of the app keeps its own secret until its own admin renews it: Meta repeats until then.
    expect((await post(body, meta.app.secret)).status).toBe(403)
    const stored = await testApp
      .table('inbound_events')
      .find<{ connection_id: number }>({}, ['connection_id'])
    const ids = stored.map(({ connection_id }) => connection_id)
    expect(ids.toSorted((one, other) => one - other)).toEqual([first.connectionId, sibling.connectionId])
    await other.admin.does(setUpOfficialNumber, {
      params: other.params,
      body: { ...meta.secrets, appSecret: meta.app.secret, phoneNumberId: third.id },
    })
    expect((await post(body, meta.app.secret)).status).toBe(200)
    expect(await events()).toBe(3)
  })

  test('with an id that is none of Meta’s keeps the rest; one with more parts than Meta sends is refused', async () => {
    const { app, number } = await official()
    const named = JSON.parse(aText(number.id, 'wamid.A'))
    const withNul = { ...named, entry: [{ ...named.entry[0], id: '1\u0000' }] }
    const largest = { ...named, entry: Array.from({ length: 1_000 }, () => named.entry[0]) }
    const tooLarge = { ...named, entry: Array.from({ length: 2_501 }, () => named.entry[0]) }

    expect((await post(JSON.stringify(withNul), app.secret)).status).toBe(200)
    expect(await events()).toBe(1)
    expect((await post(JSON.stringify(largest), app.secret)).status).toBe(200)
    expect((await post(JSON.stringify(tooLarge), app.secret)).status).toBe(400)
    expect(await events()).toBe(1)
  })

  test('of another address has a place while one address holds its bodies back', async () => {
    const { number, app } = await official()
    const body = aText(number.id, 'wamid.A')
    const headers = {
      'x-hub-signature-256': `sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}`,
    }
    const from = (localAddress: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = request(address, { method: 'POST', localAddress, headers, agent: false }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        call.once('error', reject).end(body)
      })
    const held = Array.from({ length: 40 }, () => {
      const call = request(address, {
        method: 'POST',
        headers: { ...headers, 'content-length': 9 },
        agent: false,
      })
      call.on('error', () => undefined) // destroyed below, or refused
      call.flushHeaders()
      return call
    })
    await until('one address has no more place', async () => (await from('127.0.0.1')) === 503)

    expect(await from('127.0.0.2')).toBe(200)

    for (const call of held) call.destroy()
    await until('its places are free', async () => (await from('127.0.0.1')) === 200)
  })

  test('keeps a text with U+0000, refuses what is no JSON, and takes 3 MB', async () => {
    const { admin, number, app } = await official()
    expect((await post('{', app.secret)).status).toBe(400)
    expect((await post(aText(number.id, 'wamid.A', 'a\u0000b'), app.secret)).status).toBe(200)
    const { id: ticketId } = await onlyTicket(admin)
    expect(await messagesOf(admin, ticketId)).toMatchObject([{ body: 'ab' }])
    const large = aText(number.id, 'wamid.B', 'x'.repeat(3_000_000))
    expect((await post(large, app.secret)).status).toBe(200)
    await until('it is stored', async () => (await messagesOf(admin, ticketId)).length === 2)
    expect((await post(Buffer.alloc(5 << 20), app.secret)).status).toBe(413)
  })
})
