import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aGraph, type GraphTest, PNG } from '../testing/graph-client'

const HOUR_MS = 3_600_000
const BODY = {
  type: 'BODY',
  text: 'Olá {{1}}, o pedido {{2}} saiu para entrega.',
  example: { body_text: [['Ana', '860198']] },
}

let test: GraphTest
let now: number

beforeEach(async () => {
  now = Date.UTC(2026, 10, 29, 12)
  test = await aGraph({ clock: () => now })
})

afterEach(() => test.end())

describe('creating', () => {
  it('takes a template for review, lists it page by page, and tells the review', async () => {
    const { account, call, graph, callback } = test
    for (const name of ['um', 'dois', 'tres']) await create({ name })

    const page = await call('GET', `${account.id}/message_templates?fields=name,status&limit=2`)
    const { after } = page.body.paging.cursors
    const next = await call(
      'GET',
      `${account.id}/message_templates?fields=name,status&limit=2&after=${after}`,
    )
    const [{ id }] = page.body.data
    graph.template(id).approve()
    graph.template(id).setQuality('YELLOW')
    graph.template(id).changeCategory('MARKETING')
    graph.template(id).pause()
    graph.template(id).disable()
    graph.template(next.body.data[0].id).reject('PROMOTIONAL')
    await graph.webhooksSent()

    expect(
      page.body.data.map(({ name, status }: { name: string; status: string }) => [name, status]),
    ).toEqual([
      ['um', 'PENDING'],
      ['dois', 'PENDING'],
    ])
    expect(next.body.data).toMatchObject([{ name: 'tres' }])
    expect(next.body.paging.next).toBeUndefined()
    expect(callback.changes()).toMatchObject([
      {
        field: 'message_template_status_update',
        account: account.id,
        value: {
          event: 'APPROVED',
          message_template_id: Number(id),
          message_template_name: 'um',
          message_template_language: 'pt_BR',
        },
      },
      {
        field: 'message_template_quality_update',
        value: { previous_quality_score: 'UNKNOWN', new_quality_score: 'YELLOW' },
      },
      {
        field: 'template_category_update',
        value: { previous_category: 'UTILITY', new_category: 'MARKETING' },
      },
      { value: { event: 'PAUSED' } },
      { value: { event: 'DISABLED' } },
      { value: { event: 'REJECTED', reason: 'PROMOTIONAL', rejection_info: { reason: 'PROMOTIONAL' } } },
    ])
    const rejected = await call('GET', `${next.body.data[0].id}?fields=status,rejected_reason`)
    expect(rejected.body).toMatchObject({ status: 'REJECTED', rejected_reason: 'PROMOTIONAL' })
  })

  it('approves at once where the rule says so', async () => {
    test.graph.rules.approvesTemplates = true

    const { body } = await create({})

    expect(body.status).toBe('PENDING')
    expect((await test.call('GET', `${body.id}?fields=status`)).body.status).toBe('APPROVED')
  })

  it('takes a header picture by the handle of its upload only', async () => {
    const { app, call } = test
    const begun = await call('POST', `${app.id}/uploads?file_length=${PNG.length}&file_type=image/png`)
    const { body } = await call('POST', begun.body.id, PNG, { file_offset: '0' })
    const withHandle = (handle: string) =>
      create({
        components: [{ type: 'HEADER', format: 'IMAGE', example: { header_handle: [handle] } }, BODY],
      })

    expect((await withHandle('4::nonsense')).body.error.error_subcode).toBe(2388273)
    expect((await withHandle(body.h)).status).toBe(200)
  })

  it.each([
    ['capitals in the name', { name: 'Pedido' }, undefined],
    ['no body', { components: [{ type: 'FOOTER', text: 'x' }] }, undefined],
    ['a long body', { components: [{ type: 'BODY', text: 'x'.repeat(1025) }] }, 2388040],
    ['a variable without example', { components: [{ type: 'BODY', text: 'Olá {{1}} tudo bem?' }] }, 2388072],
    [
      'variables that do not count from 1',
      { components: [{ ...BODY, text: 'Olá {{2}} e {{3}} agora' }] },
      2388072,
    ],
    ['a variable at the end', { components: [{ ...BODY, text: 'Olá senhora {{1}} e {{2}}' }] }, 2388299],
    ['more variables than words', { components: [{ ...BODY, text: 'a {{1}}{{2}} .' }] }, 2388293],
    ['a variable in the footer', { components: [BODY, { type: 'FOOTER', text: 'x {{1}}' }] }, 2388073],
    [
      'a long header',
      { components: [{ type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }, BODY] },
      2388040,
    ],
  ])('refuses %s', async (_name, template, subcode) => {
    const { status, body } = await create(template)

    expect([status, body.error.code, body.error.error_subcode]).toEqual([400, 100, subcode])
  })

  it('refuses a name twice in a language, and a deleted approved name for 30 days', async () => {
    const { account, call, graph } = test
    const { body } = await create({})
    graph.template(body.id).approve()

    const twice = await create({})
    const english = await create({ language: 'en_US' })
    const deleted = await call('DELETE', `${account.id}/message_templates?name=pedido`)
    const again = await create({})
    now += 31 * 24 * HOUR_MS

    expect(twice.body.error.error_subcode).toBe(2388024)
    expect(english.status).toBe(200)
    expect(deleted.body).toEqual({ success: true })
    expect(again.body.error.error_subcode).toBe(2388023)
    expect((await create({})).status).toBe(200)
  })

  it('edits an approved template once a day, and deletes one language by its id', async () => {
    const { account, call, graph } = test
    const { body } = await create({})
    const english = await create({ language: 'en_US' })
    const edit = () => call('POST', body.id, { components: [{ type: 'BODY', text: 'Saiu para entrega.' }] })

    const pending = await edit()
    graph.template(body.id).approve()
    const first = await edit()
    graph.template(body.id).approve()
    const second = await edit()
    await call('DELETE', `${account.id}/message_templates?name=pedido&hsm_id=${english.body.id}`)

    expect([pending.status, first.status, second.status]).toEqual([400, 200, 400])
    expect(graph.templates()).toMatchObject([
      { language: 'pt_BR', components: [{ text: 'Saiu para entrega.' }] },
    ])
  })
})

describe('sending', () => {
  it('shows the filled template to the customer, outside the window too', async () => {
    const { ana, account, number, graph } = test
    const image = await upload()
    graph.addTemplate({
      accountId: account.id,
      name: 'pedido',
      parameterFormat: 'NAMED',
      components: [
        { type: 'HEADER', format: 'IMAGE' },
        { type: 'BODY', text: 'Olá {{nome}}, o pedido {{pedido}} saiu.' },
        { type: 'FOOTER', text: 'Casa Ipê' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'URL', text: 'Acompanhar', url: 'https://ipe.example/{{1}}' },
            { type: 'QUICK_REPLY', text: 'Sair' },
          ],
        },
      ],
    })

    const { body } = await sendTemplate([
      { type: 'header', parameters: [{ type: 'image', image: { id: image } }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', parameter_name: 'pedido', text: '860198' },
          { type: 'text', parameter_name: 'nome', text: 'Ana' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '860198' }] },
    ])
    await graph.webhooksSent()

    expect(body.messages).toMatchObject([{ message_status: 'accepted' }])
    expect(ana.seen(number.id)).toMatchObject([
      {
        kind: 'template',
        text: 'Olá Ana, o pedido 860198 saiu.',
        footer: 'Casa Ipê',
        mimeType: 'image/png',
        buttons: [
          { title: 'Acompanhar', url: 'https://ipe.example/860198' },
          { title: 'Sair', id: 'Sair' },
        ],
      },
    ])
  })

  it.each([
    ['a missing parameter', [{ type: 'body', parameters: [text('Ana')] }], 132000],
    ['no parameters', undefined, 132000],
    ['a name in a positional template', body([{ ...text('Ana'), parameter_name: 'a' }, text('1')]), 132012],
    ['a new line', body([text('A\nna'), text('1')]), 132018],
    ['a text too long', body([text('x'.repeat(1024)), text('1')]), 132005],
    [
      'a header that it has not',
      [...body([text('a'), text('1')]), { type: 'header', parameters: [text('x')] }],
      132000,
    ],
    [
      'a button that it has not',
      [...body([text('a'), text('1')]), { type: 'button', sub_type: 'url', index: 0 }],
      132018,
    ],
  ])('refuses %s', async (_name, components, code) => {
    test.graph.addTemplate({ accountId: test.account.id, name: 'pedido', components: [BODY] })

    const { body: answer } = await sendTemplate(components)

    expect(answer.error.code).toBe(code)
  })

  it('refuses a header of another kind, and a link without its part', async () => {
    const { graph, account } = test
    graph.addTemplate({
      accountId: account.id,
      name: 'pedido',
      components: [
        { type: 'HEADER', format: 'DOCUMENT' },
        { type: 'BODY', text: 'Boleto' },
        { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://ipe.example/{{1}}' }] },
      ],
    })
    const image = { type: 'header', parameters: [{ type: 'image', image: { id: await upload() } }] }
    const document = {
      type: 'header',
      parameters: [{ type: 'document', document: { id: await upload(), filename: 'boleto.pdf' } }],
    }

    expect((await sendTemplate([image])).body.error.code).toBe(132012)
    expect((await sendTemplate([document])).body.error.code).toBe(131008)
  })

  it('refuses unknown, unapproved, paused and disabled templates', async () => {
    const { graph, account } = test
    const unknown = await sendTemplate([])
    const { id } = graph.addTemplate({
      accountId: account.id,
      name: 'pedido',
      status: 'PENDING',
      components: [{ type: 'BODY', text: 'Oi' }],
    })

    const pending = await sendTemplate([])
    graph.template(id).pause()
    const paused = await sendTemplate([])
    graph.template(id).disable()
    const disabled = await sendTemplate([])

    expect([unknown, pending, paused, disabled].map(({ body: { error } }) => error.code)).toEqual([
      132001, 132001, 132015, 132016,
    ])
  })

  it('sends authentication templates to phones only', async () => {
    const { graph, account, ana, number, send } = test
    graph.addTemplate({
      accountId: account.id,
      name: 'codigo',
      category: 'AUTHENTICATION',
      components: [{ type: 'BODY', text: 'Código' }],
    })
    const template = { type: 'template', template: { name: 'codigo', language: { code: 'pt_BR' } } }

    const byUserId = await send({ to: undefined, recipient: ana.userId(number.id), ...template })

    expect(byUserId.body.error.code).toBe(131062)
    expect((await send(template)).status).toBe(200)
  })
})

function create(template: object) {
  return test.call('POST', `${test.account.id}/message_templates`, {
    name: 'pedido',
    language: 'pt_BR',
    category: 'UTILITY',
    components: [BODY],
    ...template,
  })
}

function sendTemplate(components: object[] | undefined) {
  const template = { name: 'pedido', language: { code: 'pt_BR' }, ...(components && { components }) }
  return test.send({ type: 'template', template })
}

function body(parameters: object[]) {
  return [{ type: 'body', parameters }]
}

function text(value: string) {
  return { type: 'text', text: value }
}

async function upload(): Promise<string> {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', 'image/png')
  form.set('file', new Blob([new Uint8Array(PNG)]), 'a.png')
  return (await test.call('POST', `${test.number.id}/media`, form)).body.id
}
