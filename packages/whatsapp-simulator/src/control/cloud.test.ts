import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../simulator'
import { callerOf, PNG } from '../testing/graph-client'

let simulator: Simulator

beforeEach(async () => {
  simulator = await startSimulator({ latency: 0 })
})

afterEach(() => simulator.close())

it('makes a number with its account, app and token, and shows a conversation', async () => {
  const { id } = await control('POST', 'cloud-numbers', { name: 'Loja', phone: '+55 11 3333-4444' })
  const { numbers } = await control('GET', 'cloud')
  const ana = await control('POST', 'cloud-customers', { name: 'Ana', phone: '5511988887777' })
  await control('POST', `cloud-customers/${ana.id}/messages`, { to: id, text: 'oi' })
  await control('POST', `cloud-customers/${ana.id}/messages`, {
    to: id,
    picture: PNG.toString('base64'),
    mimetype: 'image/png',
    caption: 'este',
  })
  const reply = { type: 'reply', reply: { id: 'yes', title: 'Sim' } }
  const sent = await callerOf(simulator.graph, numbers[0].token)('POST', `${id}/messages`, {
    messaging_product: 'whatsapp',
    to: '5511988887777',
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'Confirma?' }, action: { buttons: [reply] } },
  })
  const wamid = sent.body.messages[0].id
  await control('POST', `cloud-customers/${ana.id}/tap`, { to: id, id: wamid, choice: 'yes' })
  await control('POST', `cloud-customers/${ana.id}/read`, { to: id })

  const chat = await control('GET', `cloud-customers/${ana.id}/chat?with=${id}`)

  expect(numbers).toMatchObject([
    { id, displayNumber: '551133334444', status: 'CONNECTED', isSubscribed: true, app: { callback: null } },
  ])
  expect(chat).toMatchObject({
    isWindowOpen: true,
    messages: [
      { from: 'contact', kind: 'text', text: 'oi' },
      { kind: 'picture', text: 'este', pictureUrl: expect.stringMatching(/^\/pictures\/graph-\d+$/) },
      { from: 'shop', kind: 'text', text: 'Confirma?', tick: 'read', buttons: [{ id: 'yes', title: 'Sim' }] },
      { from: 'contact', text: 'Sim', quotedId: wamid },
    ],
  })
  const picture = await fetch(new URL(chat.messages[1].pictureUrl, simulator.pageUrl))
  expect(picture.headers.get('content-type')).toBe('image/png')
})

it('changes people, numbers, templates and rules, and inflicts faults', async () => {
  const { graph } = simulator
  const { id } = await control('POST', 'cloud-numbers', { name: 'Loja', phone: '551133334444' })
  const number = graph.number(id)
  const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
  ana.write(id, 'oi')
  const template = graph.addTemplate({
    accountId: number.accountId,
    name: 'aviso',
    status: 'PENDING',
    components: [{ type: 'BODY', text: 'Oi' }],
  })

  await control('POST', `cloud-numbers/${id}/state`, { quality: 'RED', tier: 'TIER_2K', status: 'FLAGGED' })
  await control('POST', `cloud-customers/${ana.id}/state`, { to: id, hidesPhone: true, closesWindow: true })
  await control('POST', `cloud-templates/${template.id}/review`, { verdict: 'reject', reason: 'PROMOTIONAL' })
  await control('POST', 'cloud-faults', { kind: 'cutSend', moment: 'after' })
  await control('POST', 'cloud-rules', { refusesAtOnce: true })
  const wrong = await fetch(new URL('cloud-rules', simulator.pageUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"refusesAtOnce":"yes"}',
  })

  expect([number.quality, number.tier, number.status]).toEqual(['RED', 'TIER_2K', 'FLAGGED'])
  expect([ana.hidesPhone, ana.isWindowOpen(id)]).toEqual([true, false])
  expect((await control('GET', 'cloud')).templates).toMatchObject([
    { name: 'aviso', status: 'REJECTED', rejectedReason: 'PROMOTIONAL', body: 'Oi' },
  ])
  expect(graph.faults()).toEqual([{ kind: 'cutSend', moment: 'after' }])
  expect(graph.rules.refusesAtOnce).toBe(true)
  expect(wrong.status).toBe(400)
})

it('plays a call, which opens the window, and a message from the phone of the shop', async () => {
  const { graph } = simulator
  const { id } = await control('POST', 'cloud-numbers', { name: 'Loja', phone: '551133334444' })
  const ana = graph.addCustomer({ name: 'Ana', phone: '5511988887777' })
  const wasOpen = ana.isWindowOpen(id)

  await control('POST', `cloud-customers/${ana.id}/call`, { to: id, seconds: 60 })
  const heard = await control('POST', `cloud-customers/${ana.id}/hear`, { to: id, text: 'Do celular' })

  expect([wasOpen, ana.isWindowOpen(id)]).toEqual([false, true])
  expect(heard.id).toMatch(/^wamid\./)
})

async function control(method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, simulator.pageUrl), {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape they assert
  return (await response.json()) as any
}
