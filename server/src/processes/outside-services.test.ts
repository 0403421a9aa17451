import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BotSettings, CustomerMessage } from '../outside/bots/port'
import { openOutsideServiceClients } from './outside-services'

/** A machine in the operator's private network that answers as a model and as a flow. */
let machine: Server
let host: string
let inbound: string[]

beforeAll(async () => {
  machine = createServer((request, response) => {
    inbound.push(String(request.url))
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Temos sim.' } }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices, replies: ['Olá'] }))
  }).listen(0, '127.0.0.1')
  await once(machine, 'listening')
  // `address()` is a string only for pipes.
  host = `127.0.0.1:${(machine.address() as AddressInfo).port}`
})
beforeEach(() => {
  inbound = []
})
afterAll(() => {
  machine.closeAllConnections()
  machine.close()
})

const signal = new AbortController().signal
const said: CustomerMessage = {
  companyId: 1,
  ticket: { id: 7, uuid: 'u', queueId: null },
  contact: { id: 4, name: 'Bia', number: '5511988887777' },
  message: { id: 9, text: 'Oi', mediaType: null, mediaUrl: null, sentAt: '2026-11-20T12:00:00.000Z' },
  sound: null,
  session: null,
  now: new Date('2026-11-20T12:00:00Z'),
}
const question = { apiKey: 'sk', instructions: '', history: [], maxTokens: 50, temperature: 1 }

/** The requests that reach the machine, and those refused before a connection. */
async function reached(hosts: { privateHosts: readonly string[]; botPrivateHosts: readonly string[] }) {
  const assistant = { baseUrl: `http://${host}/v1`, model: 'm', transcriptionModel: 't' }
  const { services, close } = openOutsideServiceClients({ assistant, ...hosts })
  const bot = { integrationId: 1, name: 'Robô', signingSecret: 's', projectName: '', jsonContent: '' }
  const at = (type: BotSettings['type'], url: string) =>
    services.bots.answer({ ...bot, type, url, language: 'pt-BR', typebotSlug: 'loja' }, said, signal)
  const outcomes = await Promise.allSettled([
    services.assistant.answer(question, { signal, paid: () => undefined }),
    at('webhook', `http://${host}/flow`),
    at('typebot', `http://${host}`),
    services.bots.fetchFile(`http://${host}/a.png`, signal),
  ])
  await close()
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.reason : 'reached'))
}

it('E1 the private hosts of the operator’s model are unreachable by companies’ addresses', async () => {
  const outcomes = await reached({ privateHosts: [host], botPrivateHosts: [] })

  expect(outcomes).toEqual(['reached', 'address-refused', 'address-refused', 'address-refused'])
  expect(inbound).toEqual(['/v1/chat/completions'])
})

it('E1 private hosts of integrations are called by their own address, not as an answer’s file', async () => {
  const [assistant, webhook, , file] = await reached({ privateHosts: [], botPrivateHosts: [host] })

  expect([assistant, webhook, file]).toEqual(['address-refused', 'reached', 'address-refused'])
  expect(inbound.toSorted()).toEqual(['/api/v1/typebots/loja/startChat', '/flow'])
})
