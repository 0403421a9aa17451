import { getConnection } from '@balcao/contract/connections'
import type { MessageView } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toneOgg } from '../../outside/voice/sounds.fixture'
import { postForm } from '../../testing/post-form'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real handshakes and decryption run on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const shop = '5551999990000'

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
beforeEach(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
})
afterEach(async () => {
  await testApp.close()
  await whatsapp.closeTidily()
})

test('CONVO-13 a recording is a voice note on the phone, with length, waveform and sound', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  await testApp.app.startRoles()
  const connection = () => company.admin.does(getConnection, { params: { connectionId } })
  await until('a QR is shown', async () => (await connection()).qrcode !== '')
  await phone.scanQr((await connection()).qrcode)
  const contact = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })
  await contact.sendText(shop, 'Pode explicar?')
  const tickets = () => testApp.table('tickets').find<{ id: TicketId }>({}, ['id'])
  await until('a ticket', async () => (await tickets()).length === 1)
  const ticketId = (await tickets())[0]?.id as TicketId // the line before has found it
  await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })

  const { body } = await postForm(testApp, company.admin, `/messages/${ticketId}`, [
    ['medias', toneOgg(2), 'gravacao.ogg'],
    ['voice', 'true'],
  ])

  expect((body as MessageView).media?.isVoice).toBe(true)
  const bubble = () => contact.chat(shop).find(({ from, kind }) => from === 'shop' && kind !== 'text')
  await until('a bubble', () => bubble() !== undefined)
  expect(bubble()).toMatchObject({
    kind: 'voice',
    seconds: 2,
    mimetype: expect.stringMatching(/^audio\/ogg/),
  })
  expect(bubble()?.waveform).toHaveLength(64)
  expect(bubble()?.fileId).toBeDefined()
})
