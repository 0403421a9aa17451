import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ANA, aGraph, type GraphTest, NUMBER, PNG } from '../testing/graph-client'

const HOUR_MS = 3_600_000

let test: GraphTest
let now: number

beforeEach(async () => {
  now = Date.UTC(2026, 10, 29, 12)
  test = await aGraph({ clock: () => now })
})

afterEach(() => test.end())

describe('what a customer does', () => {
  it('tells a text with the person, signed over its bytes, which are ASCII as from Meta', async () => {
    const { ana, number, account, graph, callback } = test
    graph.addCustomer({ name: 'Ana Flores', phone: ANA }).rename('Ana Flores', 'ana.flores')

    const id = ana.write(number.id, 'Oi! 🙂 \u0000')
    await graph.webhooksSent()

    const [received] = callback.received
    expect(received?.isSigned).toBe(true)
    expect(received?.raw).toContain('Oi! \\ud83d\\ude42 \\u0000')
    const userId = ana.userId(number.id)
    expect(received?.body).toEqual({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: account.id,
          time: now / 1000,
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: NUMBER, phone_number_id: number.id },
                contacts: [
                  { profile: { name: 'Ana Flores', username: 'ana.flores' }, wa_id: ANA, user_id: userId },
                ],
                messages: [
                  {
                    from: ANA,
                    from_user_id: userId,
                    id,
                    timestamp: String(now / 1000),
                    type: 'text',
                    text: { body: 'Oi! 🙂 \u0000' },
                  },
                ],
              },
            },
          ],
        },
      ],
    })
  })

  it('tells every kind that a customer writes', async () => {
    const { ana, number, graph, callback } = test
    const first = ana.write(number.id, 'primeira', { referral: true })
    ana.write(
      number.id,
      { kind: 'image', bytes: PNG, mimeType: 'image/png', caption: 'este' },
      { quoting: first },
    )
    ana.write(number.id, { kind: 'voice', bytes: Buffer.from('OggS') })
    ana.write(number.id, { kind: 'audio', bytes: Buffer.from('ID3') })
    ana.write(number.id, { kind: 'document', bytes: PNG, fileName: 'a.pdf' })
    ana.write(number.id, { kind: 'sticker', bytes: PNG, animated: true })
    ana.write(
      number.id,
      { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' },
      { forwarded: 'once' },
    )
    ana.write(number.id, {
      kind: 'contacts',
      cards: [{ name: 'Bia Reis', phone: '5511977776666' }],
      isOwn: true,
    })
    ana.write(number.id, {
      kind: 'order',
      catalogId: '9',
      items: [{ product: 'S1', quantity: 2, price: 10, currency: 'BRL' }],
    })
    ana.write(number.id, { kind: 'unsupported', what: 'poll_creation' })
    ana.write(
      number.id,
      { kind: 'raw', type: 'gift', content: { value: 1 } },
      { product: { catalogId: '9', productId: 'S1' } },
    )
    ana.write(number.id, { kind: 'flowReply', response: { cor: 'azul' } })
    ana.react(number.id, first, '👍')
    ana.react(number.id, first, '')
    ana.edit(number.id, first, 'corrigida')
    ana.revoke(number.id, first)
    await graph.webhooksSent()

    expect(callback.messages()).toMatchObject([
      { type: 'text', referral: { source_type: 'ad' } },
      {
        type: 'image',
        image: { caption: 'este', mime_type: 'image/png', sha256: expect.stringMatching(/=$/) },
        context: { from: ANA, id: first },
      },
      { type: 'audio', audio: { voice: true, mime_type: 'audio/ogg; codecs=opus' } },
      { type: 'audio', audio: { voice: false } },
      { type: 'document', document: { filename: 'a.pdf' } },
      { type: 'sticker', sticker: { animated: true } },
      { type: 'location', location: { latitude: -23.5, name: 'Loja' }, context: { forwarded: true } },
      {
        type: 'contacts',
        contacts: [{ name: { first_name: 'Bia', last_name: 'Reis' }, origin: 'contact_request' }],
      },
      { type: 'order', order: { product_items: [{ product_retailer_id: 'S1', quantity: 2 }] } },
      { type: 'unsupported', errors: [{ code: 131051 }] },
      { type: 'gift', gift: { value: 1 }, context: { referred_product: { catalog_id: '9' } } },
      { interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{"cor":"azul"}' } } },
      { type: 'reaction', reaction: { message_id: first, emoji: '👍' } },
      { type: 'reaction', reaction: { message_id: first } },
      { type: 'edit', edit: { original_message_id: first, message: { text: { body: 'corrigida' } } } },
      { type: 'revoke', revoke: { original_message_id: first } },
    ])
    expect(callback.messages()[13].reaction).toEqual({ message_id: first })
  })

  it('gives the file of a customer to the token', async () => {
    const { ana, number, graph, callback, call, token } = test
    ana.write(number.id, { kind: 'image', bytes: PNG, mimeType: 'image/png' })
    await graph.webhooksSent()
    const [{ image }] = callback.messages()

    const { body } = await call('GET', image.id)
    const file = await fetch(body.url, { headers: { authorization: `Bearer ${token}` } })

    expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true)
    expect(body.sha256).toBe(Buffer.from(image.sha256, 'base64').toString('hex'))
    now += 7 * 24 * HOUR_MS
    expect((await call('GET', image.id)).body.error.error_subcode).toBe(33)
  })

  it('tells a tap on a button, a row and the quick reply of a template', async () => {
    const { ana, number, account, graph, callback, send } = test
    graph.addTemplate({
      accountId: account.id,
      name: 'aviso',
      components: [
        { type: 'BODY', text: 'Chegou' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Sair' }] },
      ],
    })
    ana.write(number.id, 'oi')
    const reply = { type: 'reply', reply: { id: 'yes', title: 'Sim' } }
    const button = await send(
      interactive({ type: 'button', body: { text: '?' }, action: { buttons: [reply] } }),
    )
    const list = await send(
      interactive({
        type: 'list',
        body: { text: '?' },
        action: { button: 'Ver', sections: [{ rows: [{ id: 'a', title: 'Vendas', description: 'sofás' }] }] },
      }),
    )
    const template = await send({
      type: 'template',
      template: {
        name: 'aviso',
        language: { code: 'pt_BR' },
        components: [
          {
            type: 'button',
            sub_type: 'quick_reply',
            index: '0',
            parameters: [{ type: 'payload', payload: 'out' }],
          },
        ],
      },
    })
    const idOf = ({ body }: typeof button) => body.messages[0].id

    ana.tap(number.id, idOf(button), 'yes')
    ana.tap(number.id, idOf(list), 'Vendas')
    ana.tap(number.id, idOf(template), 'Sair')
    await graph.webhooksSent()

    expect(callback.messages().slice(1)).toMatchObject([
      {
        context: { from: NUMBER, id: idOf(button) },
        interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Sim' } },
      },
      { interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'Vendas', description: 'sofás' } } },
      { type: 'button', button: { payload: 'out', text: 'Sair' }, context: { id: idOf(template) } },
    ])
  })

  it('hides the phone of a person with a username, who answers with it later', async () => {
    const { number, graph, callback, send } = test
    const rui = graph.addCustomer({ name: 'Rui', username: 'rui' })
    rui.write(number.id, 'oi')

    const answer = await send({
      to: undefined,
      recipient: rui.userId(number.id),
      type: 'text',
      text: { body: 'Olá' },
    })
    await graph.webhooksSent()

    const [{ value }] = callback.changes()
    expect(value.contacts).toEqual([
      { profile: { name: 'Rui', username: 'rui' }, user_id: rui.userId(number.id) },
    ])
    expect(value.messages[0].from).toBeUndefined()
    expect(answer.body.contacts[0].wa_id).toBeUndefined()
    expect(callback.statuses()[0].recipient_id).toBeUndefined()
    expect(callback.statuses()[0].recipient_user_id).toBe(rui.userId(number.id))
  })

  it('tells a new phone number with the old and the new user id', async () => {
    const { ana, number, graph, callback } = test
    ana.write(number.id, 'oi')
    const before = ana.userId(number.id)

    ana.changePhone('5511999990000')
    await graph.webhooksSent()

    const after = ana.userId(number.id)
    expect(after).not.toBe(before)
    const [, moved, update] = callback.changes()
    expect(moved.value.contacts).toBeUndefined()
    expect(moved.value.messages).toMatchObject([
      {
        from: ANA,
        from_user_id: before,
        type: 'system',
        system: { type: 'user_changed_number', wa_id: '5511999990000', user_id: after },
      },
    ])
    expect(update).toMatchObject({
      field: 'user_id_update',
      value: { user_id_update: [{ user_id: { previous: before, current: after } }] },
    })
  })

  it('has one user id in a portfolio, and a parent id over the portfolios of a group', async () => {
    const { graph, ana } = test
    const numberIn = (portfolioId: string) => {
      const account = graph.addAccount({ portfolioId, portfolioGroup: 'g' })
      return graph.addNumber({ accountId: account.id, displayNumber: '5511' }).id
    }
    const [one, same, other] = [numberIn('p'), numberIn('p'), numberIn('q')]

    expect(ana.userId(one)).toMatch(/^BR\.\d{20}$/)
    expect(ana.userId(same)).toBe(ana.userId(one))
    expect(ana.userId(other)).not.toBe(ana.userId(one))
  })
})

describe('statuses', () => {
  it('tells sent, delivered, read and played with our reference and the price', async () => {
    const { ana, number, graph, callback, send } = test
    ana.write(number.id, 'oi')

    const { body } = await send({ type: 'text', text: { body: 'Olá' }, biz_opaque_callback_data: 'our-1' })
    await graph.webhooksSent()
    ana.read(number.id)
    ana.play(number.id, body.messages[0].id)
    await graph.webhooksSent()

    const statuses = callback.statuses()
    expect(statuses.map(({ status }) => status)).toEqual(['sent', 'delivered', 'read', 'played'])
    for (const status of statuses)
      expect(status).toMatchObject({
        id: body.messages[0].id,
        recipient_id: ANA,
        recipient_user_id: ana.userId(number.id),
        biz_opaque_callback_data: 'our-1',
      })
    const pricing = {
      billable: false,
      pricing_model: 'PMP',
      category: 'service',
      type: 'free_customer_service',
    }
    expect(statuses.map((status) => status.pricing)).toEqual([pricing, pricing, undefined, undefined])
  })

  it('bills service messages after a thousand in a month, and none after an ad', async () => {
    const { ana, number, graph, callback, send } = test
    const bia = graph.addCustomer({ name: 'Bia', phone: '5511977776666' })
    ana.write(number.id, 'oi')
    bia.write(number.id, 'vi o anúncio', { referral: true })
    number.setServiceMessages(1_000)

    await send({ type: 'text', text: { body: 'pago' } })
    await send({ to: '5511977776666', type: 'text', text: { body: 'grátis' } })
    await graph.webhooksSent()

    const sent = callback.statuses().filter(({ status }) => status === 'sent')
    expect(sent).toMatchObject([
      { pricing: { type: 'regular', billable: true, category: 'service' } },
      {
        pricing: { type: 'free_entry_point', billable: false, category: 'referral_conversion' },
        conversation: { origin: { type: 'referral_conversion' } },
      },
    ])
  })

  it('fails a free-form message outside the window in a status, or in the answer where the rule says so', async () => {
    const { ana, number, graph, callback, send } = test
    ana.write(number.id, 'oi')
    now += 24 * HOUR_MS

    const accepted = await send({ type: 'text', text: { body: 'tarde' }, biz_opaque_callback_data: 'our-1' })
    await graph.webhooksSent()
    graph.rules.refusesAtOnce = true
    const refused = await send({ type: 'text', text: { body: 'tarde' } })

    expect(accepted.status).toBe(200)
    expect(callback.statuses()).toMatchObject([
      { status: 'failed', errors: [{ code: 131047 }], biz_opaque_callback_data: 'our-1' },
    ])
    expect(callback.changes().at(-1).value.contacts).toBeUndefined()
    expect(refused.body.error.code).toBe(131047)
    expect(ana.seen(number.id)).toEqual([])
  })

  it('fails messages to people without WhatsApp, without payment and after an opt-out', async () => {
    const { ana, number, account, graph, callback, send } = test
    const marketing = graph.addTemplate({
      accountId: account.id,
      name: 'promo',
      category: 'MARKETING',
      components: [{ type: 'BODY', text: 'Promoção' }],
    })
    const template = { type: 'template', template: { name: marketing.name, language: { code: 'pt_BR' } } }
    ana.stopMarketing(number.id)

    await send({ to: '5511900000000', type: 'text', text: { body: 'quem?' } })
    await send(template)
    ana.resumeMarketing(number.id)
    number.setPaymentMethod(false)
    await send(template)
    number.setPaymentMethod(true)
    await send(template)
    await graph.webhooksSent()

    const ends = callback.statuses().map(({ status, errors }) => errors?.[0].code ?? status)
    expect(ends).toEqual([131026, 131050, 131042, 'sent', 'delivered'])
    const preferences = callback
      .changes()
      .filter(({ field }: { field: string }) => field === 'user_preferences')
    expect(preferences).toMatchObject([
      { value: { user_preferences: [{ wa_id: ANA, category: 'marketing_messages', value: 'stop' }] } },
      { value: { user_preferences: [{ value: 'resume' }] } },
    ])
  })

  it('reaches as many people outside the window as the tier allows, and no more', async () => {
    const { graph, account, callback, send } = test
    graph.rules.smallestTier = 2
    graph.addTemplate({ accountId: account.id, name: 'aviso', components: [{ type: 'BODY', text: 'Oi' }] })
    const template = { name: 'aviso', language: { code: 'pt_BR' } }
    const phones = ['5511900000001', '5511900000002', '5511900000001', '5511900000003']
    for (const to of phones) {
      graph.addCustomer({ name: to, phone: to })
      await send({ to, type: 'template', template })
    }
    await graph.webhooksSent()
    const ends = callback.statuses().filter(({ status }) => status !== 'delivered')

    expect(ends.map(({ status, errors }) => errors?.[0].code ?? status)).toEqual([
      'sent',
      'sent',
      'sent',
      131048,
    ])
  })

  it('delivers when the phone is on again', async () => {
    const { ana, number, graph, callback, send } = test
    ana.write(number.id, 'oi')
    ana.isSilent = true

    await send({ type: 'text', text: { body: 'Olá' } })
    await graph.webhooksSent()
    const before = callback.statuses().map(({ status }) => status)
    ana.isSilent = false
    await graph.webhooksSent()

    expect(before).toEqual(['sent'])
    expect(callback.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered'])
  })

  it('fetches a file by its link from this machine, and fails with 131053 where there is none', async () => {
    const { ana, number, graph, callback, send, simulator } = test
    ana.write(number.id, 'oi')

    await send({ type: 'document', document: { link: `${simulator.pageUrl}phones.js`, filename: 'p.js' } })
    await callback.until('the end', () => graph.pendingWebhooks === 0 && callback.statuses().length === 2)
    await send({ type: 'document', document: { link: `${simulator.pageUrl}nothing` } })
    await send({ type: 'image', image: { link: `${simulator.pageUrl}phones.js` } })
    await callback.until('all ends', () => graph.pendingWebhooks === 0 && callback.statuses().length === 4)

    expect(callback.statuses().map(({ status }) => status)).toEqual(['sent', 'delivered', 'failed', 'failed'])
    expect(callback.statuses()[3].errors[0].code).toBe(131053)
    expect(ana.seen(number.id)).toMatchObject([
      { fileName: 'p.js', mimeType: expect.stringContaining('javascript') },
    ])
  })
})

describe('delivery of webhooks', () => {
  it('repeats a whole batch until the callback answers 200', async () => {
    const { ana, number, graph, callback } = test
    graph.rules.retryAfterMs = 1
    callback.answers.push(500, 302, 204)

    ana.write(number.id, 'oi')
    await callback.until('it arrived', () => callback.received.length === 1 && graph.pendingWebhooks === 0)

    expect(callback.answers).toEqual([])
    expect(callback.messages()).toHaveLength(1)
  })

  it('sends nothing without a subscription, nor a field that the app has not chosen', async () => {
    const { ana, number, graph, callback, call, app, account } = test
    await call('DELETE', `${account.id}/subscribed_apps`)
    ana.write(number.id, 'um')
    await call('POST', `${account.id}/subscribed_apps`)
    app.fields = ['user_preferences']
    ana.write(number.id, 'dois')
    ana.stopMarketing(number.id)
    await graph.webhooksSent()

    expect(callback.changes().map(({ field }: { field: string }) => field)).toEqual(['user_preferences'])
  })

  it('prefers the callback of the number to that of account and app, for messages only', async () => {
    const { ana, number, graph, callback, call } = test
    const own = `${callback.url}/own`

    const { body } = await call('POST', number.id, {
      webhook_configuration: { override_callback_uri: own, verify_token: callback.verifyToken },
    })
    ana.write(number.id, 'oi')
    ana.stopMarketing(number.id)

    const urls = Object.values(graph.world.batches).map(({ url }) => url)
    expect(body).toEqual({ success: true })
    expect(urls).toEqual([own, callback.url])
    await graph.webhooksSent()
  })

  it('accepts only a callback of this machine that answers the challenge', async () => {
    const { graph, app, callback } = test

    await expect(graph.setCallback(app.id, callback.url, 'wrong')).rejects.toThrow('2200')
    await expect(graph.setCallback(app.id, 'https://example.com/', 'x')).rejects.toThrow('100')
    await expect(graph.setCallback(app.id, 'http://127.0.0.1:9/', 'x')).rejects.toThrow('2200')
  })
})

function interactive(content: object) {
  return { type: 'interactive', interactive: content }
}
