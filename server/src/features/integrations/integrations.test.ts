import { typedAddressRateLimit } from '@balcao/contract/endpoint'
import * as calls from '@balcao/contract/integrations'
import type { LiveIntegrationPayload } from '@balcao/contract/live'
import type { IntegrationId } from '@balcao/domain/ids'
import { integrationTypes } from '@balcao/domain/integrations'
import { credentialMask } from '@balcao/domain/settings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BotFailure, type BotSettings } from '../../outside/bots/port'
import { createEgressClient } from '../../platform/egress/egress-client'
import { changePlanOf } from '../../testing/company-plan'
import { errorBody } from '../../testing/error-body'
import { openOwnTestApp, type Person, type TestApp, type TestCompany } from '../../testing/test-app'

let testApp: TestApp
let shop: TestCompany
let ana: Person
let stranger: TestCompany
const asked: BotSettings[] = []
const internet = createEgressClient({ allow: ['10.0.0.5:5678'] })
beforeAll(async () => {
  testApp = await openOwnTestApp({
    outside: {
      webhooks: internet,
      bots: {
        fetchFile: () => Promise.reject(new Error('nothing is fetched here')),
        async answer(bot) {
          asked.push(bot)
          if (bot.jsonContent === '') throw new BotFailure('misconfigured')
          return {
            replies: [{ kind: 'text', text: 'Olá, sou o robô' }],
            command: null,
            session: null,
            isLost: false,
            needsWords: false,
          }
        },
      },
    },
  })
  shop = await testApp.company()
  ana = await shop.person('Ana')
  stranger = await testApp.company()
})
afterAll(async () => {
  await testApp.close()
  await internet.close()
})

const typebot = { type: 'typebot', name: 'Robô', urlN8N: 'https://bot.example', typebotSlug: 'loja' } as const
const dialogflow = { type: 'dialogflow', name: 'Agente', language: 'pt-BR', projectName: 'loja' } as const
const creates = (body: object) => shop.admin.call(calls.createIntegration, { body: body as typeof typebot })
const of = (id: IntegrationId) => ({ params: { integrationId: id } })
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel === `company-${shop.id}-queueIntegration`)
    .map(({ payload }) => payload as LiveIntegrationPayload) // the channel carries only this type

describe('managing integrations', () => {
  it('INTEG-01 INTEG-11 RT-23 an integration has its fields and sends live events', async () => {
    await eventsOf(shop.admin)
    const fields = {
      ...typebot,
      typebotDelayMessage: 500,
      typebotExpires: 30,
      typebotKeywordFinish: '#sair',
      typebotKeywordRestart: '#inicio',
      typebotRestartMessage: 'Vamos de novo',
      typebotUnknownMessage: 'Não entendi',
    }

    const made = await shop.admin.does(calls.createIntegration, { body: fields })
    const changed = await shop.admin.does(calls.updateIntegration, {
      ...of(made.id),
      body: { ...fields, name: 'Fluxo' },
    })
    const read = await shop.admin.does(calls.getIntegration, of(made.id))
    const gone = await shop.admin.does(calls.deleteIntegration, of(made.id))

    expect(made).toEqual({
      ...fields,
      id: expect.any(Number),
      projectName: '',
      jsonContent: '',
      signingSecret: credentialMask,
      language: '',
      lastCallAt: null,
      lastFailure: null,
      isPaused: false,
      createdAt: testApp.now().toISOString(),
      updatedAt: testApp.now().toISOString(),
    })
    expect(read).toEqual(changed)
    expect(changed).toMatchObject({ id: made.id, name: 'Fluxo' })
    expect(gone).toEqual({ message: 'integration deleted' })
    expect(await eventsOf(shop.admin)).toEqual([
      { action: 'create', queueIntegration: made },
      { action: 'update', queueIntegration: changed },
      { action: 'delete', integrationId: made.id },
    ])
    expect((await shop.admin.call(calls.getIntegration, of(made.id))).error).toBe('ERR_NO_INTEGRATION_FOUND')
  })

  it('an attendant reads only the name of an integration, in answers and events', async () => {
    await eventsOf(ana)
    const fields = { ...dialogflow, projectName: 'faisao-projeto', jsonContent: 'faisao-chave' }

    const made = await shop.admin.does(calls.createIntegration, {
      body: { ...typebot, urlN8N: 'https://faisao.example/token', typebotSlug: 'faisao-slug' },
    })
    await shop.admin.does(calls.createIntegration, { body: fields })

    const read = await ana.does(calls.getIntegration, of(made.id))
    const listed = await ana.does(calls.listIntegrations, {})
    const events = await eventsOf(ana)
    expect(read).toEqual({ ...made, urlN8N: '', typebotSlug: '', signingSecret: '' })
    expect(listed.queueIntegrations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([typebot.name, dialogflow.name]),
    )
    expect(events.map(({ action }) => action)).toEqual(['create', 'create'])
    expect(JSON.stringify([read, listed, events])).not.toContain('faisao')
  })

  it('INTEG-02 there are four types, and the default is typebot', async () => {
    const { type: _, ...untyped } = typebot

    expect(integrationTypes).toEqual(['dialogflow', 'n8n', 'webhook', 'typebot'])
    expect((await creates(untyped)).body).toMatchObject({ type: 'typebot' })
    for (const type of ['n8n', 'webhook'])
      expect((await creates({ ...typebot, type })).body).toMatchObject({ type })
    expect((await creates(dialogflow)).body).toMatchObject({ type: 'dialogflow' })
    expect((await creates({ ...typebot, type: 'robot' })).status).toBe(400)
  })

  it('INTEG-05 the name has 2 to 50 characters', async () => {
    const errorOf = async (name: string) => (await creates({ ...typebot, name })).error

    expect(await errorOf('')).toBe('Required')
    expect(await errorOf('R')).toBe('Too Short!')
    expect(await errorOf('R'.repeat(51))).toBe('Too Long!')
  })

  it.each([
    ['INTEG-06 n8n needs a URL', { type: 'n8n', name: 'Fluxo' }, 'Required'],
    ['INTEG-06 a webhook needs a URL', { type: 'webhook', name: 'Fluxo', urlN8N: ' ' }, 'Required'],
    ['INTEG-06 a typebot needs a URL', { ...typebot, urlN8N: '' }, 'Required'],
    ['INTEG-06 and one of the web', { ...typebot, urlN8N: 'file:///etc/passwd' }, 'Invalid URL'],
    ['INTEG-06 without a password in it', { ...typebot, urlN8N: 'https://a:b@bot.example' }, 'Invalid URL'],
    ['INTEG-07 a typebot needs its slug', { ...typebot, typebotSlug: '' }, 'Required'],
    ['INTEG-08 dialogflow needs a language', { ...dialogflow, language: '' }, 'Required'],
    ['INTEG-08 one of three', { ...dialogflow, language: 'fr' }, 'Invalid language'],
  ])('%s', async (_name, body, error) => {
    expect(await creates(body)).toMatchObject({ status: 400, error })
  })

  it.each([
    ['this machine', 'http://localhost:5432/'],
    ['this machine as a number', 'http://2130706433/'],
    ['a private network', 'https://192.168.0.10/fluxo'],
    ['the port next to an allowed one', 'http://10.0.0.5:5679/'],
    ['the metadata service of a cloud', 'http://169.254.169.254/latest'],
    ['an address of version 6', 'http://[::ffff:10.0.0.5]/'],
    ['a name of a private network', 'http://n8n.internal/'],
  ])('E1 INTEG-06 %s is refused on saving and on testing', async (_name, urlN8N) => {
    const { id } = await shop.admin.does(calls.createIntegration, { body: typebot })
    asked.length = 0

    for (const type of ['typebot', 'n8n', 'webhook'] as const) {
      const body = { ...typebot, type, urlN8N }
      for (const answer of [
        await creates(body),
        await shop.admin.call(calls.updateIntegration, { ...of(id), body }),
        await (await testApp.company()).admin.call(calls.testIntegration, { body }),
      ])
        expect([answer.status, answer.error]).toEqual([400, 'ERR_PRIVATE_ADDRESS'])
    }
    expect(asked).toEqual([])
    expect(await shop.admin.does(calls.getIntegration, of(id))).toMatchObject(typebot)
  })

  it('E1 an allowed private address is accepted, and an unused address is not checked', async () => {
    const named = await creates({ ...typebot, urlN8N: 'http://10.0.0.5:5678/fluxo' })
    const unused = await creates({ ...dialogflow, urlN8N: 'http://10.0.0.9/' })

    expect([named.status, unused.status]).toEqual([200, 200])
  })

  it('INTEG-08 pt-BR, en and es are its languages', async () => {
    for (const language of ['pt-BR', 'en', 'es'])
      expect((await creates({ ...dialogflow, language })).body).toMatchObject({ language })
  })

  it('INTEG-09 by default a typebot waits a second before each message and expires after a minute', async () => {
    expect((await creates(typebot)).body).toMatchObject({ typebotDelayMessage: 1000, typebotExpires: 1 })
    expect((await creates({ ...typebot, typebotExpires: 0 })).body).toMatchObject({ typebotExpires: 0 })
  })

  it('INTEG-10 the list returns queueIntegrations, newest first, with search and pages', async () => {
    const company = await testApp.company()
    for (let n = 10; n < 32; n++)
      await company.admin.does(calls.createIntegration, { body: { ...typebot, name: `Robô ${n}` } })

    const first = await company.admin.does(calls.listIntegrations, { query: {} })
    const second = await company.admin.does(calls.listIntegrations, { query: { pageNumber: 2 } })
    const found = await company.admin.does(calls.listIntegrations, { query: { searchParam: 'robo 12' } })

    expect([first.queueIntegrations[0]?.name, first.queueIntegrations.length, first.hasMore]).toEqual([
      'Robô 31',
      20,
      true,
    ])
    expect([second.queueIntegrations.length, second.hasMore]).toEqual([2, false])
    expect(found.queueIntegrations.map(({ name }) => name)).toEqual(['Robô 12'])
  })

  it('INTEG-01 O1 secrets are stored encrypted and never returned; an empty or masked one stays', async () => {
    const body = {
      ...dialogflow,
      jsonContent: '{"private_key":"canario-json"}',
      signingSecret: 'canario-segredo',
    }
    const { id } = await shop.admin.does(calls.createIntegration, { body })
    const kept = () =>
      testApp
        .table('queue_integrations')
        .find({ company_id: shop.id, id }, ['sealed_json_content', 'sealed_signing_secret'])
    const first = await kept()

    await shop.admin.does(calls.updateIntegration, {
      ...of(id),
      body: { ...body, jsonContent: credentialMask, signingSecret: '' },
    })

    expect(await kept()).toEqual(first)
    const everything = JSON.stringify([
      await testApp.table('queue_integrations').find(),
      await testApp.table('live_events').find({}, ['payload']),
      await testApp.table('audit_entries').find(),
      await shop.admin.does(calls.listIntegrations, { query: {} }),
      await ana.received(),
      testApp.log,
    ])
    expect(everything).not.toContain('canario')
  })

  it('PERM-14 a plan without useIntegrations refuses every call', async () => {
    const company = await testApp.company()
    await changePlanOf(testApp, company.id, { use_integrations: false })
    testApp.pass(6) // the gate caches for five seconds

    expect((await company.admin.call(calls.listIntegrations, { query: {} })).error).toBe('ERR_NO_PERMISSION')
  })

  it('PERM-16 only admins change integrations, and another company finds none', async () => {
    const { id } = await shop.admin.does(calls.createIntegration, { body: typebot })

    for (const call of [
      ana.call(calls.createIntegration, { body: typebot }),
      ana.call(calls.updateIntegration, { ...of(id), body: typebot }),
      ana.call(calls.deleteIntegration, of(id)),
      ana.call(calls.testIntegration, { body: dialogflow }),
    ])
      expect((await call).error).toBe('ERR_NO_PERMISSION')
    for (const call of [
      stranger.admin.call(calls.getIntegration, of(id)),
      stranger.admin.call(calls.updateIntegration, { ...of(id), body: typebot }),
      stranger.admin.call(calls.deleteIntegration, of(id)),
      stranger.admin.call(calls.testIntegration, { body: { ...dialogflow, integrationId: id } }),
    ])
      expect((await call).error).toBe('ERR_NO_INTEGRATION_FOUND')
  })
})

describe('Testar Bot', () => {
  it('INTEG-12 calls the bot with the form’s settings, and the stored secret where it is masked', async () => {
    const jsonContent = '{"client_email":"a"}'
    const { id } = await shop.admin.does(calls.createIntegration, { body: { ...dialogflow, jsonContent } })
    asked.length = 0

    const typed = await shop.admin.does(calls.testIntegration, {
      body: { projectName: 'outro', jsonContent: '{"x":1}', language: 'en' },
    })
    await shop.admin.does(calls.testIntegration, {
      body: { ...dialogflow, jsonContent: credentialMask, integrationId: id },
    })

    expect(typed).toEqual({ message: 'Olá, sou o robô' })
    expect(asked).toMatchObject([
      { type: 'dialogflow', projectName: 'outro', jsonContent: '{"x":1}', language: 'en' },
      { type: 'dialogflow', projectName: 'loja', jsonContent, language: 'pt-BR' },
    ])
  })

  it('INTEG-12 reports why a bot did not answer, and requires the fields of a saved integration', async () => {
    const failed = await shop.admin.call(calls.testIntegration, { body: { ...dialogflow, jsonContent: '' } })
    const incomplete = await shop.admin.call(calls.testIntegration, {
      body: { projectName: 'loja', jsonContent: 'x' },
    })

    expect([failed.status, failed.body]).toEqual([
      400,
      errorBody('ERR_BOT_FAILED', { what: 'misconfigured' }),
    ])
    expect([incomplete.status, incomplete.error]).toEqual([400, 'Required'])
  })

  it('O3 refuses calls above its rate limit', async () => {
    const { admin } = await testApp.company()
    const { calls: most } = typedAddressRateLimit
    asked.length = 0

    const answers = await Promise.all(
      Array.from({ length: most + 1 }, () =>
        admin.call(calls.testIntegration, { body: { ...dialogflow, jsonContent: '{"x":1}' } }),
      ),
    )

    expect(answers.filter(({ error }) => error === 'ERR_TOO_MANY_ATTEMPTS')).toHaveLength(1)
    expect(asked).toHaveLength(most)
  })
})
