import { createPairingCode, deleteConnection } from '@balcao/contract/connections'
import { createContact } from '@balcao/contract/contacts'
import { updateTicket } from '@balcao/contract/tickets'
import type { ConnectionId } from '@balcao/domain/ids'
import { LinkingRefused, type WhatsappGateway, type WhatsappLink } from '@balcao/whatsapp/gateway'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { playedGateway } from '../../testing/played-gateway'
import {
  type AppBeside,
  openOwnTestApp,
  runningClock,
  type TestApp,
  type TestCompany,
} from '../../testing/test-app'
import { until } from '../../testing/until'

// The first process answers people and runs no session; the one beside it runs all sessions.

let testApp: TestApp
let beside: AppBeside
let company: TestCompany
let connectionId: ConnectionId
/** The calls that arrived at the driver of the process beside, and its answers. */
let calls: unknown[][]
let answers: Partial<WhatsappLink>
beforeAll(async () => {
  testApp = await openOwnTestApp({ isShared: true, clock: runningClock })
})
afterAll(() => testApp.close())
beforeEach(async () => {
  calls = []
  answers = {}
  beside = await testApp.startBeside({ gateway: recording() })
  company = await testApp.company()
  connectionId = await company.connection('Loja')
  await beside.app.startRoles()
  await until('the first process knows the link', linkIsKnown)
  await until('connected', async () => {
    const { status } = await testApp.table('connections').get({ id: connectionId }, ['status'])
    return status === 'CONNECTED'
  })
})
afterEach(() => beside.stop())

const linkIsKnown = () => testApp.app.links.link(company.id, connectionId) !== null

function recording(): WhatsappGateway {
  const played = playedGateway()
  return {
    ...played,
    connect: (options) => {
      const called =
        (method: 'typing' | 'lookUp' | 'logout' | 'requestPairingCode') =>
        (...args: unknown[]) => {
          calls.push([method, ...args])
          return (answers[method] as undefined | ((...given: unknown[]) => never))?.(...args) as never
        }
      return {
        ...played.connect(options),
        typing: async (...args) => called('typing')(...args),
        lookUp: async (...args) => called('lookUp')(...args),
        logout: async () => called('logout')(),
        requestPairingCode: async (...args) => called('requestPairingCode')(...args),
      }
    },
  }
}

const askForCode = () =>
  company.admin.call(createPairingCode, { params: { connectionId }, body: { number: '5511999990000' } })
const addContact = () =>
  company.admin.call(createContact, { body: { name: 'Carla', number: '5511911112222', email: '' } })

test('CONN-29 a pairing code comes from the process that runs the connection', async () => {
  answers.requestPairingCode = async () => 'ABCD1234'
  expect(await askForCode()).toMatchObject({ status: 200, body: { code: 'ABCD1234' } })

  answers.requestPairingCode = () => Promise.reject(new LinkingRefused(429))
  expect(await askForCode()).toMatchObject({ status: 400, error: 'ERR_PAIRING_TOO_OFTEN' })
})

test('CONTACT-06 a number is looked up over a connection of another process', async () => {
  answers.lookUp = async () => ({ kind: 'person', phone: '551191111222', lid: '99887766' })

  expect(await addContact()).toMatchObject({ status: 200, body: { number: '551191111222' } })
  expect(calls).toEqual([['lookUp', '5511911112222']])
})

test('typing of a user reaches the phone over a connection of another process', async () => {
  const ticketId = await company.hears({ over: connectionId, from: '5511911112222' })
  const { admin } = company
  await admin.does(updateTicket, { params: { ticketId }, body: { status: 'open', userId: admin.id } })

  testApp.app.conversations.personTypes(admin.subscriber.viewer, ticketId, 'typing')
  await testApp.app.conversations.settled()

  expect(calls).toEqual([['typing', { kind: 'person', phone: '5511911112222', lid: null }, 'typing']])
})

test('CONN-23 deleting a connection logs it out in the process that runs it', async () => {
  await company.admin.does(deleteConnection, { params: { connectionId } })

  expect(calls).toEqual([['logout']])
  await until('the link has ended', () => !linkIsKnown())
  expect(beside.app.links.ownLink(company.id, connectionId)).toBeNull()
})

test('a killed process makes its connections not connected, at once and later', async () => {
  await beside.kill()

  expect(await askForCode()).toMatchObject({ status: 400, error: 'ERR_WAPP_NOT_INITIALIZED' })
  expect(await addContact()).toMatchObject({ error: 'ERR_WAPP_CHECK_CONTACT' })
  await until('its links are gone', () => !linkIsKnown())
  expect(await askForCode()).toMatchObject({ status: 400, error: 'ERR_WAPP_NOT_INITIALIZED' })
})

test('a process that stops in order takes its links with it', async () => {
  await beside.stop()

  await until('its links are gone', () => !linkIsKnown())
})
