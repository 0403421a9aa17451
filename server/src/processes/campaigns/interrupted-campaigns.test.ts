import {
  cancelCampaign,
  createOptOut,
  getCampaign,
  listCampaignShippings,
  restartCampaign,
  startCampaign,
  updateCampaign,
} from '@balcao/contract/campaigns'
import { createFileList } from '@balcao/contract/file-lists'
import { deleteMessage } from '@balcao/contract/messages'
import type { CampaignId, ConnectionId, ContactId, ContactListId, MessageId } from '@balcao/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  aCampaignDesk,
  type CampaignDesk,
  type SentMessage,
} from '../../features/campaigns/testing/campaign-desk'
import { png } from '../../platform/files/sample-files.fixture'
import { refuse } from '../../platform/refusal'
import type { RowValues } from '../../platform/testing/table-rows'
import { postForm } from '../../testing/post-form'
import { openOwnTestApp, type TestApp } from '../../testing/test-app'
import { addStuckCampaigns } from './testing/stuck-campaigns'

let testApp: TestApp
let desk: CampaignDesk
beforeAll(async () => {
  testApp = await openOwnTestApp() // runner
}, 60_000)
beforeEach(async () => {
  desk = await aCampaignDesk(testApp)
  await desk.pace(0, 0, 0)
})
afterAll(() => testApp.close())

const at = (campaignId: CampaignId) => ({ params: { campaignId } })

/** Changes the item of this name in a contact list. */
async function listSays(list: ContactListId, name: string, change: RowValues): Promise<void> {
  const changed = await testApp.table('contact_list_items').update({ contact_list_id: list, name }, change)
  expect(changed).toBe(1)
}

/** Adds a file behind the latest message, as a file list does. */
async function fileBehind({ id, whatsapp_id }: SentMessage): Promise<void> {
  const file = await insertAnswer({ id }, `${whatsapp_id}F`, 'arquivo')
  await testApp.table('outbox').insert({
    company_id: desk.company.id,
    connection_id: file.connection_id,
    contact_id: file.contact_id,
    kind: 'message',
    message_id: file.id,
    state: 'waiting',
    priority: 1,
    next_attempt_at: file.created_at,
    created_at: file.created_at,
  })
}

/** Stores a message of ours in the conversation of the only message with these values. */
async function insertAnswer(of: RowValues, whatsappId: string, body: string) {
  const columns = ['company_id', 'ticket_id', 'contact_id', 'connection_id', 'created_at']
  const message = await testApp.table('messages').get({ ...of, company_id: desk.company.id }, columns)
  return testApp.table('messages').insert<AnswerRow>({
    ...message,
    whatsapp_id: whatsappId,
    body,
    from_me: true,
    ack: 0,
    is_read: true,
    updated_at: message.created_at,
  })
}

interface AnswerRow {
  readonly id: MessageId
  readonly contact_id: ContactId
  readonly connection_id: ConnectionId
  readonly created_at: Date
}

test('CAMP-07 a restart with another list sends once to people in both and none to removed ones', async () => {
  const [ana, bia, caio] = [desk.newNumber(), desk.newNumber(), desk.newNumber()]
  const id = await desk.running({
    list: await desk.list([{ number: ana }, { number: bia }, { number: caio }]),
  })
  await desk.look()
  await desk.ticks(await desk.sent())
  await desk.admin.does(cancelCampaign, at(id))
  const other = await desk.list([{ number: caio, name: 'Caio' }, { number: ana }])

  await desk.admin.does(updateCampaign, { ...at(id), body: { contactListId: other } })
  await desk.admin.does(restartCampaign, at(id))
  await desk.runOut({ mostLooks: 12 })

  expect((await desk.sent()).map(({ number, body }) => [number, body])).toEqual([
    [ana, 'Oi, Cliente 1!'],
    [caio, 'Oi, Caio!'],
  ])
  expect(await desk.states(id)).toMatchObject([
    { number: ana, state: 'sent' },
    { number: bia, state: 'skipped', reason: 'removed' },
    { number: caio, state: 'sent' },
  ])
  expect(await desk.status(id)).toBe('FINALIZADA')
})

test('CAMP-07 CLIST-13 a restart uses the list’s current names, numbers and checks', async () => {
  const list = await desk.list([{ name: 'Ana' }, { name: 'Bia' }, { name: 'Caio' }, { name: 'Dora' }])
  const corrected = desk.newNumber()
  const id = await desk.running({ list })
  await desk.look()
  await desk.ticks(await desk.sent())
  await desk.admin.does(cancelCampaign, at(id))
  await listSays(list, 'Bia', { number: corrected, phone: corrected })
  await listSays(list, 'Caio', { is_whatsapp_valid: false })
  await listSays(list, 'Dora', { name: 'Dora Lima' })

  await desk.admin.does(restartCampaign, at(id))
  await desk.runOut({ mostLooks: 12 })

  expect((await desk.sent()).map(({ body }) => body)).toEqual(['Oi, Ana!', 'Oi, Dora Lima!', 'Oi, Bia!'])
  expect(await desk.states(id)).toMatchObject([
    { state: 'sent' },
    { state: 'skipped', reason: 'removed' },
    { state: 'skipped', reason: 'invalid' },
    { state: 'sent' },
    { number: corrected, state: 'sent' },
  ])
  expect(await desk.status(id)).toBe('FINALIZADA')
})

test('CAMP-05 CLIST-13 a running campaign skips invalid and removed numbers, and awaits checks', async () => {
  const list = await desk.list([{ name: 'Ana' }, { name: 'Bia' }, { name: 'Caio' }, { name: 'Dora' }])
  const corrected = desk.newNumber()
  const id = await desk.running({ list })
  await desk.look()
  await desk.ticks(await desk.sent())
  await listSays(list, 'Bia', { is_whatsapp_valid: false })
  await listSays(list, 'Caio', { is_whatsapp_valid: false, is_check_due: true })
  await listSays(list, 'Dora', { number: corrected, phone: corrected })

  await desk.runOut({ mostLooks: 4 })
  const meanwhile = await desk.states(id)
  await listSays(list, 'Caio', { is_whatsapp_valid: true, is_check_due: false })
  testApp.pass(15)
  await desk.runOut({ mostLooks: 6 })

  expect(meanwhile.map(({ state, reason }) => [state, reason])).toEqual([
    ['sent', null],
    ['skipped', 'invalid'],
    ['pending', null],
    ['skipped', 'removed'],
  ])
  expect((await desk.sent()).map(({ body }) => body)).toEqual(['Oi, Ana!', 'Oi, Caio!'])
  expect(await desk.status(id)).toBe('FINALIZADA')
})

test('CAMP-05 CLIST-13 a number checked meanwhile gets the message as WhatsApp spells it', async () => {
  const typed = desk.newNumber()
  const spelled = typed.replace(/^55519/, '5551')
  await desk.company.hears({ over: desk.shop, from: spelled })
  const list = await desk.list([{ name: 'Ana', number: typed, isValid: null }])
  const id = await desk.running({ list, message1: 'Seu número: {numero}' })
  await desk.look()
  const early = await desk.sent()
  await listSays(list, 'Ana', { number: spelled, is_whatsapp_valid: true, is_check_due: false })
  testApp.pass(15)
  await desk.look()
  await desk.look()

  expect(early).toEqual([])
  expect(await desk.sent()).toMatchObject([{ number: spelled, body: `Seu número: ${spelled}` }])
  expect(await desk.states(id)).toMatchObject([{ number: spelled, state: 'sending' }])
})

test('CAMP-07 CAMP-17 a restart replaces a deleted refused message, with picture and files', async () => {
  const body = { name: 'Catálogo', message: 'Segue', options: [] }
  const { id: fileListId } = await desk.admin.does(createFileList, { body })
  await postForm(testApp, desk.admin, `/files/uploadList/${fileListId}`, [['files', await png(), 'a.png']])
  const id = await desk.campaign({ list: await desk.list(1), fileListId })
  await postForm(testApp, desk.admin, `/campaigns/${id}/media-upload`, [['file', await png(), 'capa.png']])
  await desk.admin.does(startCampaign, at(id))
  await desk.look()
  const [refused] = await desk.sent()
  if (refused === undefined) throw new Error('nothing left')
  await desk.refuses(refused, 463)
  const before = (await desk.sent()).map((message) => message.id)

  await desk.admin.does(deleteMessage, { params: { messageId: refused.id } })
  await desk.admin.does(restartCampaign, at(id))
  await desk.look()

  const again = (await desk.sent()).filter((message) => !before.includes(message.id))
  expect(again.map((message) => [message.body, message.file])).toEqual([
    ['Oi, Cliente 1!', 'capa.png'],
    ['', 'a.png'],
  ])
  await desk.runOut({ mostLooks: 6 })
  expect(await desk.states(id)).toMatchObject([{ state: 'sent' }])
  expect(await desk.status(id)).toBe('FINALIZADA')
})

test('CAMP-05 a 463 for a file cancels the other files that wait behind it', async () => {
  const id = await desk.running({ list: await desk.list(2) })
  await desk.look()
  const [first] = await desk.sent()
  if (first === undefined) throw new Error('nothing left')
  await fileBehind(first)
  await fileBehind((await desk.sent()).at(-1) ?? first)
  await desk.ticks([first])
  const refused = (await desk.sent())[1]
  if (refused === undefined) throw new Error('no file waits')

  await desk.refuses(refused, 463)

  const open = { company_id: desk.company.id, state: ['waiting', 'sending'] }
  expect(await testApp.table('outbox').count(open)).toBe(0)
  expect(await desk.admin.does(getCampaign, at(id))).toMatchObject({
    pausedBecause: 'ERR_WAPP_MSG_RESTRICTED',
    counts: { shipped: 1, pending: 1 },
  })
})

test('CAMP-05 a 463 for an agent’s message cancels queued ones, and a restart sends them', async () => {
  const id = await desk.running({ list: await desk.list(1) })
  await desk.look()
  const chat = { over: desk.shop, from: '5511955554444' }
  await desk.company.hears(chat)
  await insertAnswer({ from_me: false }, 'ATENDE463', 'Bom dia')

  await desk.company.tells(desk.shop, {
    kind: 'ack',
    chat: { kind: 'person', phone: chat.from, lid: null },
    ids: ['ATENDE463' as SentMessage['whatsapp_id']],
    ack: 1,
    refusedWith: 463,
  })
  const meanwhile = [await desk.sent(), await desk.states(id)]
  await desk.admin.does(restartCampaign, at(id))
  await desk.runOut({ mostLooks: 6 })

  expect(meanwhile).toMatchObject([[], [{ state: 'pending' }]])
  expect(await desk.sent()).toHaveLength(1)
  expect(await desk.status(id)).toBe('FINALIZADA')
})

test('CAMP-06 cancelling drops the files behind a message that was sent', async () => {
  const id = await desk.running({ list: await desk.list(2) })
  await desk.look()
  const [first] = await desk.sent()
  if (first === undefined) throw new Error('nothing left')
  await fileBehind(first)
  await desk.ticks([first])

  await desk.admin.does(cancelCampaign, at(id))

  expect((await desk.sent()).map(({ body }) => body)).toEqual([first.body])
  expect((await desk.states(id)).map(({ state }) => state)).toEqual(['sent', 'pending'])
})

test('CAMP-18 an opt-out while the message waits for its connection cancels it', async () => {
  const number = desk.newNumber()
  const id = await desk.running({ list: await desk.list([{ number }]) })
  await desk.look()
  const waiting = await desk.sent()

  await desk.admin.does(createOptOut, { body: { name: 'Ana', number } })

  expect(waiting).toHaveLength(1)
  expect(await desk.sent()).toEqual([])
  expect(await desk.states(id)).toMatchObject([{ state: 'skipped', reason: 'optedOut' }])
  expect(await desk.status(id)).toBe('FINALIZADA')
})

test('CAMP-28 connections that wait for WhatsApp do not delay others, however many they are', async () => {
  await addStuckCampaigns(desk, 120)
  await desk.running({ list: await desk.list(1) })

  await desk.look()
  await desk.look()

  expect(await desk.sent(desk.shop)).toHaveLength(1)
})

test('CAMP-35 the last page of the table has the last contacts in the order of sending', async () => {
  const id = await desk.running({ list: await desk.list(45) })

  const page = await desk.admin.does(listCampaignShippings, { ...at(id), query: { pageNumber: 3 } })

  expect(page).toMatchObject({ count: 45, hasMore: false })
  expect(page.records.map(({ name }) => name)).toEqual([41, 42, 43, 44, 45].map((nth) => `Cliente ${nth}`))
})

test('CAMP-05 CAMP-07 CAMP-14 a missing file pauses only its campaign until it has another', async () => {
  const id = await desk.running({ list: await desk.list(2) })
  await desk.admin.does(cancelCampaign, at(id))
  const put = async () =>
    postForm(testApp, desk.admin, `/campaigns/${id}/media-upload`, [['file', await png(), 'a.png']])
  await put()
  const { media } = await testApp.table('campaigns').get<{ media: { key: string } }>({ id }, ['media'])
  await testApp.store.remove(media.key)
  await desk.admin.does(restartCampaign, at(id))
  const other = await desk.running({ list: await desk.list(1) })

  await desk.runOut({ mostLooks: 8 })
  const paused = await desk.admin.does(getCampaign, at(id))
  const states = await desk.states(id)
  await desk.admin.does(cancelCampaign, at(id))
  await put()
  await desk.admin.does(restartCampaign, at(id))
  await desk.runOut({ mostLooks: 12 })

  expect(paused).toMatchObject({ status: 'EM_ANDAMENTO', pausedBecause: 'ERR_CAMPAIGN_FILE_GONE' })
  expect(states.map(({ state }) => state)).toEqual(['pending', 'pending'])
  expect(await desk.status(other)).toBe('FINALIZADA')
  expect(await desk.status(id)).toBe('FINALIZADA')
  expect((await desk.states(id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('CAMP-05 CAMP-07 a full disk pauses a campaign with that reason and fails no contact', async () => {
  const id = await desk.campaign({ list: await desk.list(2) })
  await postForm(testApp, desk.admin, `/campaigns/${id}/media-upload`, [['file', await png(), 'a.png']])
  await desk.admin.does(startCampaign, at(id))
  const disk = vi.spyOn(testApp.store, 'duplicate').mockRejectedValue(refuse('ERR_STORAGE_FULL'))

  await desk.runOut({ mostLooks: 3 })
  const paused = await desk.admin.does(getCampaign, at(id))
  const states = await desk.states(id)
  disk.mockRestore()
  await desk.admin.does(restartCampaign, at(id))
  await desk.runOut({ mostLooks: 8 })

  expect(paused).toMatchObject({ status: 'EM_ANDAMENTO', pausedBecause: 'ERR_STORAGE_FULL' })
  expect(states.map(({ state, reason }) => [state, reason])).toEqual([
    ['pending', null],
    ['pending', null],
  ])
  expect(await desk.status(id)).toBe('FINALIZADA')
  expect((await desk.sent()).map(({ file }) => file)).toEqual(['a.png', 'a.png'])
})
