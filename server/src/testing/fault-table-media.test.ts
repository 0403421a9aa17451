import { listMessages, type MessageView, retryMessage } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import { steppedClock } from '@balcao/whatsapp/testing/stepped-clock'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FaultFixture, openFaultFixture } from './fault-fixture'
import { type SimulatedWhatsapp, startWhatsapp } from './simulated-whatsapp'
import { openOwnTestApp, runningClock, type TestApp } from './test-app'
import { until } from './until'

// In addition to the table of faults: files. Jobs fetch them, and jobs use the machine's clock.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let whatsapp: SimulatedWhatsapp
let testApp: TestApp
beforeAll(async () => {
  whatsapp = await startWhatsapp()
  testApp = await openOwnTestApp({ gateway: whatsapp.gateway, clock: runningClock })
  await testApp.app.startRoles()
})
afterAll(async () => {
  await testApp?.close()
  await whatsapp?.closeTidily()
})

async function aLinkedNumber(): Promise<FaultFixture> {
  const fixture = await openFaultFixture(testApp, whatsapp, steppedClock())
  await fixture.link()
  return fixture
}

test.each([404, 410] as const)(
  'a picture that the host answers with %i is requested again and stored',
  async (status) => {
    const fixture = await aLinkedNumber()
    const ticketId = await fixture.openTicket()
    fixture.phone.inflict({ kind: 'loseMedia', status })

    await fixture.contact.sendPicture(fixture.phone.phone, onePixel, {
      mimetype: 'image/png',
      caption: 'olha',
    })

    await until('the picture', async () => (await lastOf(fixture, ticketId)).media?.state === 'ready')
    expect(await lastOf(fixture, ticketId)).toMatchObject({
      body: 'olha',
      mediaUrl: expect.stringContaining('/'),
    })
  },
)

test.each([404, 410] as const)(
  'a picture missing on the phone (%i) fails, keeps its caption, and a later retry works',
  async (status) => {
    const fixture = await aLinkedNumber()
    const ticketId = await fixture.openTicket()
    fixture.phone.inflict({ kind: 'loseMedia', status, phoneHasIt: false })

    await fixture.contact.sendPicture(fixture.phone.phone, onePixel, {
      mimetype: 'image/png',
      caption: 'olha',
    })
    await until('it says so', async () => (await lastOf(fixture, ticketId)).media?.state === 'failed')
    const failed = await lastOf(fixture, ticketId)
    fixture.phone.inflict({ kind: 'loseMedia', status, times: 0 })
    await fixture.company.admin.does(retryMessage, { params: { messageId: failed.id } })

    expect(failed.body).toBe('olha')
    await until('the picture', async () => (await lastOf(fixture, ticketId)).media?.state === 'ready')
  },
)

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function lastOf({ company }: FaultFixture, ticketId: TicketId): Promise<MessageView> {
  const { messages } = await company.admin.does(listMessages, { params: { ticketId } })
  const last = messages.at(-1)
  if (last === undefined) throw new Error('the conversation is empty')
  return last
}
