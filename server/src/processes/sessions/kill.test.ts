import { sendMessage } from '@balcao/contract/messages'
import { updateTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import { isLong } from '@balcao/whatsapp-simulator/testing/long'
import { expect, test } from 'vitest'
import { like } from '../../platform/testing/table-rows'
import { startWhatsapp } from '../../testing/simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp } from '../../testing/test-app'
import { startAfterKill, type TestAppProcess } from '../../testing/test-app-process'
import { until } from '../../testing/until'

const shop = '5551999990000'
const kills = isLong ? 10 : 3
const incoming = 20 * kills
const outgoing = 10 * kills

/**
 * A killed process here is one whose socket is cut and whose acts no longer reach the database; then only the next
 * one runs, as with `npm start`. (A kill between two statements of a transaction is PostgreSQL's own concern.)
 */
test(`${incoming} incoming and ${outgoing} outgoing messages survive ${kills} kills, once each and in order`, {
  timeout: 240_000,
}, async () => {
  const whatsapp = await startWhatsapp()
  const testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  const company = await testApp.company()
  const connectionId = await company.connection('Loja')
  const phone = whatsapp.simulator.createPhone({ phone: shop, name: 'Loja da Ana' })
  const carla = whatsapp.simulator.createContact({ phone: '5511911112222', name: 'Carla' })
  const davi = whatsapp.simulator.createContact({ phone: '5511933334444', name: 'Davi' })
  const dead: TestAppProcess[] = []
  const start = () => startAfterKill(testApp, whatsapp.gateway, runningClock)
  let living = await start()
  await until('the QR', async () => (await qrcode(testApp, company.admin.token, connectionId)) !== '')
  await phone.scanQr(await qrcode(testApp, company.admin.token, connectionId))

  await carla.sendText(shop, 'carla 1')
  await davi.sendText(shop, 'davi 1')
  const ticketIds = async () => {
    const tickets = await testApp
      .table('tickets')
      .find<{ id: TicketId; contact_id: number }>({}, ['id', 'contact_id'])
    return tickets.sort((one, other) => one.contact_id - other.contact_id).map(({ id }) => id)
  }
  await until('both tickets', async () => (await ticketIds()).length === 2)
  const [first, second] = await ticketIds()
  if (first === undefined || second === undefined) throw new Error('no tickets')
  for (const ticketId of [first, second]) {
    await company.admin.does(updateTicket, { params: { ticketId }, body: { status: 'open' } })
  }

  const perKill = { in: incoming / 2 / kills, out: outgoing / 2 / kills }
  for (let kill = 0; kill < kills; kill++) {
    for (let n = 1; n <= perKill.in; n++) {
      const number = kill * perKill.in + n
      if (number === 1) continue
      await carla.sendText(shop, `carla ${number}`)
      await davi.sendText(shop, `davi ${number}`)
    }
    for (let n = 1; n <= perKill.out; n++) {
      for (const ticketId of [first, second]) {
        const body = `resposta ${kill * perKill.out + n}`
        await company.admin.does(sendMessage, { params: { ticketId }, body: { body } })
      }
    }
    const moment = (kill * 7) % perKill.in // early in some rounds, late in others
    const stored = await countIncoming(testApp)
    await until(
      'the moment of the kill',
      async () => (await countIncoming(testApp)) >= Math.min(stored + moment, (kill + 1) * perKill.in),
    )
    living.freeze()
    phone.drop()
    dead.push(living)
    living = await start()
  }

  await until('all incoming', async () => (await countIncoming(testApp)) >= incoming, 120_000)
  const shown = (contact: typeof carla) =>
    contact.chat(shop).filter(({ from, kind }) => from === 'shop' && kind === 'text')
  await until(
    'all outgoing',
    () => [carla, davi].every((contact) => shown(contact).length >= outgoing / 2),
    120_000,
  )

  for (const name of ['carla', 'davi']) {
    const rows = await testApp.table('messages').find({ body: like(`${name} %`) }, ['body'])
    expect(rows.map(({ body }) => body)).toEqual(
      Array.from({ length: incoming / 2 }, (_, n) => `${name} ${n + 1}`),
    )
  }
  for (const contact of [carla, davi]) {
    const answers = Array.from({ length: outgoing / 2 }, (_, n) => `resposta ${n + 1}`)
    expect(shown(contact).map(({ text }) => text)).toEqual(answers)
  }

  await living.stop()
  for (const process of dead) process.thaw()
  for (const process of dead) await process.stop()
  await testApp.close()
  await whatsapp.closeTidily()
})

const countIncoming = (testApp: TestApp) => testApp.table('messages').count({ from_me: false })

async function qrcode(testApp: TestApp, token: string, connectionId: number): Promise<string> {
  const answer = await testApp.app.http.inject({
    url: `/whatsapp/${connectionId}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.json().qrcode
}
