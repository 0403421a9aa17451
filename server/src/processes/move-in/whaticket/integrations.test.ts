import type { CompanyId } from '@balcao/domain/ids'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decryptText } from '../../../platform/encryption'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { moveIn } from '../move'
import { type MoveBench, openMoveBench } from '../testing/move-in-bench'
import { type MovedRows, movedCompanyId, movedRows } from '../testing/moved-rows'
import { createWhaticketSource, type SourceFixture } from '../testing/whaticket-source'
import { whaticket } from './whaticket'

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: CompanyId
let moved: MovedRows
beforeAll(async () => {
  testApp = await openTestApp()
  source = await createWhaticketSource('whaticket')
  await source.table('Companies').insert({ id: 1, name: 'Loja dos Robôs' })
  const none = { projectName: '', jsonContent: '', language: '', urlN8N: '', typebotSlug: '', companyId: 1 }
  const seller = {
    projectName: 'velho',
    urlN8N: 'https://bot.example',
    typebotSlug: 'vendas',
    typebotExpires: 15,
  }
  const answerer = { projectName: 'projeto', jsonContent: '{"key":"secreta"}', language: 'pt-BR' }
  await source.add({
    QueueIntegrations: [
      { ...none, ...seller, id: 1, type: 'typebot', name: 'Vendedor' },
      { ...none, ...answerer, id: 2, type: 'dialogflow', name: 'Dúvidas' },
      { ...none, id: 3, type: 'flowbuilder', name: 'Fluxo' },
      { ...none, id: 4, type: 'n8n', name: 'Quebrado', urlN8N: 'javascript:alert(1)' },
    ],
    Queues: [
      { id: 1, name: 'Vendas', color: '#ff0000', integrationId: 1, companyId: 1 },
      { id: 2, name: 'Fluxo', color: '#00ff00', integrationId: 3, companyId: 1 },
    ],
    Whatsapps: [{ id: 1, name: 'Loja', integrationId: 2, companyId: 1 }],
  })
  const mapping = { companies: { '1': { move: true, name: 'Loja dos Robôs' } }, emails: {} }
  bench = await openMoveBench(testApp, { url: source.url, product: whaticket, mapping })
  await bench.with((order) => moveIn(order))
  companyId = await movedCompanyId(testApp, 'Loja dos Robôs')
  moved = movedRows(testApp, companyId)
}, 120_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
})

it('moves outside bots with the fields of their kind, and queues and connections that use them', async () => {
  const columns = ['type', 'name', 'project_name', 'language', 'url', 'typebot_slug', 'typebot_expires']

  expect(await moved.find('queue_integrations', columns)).toEqual([
    {
      ...{ type: 'typebot', name: 'Vendedor', project_name: '', language: '', url: 'https://bot.example' },
      ...{ typebot_slug: 'vendas', typebot_expires: 15 },
    },
    {
      ...{ type: 'dialogflow', name: 'Dúvidas', project_name: 'projeto', language: 'pt-BR', url: '' },
      ...{ typebot_slug: '', typebot_expires: 1 },
    },
  ])
  expect(await moved.named('queues', ['name'], { bot: 'integration_id' })).toEqual([
    { name: 'Vendas', bot: 'Vendedor' },
    { name: 'Fluxo', bot: null },
  ])
  expect(await moved.named('connections', ['name'], { bot: 'integration_id' })).toEqual([
    { name: 'Loja', bot: 'Dúvidas' },
  ])
})

it('encrypts the account of Dialogflow, which the integration can read', async () => {
  const { id, sealed_json_content: sealed } = await testApp
    .table('queue_integrations')
    .get<{ id: number; sealed_json_content: string }>({ company_id: companyId, type: 'dialogflow' })

  const context = `queue_integrations.sealed_json_content ${companyId} ${id}`
  expect(sealed).not.toContain('secreta')
  expect(decryptText(testApp.dataKeys, sealed, context)).toBe('{"key":"secreta"}')
})

it('reports a bot of another kind, and one whose address is none', async () => {
  expect(await moved.find('move_in_skips', ['kind', 'source_id', 'reason'])).toEqual([
    { kind: 'integration', source_id: '3', reason: 'bot-unusable' },
    { kind: 'integration', source_id: '4', reason: 'bot-unusable' },
  ])
})
