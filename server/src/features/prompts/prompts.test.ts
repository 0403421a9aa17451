import type { LivePromptPayload } from '@balcao/contract/live'
import * as calls from '@balcao/contract/prompts'
import { listQueues } from '@balcao/contract/queues'
import type { PromptId, QueueId } from '@balcao/domain/ids'
import { promptVoices } from '@balcao/domain/prompts'
import { credentialMask } from '@balcao/domain/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changePlanOf } from '../../testing/company-plan'
import { openTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'
import { recordPromptCost } from './prompts.verbs'

let testApp: TestApp
let shop: TestCompany
let ana: Person
let stranger: TestCompany
let sales: QueueId
beforeAll(async () => {
  testApp = await openTestApp()
  shop = await testApp.company()
  sales = await shop.queue('Vendas')
  ana = await shop.person('Ana', { queueIds: [sales] })
  stranger = await testApp.company()
})
afterAll(() => testApp.close())

const form = () => ({
  name: 'Assistente da loja',
  prompt: 'Você atende a loja de móveis.',
  voice: 'pt-BR-YaraNeural',
  voiceKey: 'voz-canario-77',
  voiceRegion: 'brazilsouth',
  maxTokens: 250,
  temperature: 0.4,
  apiKey: 'sk-canario-88',
  queueId: sales,
  maxMessages: 6,
})
const creates = (body: object) => shop.admin.call(calls.createPrompt, { body: { queueId: sales, ...body } })
const of = (id: PromptId) => ({ params: { promptId: id } })
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel === `company-${shop.id}-prompt`)
    .map(({ payload }) => payload as LivePromptPayload) // the channel determines the payload

it('PROMPT-01 PROMPT-08 PROMPT-12 a prompt has its fields, and its event its channel', async () => {
  await eventsOf(shop.admin)
  await eventsOf(ana)

  const made = await shop.admin.does(calls.createPrompt, { body: form() })
  const changed = await shop.admin.does(calls.updatePrompt, {
    ...of(made.id),
    body: { ...form(), name: 'Assistente', maxTokens: 300 },
  })

  expect(made).toEqual({
    ...form(),
    id: expect.any(Number),
    voiceKey: credentialMask,
    apiKey: credentialMask,
    queue: { id: sales, name: 'Vendas' },
    spending: { calls: 0, tokensIn: 0, tokensOut: 0 },
    lastCallAt: null,
    lastFailure: null,
    createdAt: testApp.now().toISOString(),
    updatedAt: testApp.now().toISOString(),
  })
  expect(changed).toMatchObject({ id: made.id, name: 'Assistente', maxTokens: 300, queueId: sales })
  expect(await shop.admin.does(calls.getPrompt, of(made.id))).toEqual(changed)
  const forAna = { prompt: '', voiceKey: '', voiceRegion: '', apiKey: '' }
  expect(await ana.does(calls.getPrompt, of(made.id))).toEqual({ ...changed, ...forAna })
  expect(await eventsOf(ana)).toEqual([
    { action: 'create', prompt: { ...made, ...forAna } },
    { action: 'update', prompt: { ...changed, ...forAna } },
  ])
  expect(await eventsOf(shop.admin)).toEqual([
    { action: 'create', prompt: made },
    { action: 'update', prompt: changed },
  ])
})

it.each([[['texto']], [{ voice: 1 }], [7]])(
  'PROMPT-05 the unknown voice %j is replaced by the default voice',
  async (voice) => {
    const { status, body } = await creates({ ...form(), voice })

    expect([status, body.voice]).toEqual([200, 'texto'])
  },
)

it('I2 a voice nested five thousand lists deep is replaced by the default voice', () => {
  const voice = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)

  expect(calls.promptForm.parse({ ...form(), voice }).voice).toBe('texto')
})

it('PROMPT-03 PROMPT-10 saving requires a queue of the company', async () => {
  const foreign = await stranger.queue('Deles')
  for (const queueId of [undefined, null, '', false]) {
    const { status, error } = await shop.admin.call(calls.createPrompt, { body: { ...form(), queueId } })
    expect([status, error]).toEqual([400, 'Informe o setor'])
  }
  expect((await creates({ queueId: foreign })).error).toBe('ERR_QUEUE_NOT_FOUND')
  const [queue] = await shop.admin.does(listQueues)
  expect((await creates({ queueId: queue?.id })).status).toBe(200)
})

it('PROMPT-04 PROMPT-05 missing or senseless fields get a default or the nearest valid value', async () => {
  const empty = await creates({})
  const senseless = await creates({
    name: 'AI',
    prompt: 'x',
    maxTokens: 'muitos',
    temperature: 9,
    maxMessages: -3,
    voice: 'robô',
  })

  expect(empty.body).toMatchObject({
    voice: 'texto',
    maxTokens: 100,
    temperature: 1,
    maxMessages: 10,
    apiKey: '',
  })
  expect(senseless.body).toMatchObject({
    name: 'AI',
    voice: 'texto',
    maxTokens: 100,
    temperature: 2,
    maxMessages: 1,
  })
})

it('PROMPT-06 there are sixteen voices: text, and fifteen that speak', async () => {
  expect(promptVoices).toHaveLength(16)
  expect(promptVoices.slice(0, 3)).toEqual(['texto', 'pt-BR-FranciscaNeural', 'pt-BR-AntonioNeural'])
  for (const voice of promptVoices) expect((await creates({ voice })).body).toMatchObject({ voice })
})

it('PROMPT-07 the list returns prompts by name, with search and pages', async () => {
  const company = await testApp.company()
  const queueId = await company.queue('Vendas')
  for (let n = 10; n < 32; n++)
    await company.admin.does(calls.createPrompt, { body: { name: `Robô ${n}`, queueId } })

  const first = await company.admin.does(calls.listPrompts, { query: {} })
  const found = await company.admin.does(calls.listPrompts, { query: { searchParam: 'ROBO 31' } })

  expect([first.prompts.length, first.prompts[0]?.name, first.count, first.hasMore]).toEqual([
    20,
    'Robô 10',
    22,
    true,
  ])
  expect(found.prompts.map(({ name }) => name)).toEqual(['Robô 31'])
})

it("PROMPT-09 RT-23 deleting returns the toast's text, and all users get the event", async () => {
  const { id } = await shop.admin.does(calls.createPrompt, { body: form() })
  await eventsOf(ana)

  const answer = await shop.admin.does(calls.deletePrompt, of(id))

  expect(answer).toEqual({ message: 'Prompt excluído com sucesso!' })
  expect((await shop.admin.call(calls.getPrompt, of(id))).error).toBe('ERR_NO_PROMPT_FOUND')
  expect((await shop.admin.call(calls.deletePrompt, of(id))).error).toBe('ERR_NO_PROMPT_FOUND')
  expect(await eventsOf(ana)).toEqual([{ action: 'delete', promptId: id }])
})

it('PROMPT-13 O1 keys are stored encrypted and never returned; empty or masked ones stay', async () => {
  const { id } = await shop.admin.does(calls.createPrompt, { body: form() })
  const kept = () =>
    testApp.table('prompts').find({ company_id: shop.id, id }, ['sealed_api_key', 'sealed_voice_key'])
  const [first] = await kept()

  await shop.admin.does(calls.updatePrompt, {
    ...of(id),
    body: { ...form(), apiKey: '', voiceKey: credentialMask },
  })
  const untouched = await kept()
  await shop.admin.does(calls.updatePrompt, {
    ...of(id),
    body: { ...form(), apiKey: 'sk-canario-99', voiceKey: '' },
  })
  const [other] = await kept()

  expect(untouched).toEqual([first])
  expect(other?.sealed_api_key).not.toBe(first?.sealed_api_key)
  expect(other?.sealed_voice_key).toBe(first?.sealed_voice_key)
  const everything = JSON.stringify([
    await testApp.table('prompts').find(),
    await testApp.table('live_events').find({}, ['payload']),
    await testApp.table('audit_entries').find(),
    await shop.admin.does(calls.listPrompts, { query: {} }),
    await ana.received(),
    testApp.log,
  ])
  expect(everything).not.toContain('canario')
})

it("PROMPT-12 PROMPT-13 the cost of a call is sent to all users, without the prompt's text", async () => {
  const { id } = await shop.admin.does(calls.createPrompt, { body: form() })
  await eventsOf(ana)
  const spent = { calls: 1, tokensIn: 120, tokensOut: 15, failure: null }

  for (const companyId of [shop.id, stranger.id]) {
    const actor = { kind: 'system', name: 'test', companyId } as const
    await testApp.app.workplace.withCompany(actor, (work) => recordPromptCost(work, id, spent))
  }

  const { spending, lastCallAt, lastFailure } = await shop.admin.does(calls.getPrompt, of(id))
  expect(spending).toEqual({ calls: 1, tokensIn: 120, tokensOut: 15 })
  expect(await eventsOf(ana)).toEqual([
    { action: 'spending', promptId: id, spending, lastCallAt, lastFailure },
  ])
})

it('PERM-16 only admins change prompts, and only those of their own company', async () => {
  const { id } = await shop.admin.does(calls.createPrompt, { body: form() })

  for (const call of [
    ana.call(calls.createPrompt, { body: form() }),
    ana.call(calls.updatePrompt, { ...of(id), body: form() }),
    ana.call(calls.deletePrompt, of(id)),
  ])
    expect((await call).error).toBe('ERR_NO_PERMISSION')
  for (const call of [
    stranger.admin.call(calls.getPrompt, of(id)),
    stranger.admin.call(calls.updatePrompt, {
      ...of(id),
      body: { ...form(), queueId: await stranger.queue('Sua') },
    }),
    stranger.admin.call(calls.deletePrompt, of(id)),
  ])
    expect((await call).error).toBe('ERR_NO_PROMPT_FOUND')
})

it('PLAN-02 a plan without useOpenAi has no prompts', async () => {
  const company = await testApp.company()
  await changePlanOf(testApp, company.id, { use_open_ai: false })
  testApp.pass(6) // the plan is cached for five seconds

  expect((await company.admin.call(calls.listPrompts, { query: {} })).error).toBe('ERR_NO_PERMISSION')
})
