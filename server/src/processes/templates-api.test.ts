import { Readable } from 'node:stream'
import {
  metaComponentsOfTemplateDraft,
  noTemplateValues,
  type TemplateDraft,
} from '@balcao/domain/message-templates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TemplatesApi } from '../features/message-templates/templates-api.port'
import { png } from '../platform/files/sample-files.fixture'
import { type SimulatedWhatsapp, startWhatsapp } from '../testing/simulated-whatsapp'

let whatsapp: SimulatedWhatsapp
let api: TemplatesApi
beforeAll(async () => {
  whatsapp = await startWhatsapp()
  api = whatsapp.templatesApi
})
afterAll(() => whatsapp.closeTidily())

function credentials() {
  const { graph } = whatsapp.simulator
  const { id: appId, secret: appSecret } = graph.addApp()
  const { id: accountId } = graph.addAccount()
  const { id: phoneNumberId } = graph.addNumber({ accountId, displayNumber: '551133334444' })
  const token = graph.issueToken({ appId, accountIds: [accountId] })
  return { accountId, token, appSecret, appId: null, phoneNumberId, verifyToken: 'V' }
}
const draft: TemplateDraft = {
  ...{ name: 'pedido', language: 'pt_BR', category: 'UTILITY', sample: null },
  header: { kind: 'text', text: 'Pedido {{numero}}' },
  body: 'Olá, {{nome}}! O pedido {{numero}} saiu.',
  footer: 'Loja Azul',
  buttons: [
    { kind: 'url', text: 'Ver', url: 'https://loja.example/{{1}}' },
    { kind: 'quick_reply', text: 'Obrigada' },
    { kind: 'phone_number', text: 'Ligar', phone: '551133334444' },
    { kind: 'copy_code', text: '' },
  ],
  examples: {
    header: { numero: '77' },
    body: { nome: 'Ana', numero: '77' },
    buttons: { 0: 'p77', 3: 'NATAL' },
  },
}

it('a draft that our rules accept is accepted by Meta, told back, edited and deleted', async () => {
  const own = credentials()
  const { name, language, category } = draft
  const content = { category, components: metaComponentsOfTemplateDraft(draft) }

  const { metaId, status } = await api.create(own, { ...content, name, language, isNamed: true })
  expect(status).toBe('PENDING')
  await expect(api.create(own, { ...content, name, language, isNamed: true })).rejects.toMatchObject({
    what: 'name-taken',
  })
  whatsapp.simulator.graph.template(metaId).reject('INVALID_FORMAT')
  const [told] = await api.list(own)
  expect(told).toMatchObject({ metaId, name, status: 'REJECTED', reason: 'INVALID_FORMAT', isNamed: true })

  const body = { ...draft, header: null, body: 'Chegou seu pedido.', buttons: [], examples: noTemplateValues }
  await api.edit(own, metaId, { category, components: metaComponentsOfTemplateDraft(body) })
  expect((await api.list(own))[0]?.components).toContainEqual({ type: 'BODY', text: 'Chegou seu pedido.' })
  await api.remove(own, { metaId, name })
  expect(await api.list(own)).toEqual([])
  await expect(api.remove(own, { metaId, name })).rejects.toMatchObject({ what: 'gone' })
})

it('the sample of a header gets a handle that a template may use, also when the app is unknown', async () => {
  const own = credentials()
  const picture = await png()
  const sample = await api.uploadSample(own, {
    ...{ kind: 'image', mimetype: 'image/png', fileName: 'loja.png', bytes: picture.length },
    file: async () => Readable.from([picture]),
  })

  const components = metaComponentsOfTemplateDraft({ ...draft, header: { kind: 'image' }, sample })
  const created = await api.create(own, {
    ...{ name: 'foto', language: 'pt_BR', category: 'UTILITY', isNamed: true, components },
  })
  expect(created.status).toBe('PENDING')
})

it('a token that is no longer valid says so', async () => {
  await expect(api.list({ ...credentials(), token: 'EAAold' })).rejects.toMatchObject({ what: 'token' })
})
