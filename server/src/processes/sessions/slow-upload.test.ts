import { getConnection } from '@balcao/contract/connections'
import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as samples from '../../platform/files/sample-files.fixture'
import { postForm } from '../../testing/post-form'
import { type SimulatedWhatsapp, startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp } from '../../testing/test-app'
import { until } from '../../testing/until'

// Generous, because real handshakes and encryption run on a machine that may be busy.
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

test('a slow media host does not delay texts of others; messages behind an upload follow it', async () => {
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  await testApp.app.startRoles()
  const connection = () => company.admin.does(getConnection, { params: { connectionId } })
  await until('a QR is shown', async () => (await connection()).qrcode !== '')
  await phone.scanQr((await connection()).qrcode)
  // One more than the texts that are sent at once.
  const waiting = Array.from({ length: 5 }, (_, n) =>
    whatsapp.simulator.createContact({ phone: `551191111000${n}`, name: `Espera ${n}` }),
  )
  const quick = whatsapp.simulator.createContact({ phone: '5511922220000', name: 'Carla' })
  const tickets: TicketId[] = []
  for (const contact of [...waiting, quick]) {
    await contact.sendText(shop, 'Oi')
    const known = tickets.length
    const rows = () => testApp.table('tickets').find<{ id: TicketId }>({}, ['id'])
    await until('a ticket', async () => (await rows()).length === known + 1)
    const ticketId = (await rows())[known]?.id as TicketId // the line before has found it
    await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
    tickets.push(ticketId)
  }
  const write = (ticketId: TicketId | undefined, body: string) =>
    company.admin.does(sendMessage, { params: { ticketId: ticketId as TicketId }, body: { body } })
  const got = (contact: (typeof waiting)[number]) =>
    contact.chat(shop).flatMap(({ from, kind }) => (from === 'shop' ? [kind] : []))
  phone.inflict({ kind: 'holdUploads', isHeld: true })

  for (const ticketId of tickets.slice(0, -1)) {
    await postForm(testApp, company.admin, `/messages/${ticketId}`, [['medias', samples.pdf, 'nota.pdf']])
    await write(ticketId, 'atrás do arquivo')
  }
  for (const text of ['um', 'dois', 'três']) await write(tickets.at(-1), text)

  await until('all texts', () => got(quick).length === 3)
  for (const contact of waiting) expect(got(contact)).toEqual([])
  phone.inflict({ kind: 'holdUploads', isHeld: false })
  for (const contact of waiting) {
    await until('file and text', () => got(contact).length === 2)
    expect(got(contact)).toEqual(['document', 'text'])
  }
})
