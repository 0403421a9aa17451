import type { SentInputOf } from '@balcao/contract/endpoint'
import type { LiveMessageTemplatePayload } from '@balcao/contract/live'
import * as calls from '@balcao/contract/message-templates'
import { getMessageInfo, listMessages, sendMessage } from '@balcao/contract/messages'
import type { ConnectionId, MessageTemplateId } from '@balcao/domain/ids'
import { noTemplateValues } from '@balcao/domain/message-templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf, png } from '../../platform/files/sample-files.fixture'
import { checkStaleTemplates } from '../../processes/message-templates/check-templates'
import { contactOf } from '../../testing/contact-of'
import { makeOfficial, type PlayedMeta, playedMeta } from '../../testing/played-meta'
import { type FormPart, postForm } from '../../testing/post-form'
import { queuedJobs } from '../../testing/queued-jobs'
import { openOwnTestApp, type Person, type TestApp } from '../../testing/test-app'
import { readOutgoingMessage } from '../messages/messages.read'
import { metaAccountChanged } from '../official-numbers/official-numbers.hooks'
import { openTicketFixture, type TicketFixture } from '../tickets/testing/ticket-fixture'
import { TemplateProblem } from './templates-api.port'

let testApp: TestApp
let fixture: TicketFixture
let meta: PlayedMeta
let connectionId: ConnectionId
let accountId: string
let admin: Person

beforeAll(async () => {
  meta = playedMeta()
  testApp = await openOwnTestApp({ templatesApi: meta }) // an API of Meta
  fixture = await openTicketFixture(testApp)
  connectionId = fixture.numbers.sales
  admin = fixture.company.admin
  accountId = await makeOfficial(testApp, fixture.company, connectionId)
}, 60_000)
afterAll(() => testApp.close())

const list = (person: Person) => person.does(calls.listMessageTemplates, { query: { connectionId } })
const refresh = () => admin.does(calls.refreshMessageTemplates, { body: { connectionId } })
const named = async (name: string) => {
  const found = (await list(admin)).templates.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no template ${name}`)
  return found
}
const eventsOf = async (person: Person) =>
  (await person.received())
    .filter(({ channel }) => channel.endsWith('-messageTemplate'))
    .map(({ payload }) => payload as LiveMessageTemplatePayload) // the channel determines the payload
const draft: SentInputOf<typeof calls.createMessageTemplate>['body'] = {
  connectionId: 0 as ConnectionId, // set in each test
  name: 'pedido_enviado',
  language: 'pt_BR',
  category: 'UTILITY',
  header: { kind: 'text', text: 'Pedido {{1}}' },
  sample: null,
  body: 'Olá, {{1}}! O pedido {{2}} saiu.',
  footer: 'Loja Azul',
  buttons: [
    { kind: 'url', text: 'Acompanhar', url: 'https://loja.example/p/{{1}}' },
    { kind: 'quick_reply', text: 'Falar com a loja' },
  ],
  examples: { header: { 1: '77' }, body: { 1: 'Ana', 2: '77' }, buttons: { 0: '77' } },
}
const news = (field: string, value: object, at: Date | null = null) =>
  testApp.app.workplace.withCompany(
    { kind: 'system', name: 'webhook', companyId: fixture.company.id },
    (work) => work.runHook(metaAccountChanged, { connectionId, change: { accountId, field, value, at } }),
  )

describe('the list', () => {
  it('holds all templates of an account with more than a thousand', async () => {
    const company = await testApp.company()
    const large = await company.connection('Grande')
    const largeAccount = await makeOfficial(testApp, company, large)
    for (let at = 1; at <= 1_200; at += 1) meta.has(largeAccount, { name: `modelo_${at}` })

    const body = { connectionId: large }
    const refreshed = await company.admin.does(calls.refreshMessageTemplates, { body })
    const listed = await company.admin.does(calls.listMessageTemplates, { query: body })

    expect(new Set(refreshed.templates.map(({ name }) => name)).size).toBe(1_200)
    expect(listed.templates).toHaveLength(1_200)
  })

  it('a refresh stores what Meta tells, removes what is gone, and tells open pages', async () => {
    meta.has(accountId, { name: 'antes' })
    const gone = meta.has(accountId, { name: 'depois' })
    await refresh()
    await eventsOf(fixture.ana)
    meta.templates.delete(gone.metaId)
    meta.has(accountId, { name: 'novo', status: 'PENDING' })

    const { templates, checkedAt } = await refresh()

    expect(templates.map(({ name }) => name)).toEqual(['antes', 'novo'])
    expect(checkedAt).toBe(testApp.now().toISOString())
    expect((await list(fixture.ana)).templates).toEqual(templates)
    expect((await eventsOf(fixture.ana)).map(({ action }) => action)).toEqual(['delete', 'create'])
    expect(await fixture.stranger.received()).toEqual([])
  })

  it('keeps what it has when Meta does not answer', async () => {
    meta.has(accountId, { name: 'mantido' })
    await refresh()
    meta.failsWith(new TemplateProblem('no-answer', ''))

    const { status, error } = await admin.call(calls.refreshMessageTemplates, { body: { connectionId } })

    expect([status, error]).toEqual([400, 'ERR_TEMPLATE_META'])
    expect((await named('mantido')).status).toBe('APPROVED')
  })

  it('is checked by the machine once a day for each official number', async () => {
    const yesterday = new Date(testApp.now().getTime() - 25 * 3_600_000)
    await testApp.table('message_template_checks').update({}, { asked_at: yesterday })
    meta.has(accountId, { name: 'do_dia' })
    const parts = { api: meta, dataKeys: testApp.dataKeys, workplace: testApp.app.workplace }
    const log = { warn: () => undefined }

    await checkStaleTemplates({ ...parts, log })
    meta.has(accountId, { name: 'cedo_demais' })
    await checkStaleTemplates({ ...parts, log })

    const names = (await list(admin)).templates.map(({ name }) => name)
    expect(names).toContain('do_dia')
    expect(names).not.toContain('cedo_demais')
  })

  it('is of the company, and only of connections with templates', async () => {
    const asked = { query: { connectionId } }
    const ofStranger = await fixture.stranger.call(calls.listMessageTemplates, asked)
    const refreshed = await admin.call(calls.refreshMessageTemplates, {
      body: { connectionId: fixture.numbers.support },
    })
    const byUser = await fixture.ana.call(calls.refreshMessageTemplates, { body: { connectionId } })

    expect([ofStranger.error, refreshed.error, byUser.error]).toEqual([
      'ERR_NO_WAPP_FOUND',
      'ERR_NOT_OFFERED',
      'ERR_NO_PERMISSION',
    ])
  })
})

describe('making templates', () => {
  it('a new one goes to Meta with its examples, quick replies first, and waits for the review', async () => {
    const created = await admin.does(calls.createMessageTemplate, { body: { ...draft, connectionId } })

    expect(created).toMatchObject({ name: 'pedido_enviado', status: 'PENDING', isNamed: false })
    const [told] = [...meta.templates.values()].filter(({ name }) => name === 'pedido_enviado')
    expect(told?.components).toEqual([
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['77'] } },
      { type: 'BODY', text: draft.body, example: { body_text: [['Ana', '77']] } },
      { type: 'FOOTER', text: 'Loja Azul' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Falar com a loja' },
          {
            type: 'URL',
            text: 'Acompanhar',
            url: 'https://loja.example/p/{{1}}',
            example: ['https://loja.example/p/77'],
          },
        ],
      },
    ])
    expect((await eventsOf(fixture.ana)).at(-1)).toEqual({ action: 'create', record: created })
  })

  it('a draft that breaks a rule is refused with the rule, and never reaches Meta', async () => {
    const before = meta.templates.size
    const body = { ...draft, connectionId, name: 'regra', body: '{{1}} chegou' }

    const { error, body: answer } = await admin.call(calls.createMessageTemplate, { body })

    expect(error).toBe('ERR_TEMPLATE_FORM')
    expect(answer).toMatchObject({ data: { what: 'body-edge' } })
    expect(meta.templates.size).toBe(before)
  })

  it("Meta's refusal is told in Meta's words", async () => {
    meta.failsWith(new TemplateProblem('refused', 'The text is not allowed'))

    const { body } = await admin.call(calls.createMessageTemplate, {
      body: { ...draft, connectionId, name: 'recusado' },
    })

    expect(body).toMatchObject({ data: { what: 'refused', detail: 'The text is not allowed' } })
    expect((await list(admin)).templates.map(({ name }) => name)).not.toContain('recusado')
  })

  it('an edit replaces the content of one that Meta lets be edited', async () => {
    meta.has(accountId, { name: 'editado', components: [{ type: 'BODY', text: 'Antes' }] })
    meta.has(accountId, { name: 'em_analise', status: 'PENDING' })
    await refresh()
    const { name, language, connectionId: _, ...content } = draft
    const body = {
      ...content,
      header: null,
      buttons: [],
      body: 'Depois do texto',
      examples: noTemplateValues,
    }
    const of = async (which: string) => ({ params: { templateId: (await named(which)).id }, body })

    const edited = await admin.does(calls.updateMessageTemplate, await of('editado'))
    const refused = await admin.call(calls.updateMessageTemplate, await of('em_analise'))

    expect(edited.status).toBe('PENDING')
    expect(edited.components).toContainEqual({ type: 'BODY', text: 'Depois do texto' })
    expect(refused.error).toBe('ERR_TEMPLATE_STATE')
  })

  it('a deletion happens at Meta first', async () => {
    const told = meta.has(accountId, { name: 'apagado' })
    await refresh()
    const params = { templateId: (await named('apagado')).id }
    meta.failsWith(new TemplateProblem('too-fast', ''))

    const refused = await admin.call(calls.deleteMessageTemplate, { params })
    const byUser = await fixture.ana.call(calls.deleteMessageTemplate, { params })
    const byStranger = await fixture.stranger.call(calls.deleteMessageTemplate, { params })
    expect([refused.error, byUser.error, byStranger.error]).toEqual([
      'ERR_TEMPLATE_META',
      'ERR_NO_PERMISSION',
      'ERR_NO_TEMPLATE_FOUND',
    ])
    await admin.does(calls.deleteMessageTemplate, { params })

    expect(meta.templates.has(told.metaId)).toBe(false)
    const audited = await testApp
      .table('audit_entries')
      .find({ company_id: fixture.company.id, act: 'messageTemplate.deleted' }, ['subject_name'])
    expect(audited).toEqual([{ subject_name: 'apagado' }])
    expect((await list(admin)).templates.map(({ name }) => name)).not.toContain('apagado')
  })

  it('the sample of a header goes to Meta and is not stored', async () => {
    const content = await png()
    const { status, body } = await postForm(testApp, admin, '/message-templates/sample', [
      ['connectionId', String(connectionId)],
      ['file', content, 'nota.png'],
    ])

    expect([status, body]).toEqual([200, { sample: '4::1' }])
    expect(meta.samples[0]).toMatchObject({ kind: 'image', mimetype: 'image/png', content })
  })
})

describe("Meta's news", () => {
  it('status, quality and category apply at once, and open pages show them', async () => {
    const told = meta.has(accountId, { name: 'noticia', status: 'PENDING' })
    await refresh()
    await eventsOf(fixture.ana)
    const id = Number(told.metaId)

    await news('message_template_status_update', {
      ...{ event: 'REJECTED', message_template_id: id, reason: 'INVALID_FORMAT' },
      rejection_info: { reason: 'INVALID_FORMAT', recommendation: 'Write more.' },
    })
    await news('message_template_quality_update', { message_template_id: id, new_quality_score: 'YELLOW' })
    await news('template_category_update', { message_template_id: id, new_category: 'MARKETING' })

    expect(await named('noticia')).toMatchObject({
      ...{ status: 'REJECTED', quality: 'YELLOW', category: 'MARKETING' },
      reason: 'INVALID_FORMAT: Write more.',
    })
    const seen = await eventsOf(fixture.ana)
    expect(seen.map((event) => event.action === 'update' && event.record.status)).toEqual([
      'REJECTED',
      'REJECTED',
      'REJECTED',
    ])
    expect(seen.at(-1)).toEqual({ action: 'update', record: await named('noticia') })
  })

  it('news older than what is stored order a look at Meta, news of the same second apply', async () => {
    const told = meta.has(accountId, { name: 'trocada', status: 'PENDING' })
    await refresh()
    const value = { message_template_id: Number(told.metaId) }
    const second = 1_000
    const stored = testApp.now().getTime()

    const sameSecond = new Date(stored - second + 1)
    await news('message_template_status_update', { ...value, event: 'APPROVED' }, sameSecond)
    await news('message_template_status_update', { ...value, event: 'PAUSED' }, new Date(stored - second))

    expect((await named('trocada')).status).toBe('APPROVED')
    const jobs = await queuedJobs(testApp, 'messageTemplates.refresh')
    expect(jobs).toHaveLength(1)
    await testApp.table('graphile_worker._private_jobs').delete({ key: jobs.map(({ key }) => key) })
  })

  it('news of an unknown template order a look at Meta, and strange news change nothing', async () => {
    await news('message_template_status_update', { event: 'APPROVED', message_template_id: 42 })
    await news('template_category_update', { message_template_id: { strange: true } })
    await news('account_alerts', { message_template_id: 1 })

    expect(await queuedJobs(testApp, 'messageTemplates.refresh')).toHaveLength(1)
  })
})

describe('sending', () => {
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}' },
    { type: 'BODY', text: 'Olá, {{1}}! Saiu hoje.' },
    { type: 'FOOTER', text: 'Loja Azul' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Obrigada' },
        { type: 'URL', text: 'Ver', url: 'https://loja.example/{{1}}' },
      ],
    },
  ]
  const values = { header: { 1: '77' }, body: { 1: 'Ana\n  Lima' }, buttons: { 1: 'p77' } }

  async function ready(name: string, more: { status?: string; components?: object[] } = {}) {
    meta.has(accountId, { name, components, ...more } as Parameters<PlayedMeta['has']>[1])
    await refresh()
    return (await named(name)).id
  }

  it('works with a closed window; the body reads as the customer sees it', async () => {
    const templateId = await ready('envio')
    const ticketId = await fixture.open(fixture.ana)
    const clientId = '5c2f7f8e-58a9-4b39-8f54-9a3f2f7c1b00'
    const free = await fixture.ana.call(sendMessage, { params: { ticketId }, body: { body: 'Oi' } })
    expect(free.error).toBe('ERR_WAPP_MSG_WINDOW_CLOSED')

    const body = { templateId, values, clientId }
    const sent = await fixture.ana.does(calls.sendTemplate, { params: { ticketId }, body })
    const again = await fixture.ana.does(calls.sendTemplate, { params: { ticketId }, body })

    expect(sent.body).toBe(
      'Pedido 77\n\nOlá, Ana Lima! Saiu hoje.\n\nLoja Azul\n\nObrigada\nVer: https://loja.example/p77',
    )
    expect(again.id).toBe(sent.id)
    await testApp.table('message_charges').insert({
      ...{ company_id: fixture.company.id, message_id: sent.id, connection_id: connectionId },
      ...{ category: 'utility', is_billed: true, at: testApp.now() },
    })
    const info = await fixture.ana.does(getMessageInfo, { params: { messageId: sent.id } })
    expect(info.charge).toEqual({ category: 'utility', isBilled: true, cost: null })
    const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
    expect(messages.at(-1)?.body).toBe(sent.body)
    const { id: contactId } = await contactOf(testApp, ticketId)
    const out = await testApp.app.workplace.withCompany(
      { kind: 'system', name: 'test', companyId: fixture.company.id },
      (work) => readOutgoingMessage(work, { messageId: sent.id, contactId }, testApp.store),
    )
    expect(out?.content).toEqual({
      kind: 'template',
      name: 'envio',
      language: 'pt_BR',
      components: [
        { part: 'header', values: [{ text: '77' }] },
        { part: 'body', values: [{ text: 'Ana Lima' }] },
        { part: 'button', index: 1, button: 'url', value: 'p77' },
      ],
    })
  })

  it('refuses empty variables, other states, other connections and other companies', async () => {
    const templateId = await ready('recusas')
    const paused = await ready('pausado', { status: 'PAUSED' })
    const album = await ready('album', { components: [{ type: 'BODY', text: 'Oi' }, { type: 'CAROUSEL' }] })
    const ticketId = await fixture.open(fixture.ana)
    const elsewhere = await fixture.open(fixture.bia, 'support')
    const send = async (person: Person, to: typeof ticketId, id: MessageTemplateId, given: object) => {
      const asked = { params: { ticketId: to }, body: { templateId: id, values: given } }
      const { error, body } = await person.call(calls.sendTemplate, asked as never)
      return [error, (body as { data?: { what?: string } }).data?.what]
    }

    expect(await send(fixture.ana, ticketId, templateId, { ...values, body: { 1: ' ' } })).toEqual([
      'ERR_TEMPLATE_SEND',
      'value-missing',
    ])
    expect(await send(fixture.ana, ticketId, paused, values)).toEqual(['ERR_TEMPLATE_SEND', 'status'])
    expect(await send(fixture.ana, ticketId, album, {})).toEqual(['ERR_TEMPLATE_SEND', 'unfillable'])
    expect(await send(fixture.bia, elsewhere, templateId, values)).toEqual([
      'ERR_TEMPLATE_SEND',
      'connection',
    ])
    expect(await send(fixture.stranger, ticketId, templateId, values)).toEqual([
      'ERR_NO_TICKET_FOUND',
      undefined,
    ])
    const waiting = await fixture.pending('sales')
    expect(await send(fixture.ana, waiting, templateId, values)).toEqual(['ERR_TICKET_STATE', undefined])
  })

  it('a header with a file takes one of its kind', async () => {
    const templateId = await ready('boleto', {
      components: [
        { type: 'HEADER', format: 'DOCUMENT' },
        { type: 'BODY', text: 'Segue o boleto.' },
      ],
    })
    const picture = await ready('foto', {
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Veja.' },
      ],
    })
    const ticketId = await fixture.open(fixture.ana)
    const send = (id: MessageTemplateId, ...files: FormPart[]) =>
      postForm(testApp, fixture.ana, `/messages/${ticketId}/template`, [
        ['templateId', String(id)],
        ['values', '{}'],
        ...files,
      ])

    const sent = await send(templateId, ['file', pdf, 'boleto.pdf'])
    const missing = await send(templateId)
    const wrong = await send(picture, ['file', pdf, 'boleto.pdf'])

    expect(sent.body).toMatchObject({ body: 'Segue o boleto.', media: { fileName: 'boleto.pdf' } })
    expect(missing.body).toMatchObject({ data: { what: 'file-missing' } })
    expect(wrong.body).toMatchObject({ data: { what: 'file-kind' } })
  })
})
