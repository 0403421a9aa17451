import { afterAll, beforeAll, expect, it } from 'vitest'
import { decryptText } from '../../../platform/encryption'
import { openTestApp, type TestApp } from '../../../testing/test-app'
import { moveIn } from '../move'
import { type MoveBench, openMoveBench } from '../testing/move-in-bench'
import { createWhaticketSource, type SourceFixture } from '../testing/whaticket-source'
import { whaticket } from './whaticket'

let testApp: TestApp
let source: SourceFixture
let bench: MoveBench
let companyId: number
beforeAll(async () => {
  testApp = await openTestApp()
  source = await createWhaticketSource('whaticket')
  await source.run(`
    insert into "Companies" (id, name) values (1, 'Loja dos Robôs');
    insert into "QueueIntegrations" (id, type, name, "projectName", "jsonContent", language, "urlN8N", "typebotSlug",
      "typebotExpires", "companyId") values
      (1, 'typebot', 'Vendedor', 'velho', '', '', 'https://bot.example', 'vendas', 15, 1),
      (2, 'dialogflow', 'Dúvidas', 'projeto', '{"key":"secreta"}', 'pt-BR', '', '', null, 1),
      (3, 'flowbuilder', 'Fluxo', '', '', '', '', '', null, 1),
      (4, 'n8n', 'Quebrado', '', '', '', 'javascript:alert(1)', '', null, 1);
    insert into "Queues" (id, name, color, "integrationId", "companyId") values (1, 'Vendas', '#ff0000', 1, 1),
      (2, 'Fluxo', '#00ff00', 3, 1);
    insert into "Whatsapps" (id, name, "integrationId", "companyId") values (1, 'Loja', 2, 1)`)
  const mapping = { companies: { '1': { move: true, name: 'Loja dos Robôs' } }, emails: {} }
  bench = await openMoveBench(testApp, { url: source.url, product: whaticket, mapping })
  await bench.with((order) => moveIn(order))
  const [moved] = await testApp.rows<{ id: number }>(`select id from companies where name = 'Loja dos Robôs'`)
  companyId = moved?.id ?? 0
}, 120_000)
afterAll(async () => {
  await bench.close()
  await source.drop()
})

it('moves outside bots with the fields of their kind, and queues and connections that use them', async () => {
  const bots = await testApp.rows(
    `select i.type, i.name, i.project_name, i.language, i.url, i.typebot_slug, i.typebot_expires,
       q.name as queue, w.name as connection
     from queue_integrations i
     left join queues q on q.company_id = i.company_id and q.integration_id = i.id
     left join connections w on w.company_id = i.company_id and w.integration_id = i.id
     where i.company_id = $1 order by i.id`,
    [companyId],
  )

  expect(bots).toEqual([
    {
      ...{ type: 'typebot', name: 'Vendedor', project_name: '', language: '', url: 'https://bot.example' },
      ...{ typebot_slug: 'vendas', typebot_expires: 15, queue: 'Vendas', connection: null },
    },
    {
      ...{ type: 'dialogflow', name: 'Dúvidas', project_name: 'projeto', language: 'pt-BR', url: '' },
      ...{ typebot_slug: '', typebot_expires: 1, queue: null, connection: 'Loja' },
    },
  ])
})

it('encrypts the account of Dialogflow, which the integration can read', async () => {
  const [bot] = await testApp.rows<{ id: number; sealed: string }>(
    `select id, sealed_json_content as sealed from queue_integrations where company_id = $1 and type = 'dialogflow'`,
    [companyId],
  )

  const context = `queue_integrations.sealed_json_content ${companyId} ${bot?.id}`
  expect(bot?.sealed).not.toContain('secreta')
  expect(decryptText(testApp.dataKeys, bot?.sealed ?? '', context)).toBe('{"key":"secreta"}')
})

it('reports a bot of another kind, and one whose address is none', async () => {
  expect(
    await testApp.rows('select kind, source_id, reason from move_in_skips where company_id = $1 order by 2', [
      companyId,
    ]),
  ).toEqual([
    { kind: 'integration', source_id: '3', reason: 'bot-unusable' },
    { kind: 'integration', source_id: '4', reason: 'bot-unusable' },
  ])
})
