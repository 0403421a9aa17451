import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ANA, aGraph, callerOf, type GraphTest, NUMBER, PNG } from '../testing/graph-client'

const HOUR_MS = 3_600_000

let test: GraphTest
let now: number

beforeEach(async () => {
  now = Date.UTC(2026, 10, 29, 12)
  test = await aGraph({ clock: () => now })
})

afterEach(() => test.end())

describe('tokens and accounts', () => {
  it('tells the scopes, the end and the accounts of a token to its app', async () => {
    const { app, account, token, graph } = test
    const asApp = callerOf(graph, `${app.id}|${app.secret}`)

    const { body } = await asApp('GET', `debug_token?input_token=${token}`)

    expect(body.data).toMatchObject({
      app_id: app.id,
      is_valid: true,
      expires_at: 0,
      scopes: ['whatsapp_business_messaging', 'whatsapp_business_management', 'business_management'],
      granular_scopes: [{ target_ids: [account.id] }, {}, {}],
    })
  })

  it('refuses a wrong, an expired and a revoked token with 190', async () => {
    const { graph, app, account, number, token } = test
    const short = graph.issueToken({
      appId: app.id,
      accountIds: [account.id],
      expiresAt: new Date(now + 1_000),
    })
    now += 2_000
    graph.revokeToken(token)

    const answers = await Promise.all(
      ['nonsense', short, token].map((value) => callerOf(graph, value)('GET', number.id)),
    )

    expect(answers.map(({ status, body }) => [status, body.error.code, body.error.error_subcode])).toEqual([
      [401, 190, undefined],
      [401, 190, 463],
      [401, 190, 460],
    ])
  })

  it('refuses a missing scope with 10 or 200, and hides foreign and unknown objects', async () => {
    const { graph, app, account, number } = test
    const withScope = (scope: string) =>
      callerOf(graph, graph.issueToken({ appId: app.id, accountIds: [account.id], scopes: [scope] }))
    const other = graph.addAccount()
    const foreign = graph.addNumber({ accountId: other.id, displayNumber: '551155556666' })

    const send = await withScope('whatsapp_business_management')('POST', `${number.id}/messages`, {})
    const list = await withScope('whatsapp_business_messaging')('GET', `${account.id}/phone_numbers`)
    const hidden = await Promise.all(
      [foreign.id, '123', `${other.id}/phone_numbers`].map((path) => test.call('GET', path)),
    )

    expect(send).toMatchObject({ status: 403, body: { error: { code: 10, type: 'OAuthException' } } })
    expect(list).toMatchObject({ status: 403, body: { error: { code: 200 } } })
    for (const { status, body } of hidden) {
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 100, error_subcode: 33 })
    }
  })

  it('lists the numbers of an account, and chosen fields of one', async () => {
    const { account, number, call } = test

    const list = await call('GET', `${account.id}/phone_numbers`)
    const one = await call(
      'GET',
      `${number.id}?fields=quality_rating,name_status,whatsapp_business_manager_messaging_limit`,
    )
    const wrong = await call('GET', `${number.id}?fields=nonsense`)

    expect(list.body.data).toMatchObject([
      {
        id: number.id,
        display_phone_number: '+55 11 3333-4444',
        verified_name: 'Casa Ipê Móveis',
        quality_rating: 'GREEN',
        code_verification_status: 'VERIFIED',
        status: 'CONNECTED',
        throughput: { level: 'STANDARD' },
      },
    ])
    expect(one.body).toEqual({
      quality_rating: 'GREEN',
      name_status: 'APPROVED',
      whatsapp_business_manager_messaging_limit: 'TIER_250',
      id: number.id,
    })
    expect(wrong.body.error.code).toBe(100)
  })

  it('subscribes an app with its own callback after the challenge, lists and removes it', async () => {
    const { graph, callback, call, app } = test
    const account = graph.addAccount()
    const token = graph.issueToken({ appId: app.id, accountIds: [account.id] })
    const own = callerOf(graph, token)
    const override = { override_callback_uri: callback.url, verify_token: callback.verifyToken }

    const wrong = await own('POST', `${account.id}/subscribed_apps`, { ...override, verify_token: 'wrong' })
    const outside = await own('POST', `${account.id}/subscribed_apps`, {
      ...override,
      override_callback_uri: 'https://example.com/hook',
    })
    const right = await own('POST', `${account.id}/subscribed_apps`, override)
    const listed = await own('GET', `${account.id}/subscribed_apps`)
    const removed = await own('DELETE', `${account.id}/subscribed_apps`)

    expect(wrong.body.error.code).toBe(2200)
    expect(outside.body.error.code).toBe(100)
    expect(right.body).toEqual({ success: true })
    expect(listed.body.data).toMatchObject([
      { whatsapp_business_api_data: { id: app.id }, override_callback_uri: callback.url },
    ])
    expect(removed.body).toEqual({ success: true })
    expect((await own('GET', `${account.id}/subscribed_apps`)).body.data).toEqual([])
    expect((await call('GET', `${account.id}/subscribed_apps`)).body.error.error_subcode).toBe(33)
  })

  it('locks a number after ten registrations and deregistrations within 72 hours', async () => {
    const { number, call } = test
    const register = (pin = '123456') =>
      call('POST', `${number.id}/register`, { messaging_product: 'whatsapp', pin })

    const wrong = await register('999999')
    for (let at = 1; at < 10; at++)
      expect((await (at % 2 ? call('POST', `${number.id}/deregister`) : register())).status).toBe(200)
    const eleventh = await register()
    const unregistered = await test.send({ type: 'text', text: { body: 'oi' } })
    now += 73 * HOUR_MS

    expect(wrong.body.error.code).toBe(133005)
    expect(eleventh.body.error.code).toBe(133016)
    expect(unregistered.body.error.code).toBe(133010)
    expect((await register()).body).toEqual({ success: true })
  })

  it('refuses management calls above the hourly limit with 80007', async () => {
    const { graph, account, call } = test
    graph.rules.managementCallsPerHour = 2

    const codes = []
    for (let at = 0; at < 3; at++)
      codes.push((await call('GET', `${account.id}/subscribed_apps`)).body.error?.code)
    now += HOUR_MS

    expect(codes).toEqual([undefined, undefined, 80007])
    expect((await call('GET', `${account.id}/subscribed_apps`)).status).toBe(200)
  })
})

describe('media', () => {
  it('uploads a file, gives an address for five minutes and the bytes to the token only', async () => {
    const { number, call, graph, token } = test
    const { body } = await upload(PNG, 'image/png')

    const { body: place } = await call('GET', `${body.id}?phone_number_id=${number.id}`)
    const read = (headers: Record<string, string>) => fetch(place.url, { headers })
    const file = await read({ authorization: `Bearer ${token}` })
    const stranger = await read({})
    now += 301_000
    const late = await read({ authorization: `Bearer ${token}` })

    expect(place).toMatchObject({ mime_type: 'image/png', file_size: String(PNG.length), id: body.id })
    expect(new URL(place.url).host).toBe(graph.mediaHost)
    expect(Buffer.from(await file.arrayBuffer()).equals(PNG)).toBe(true)
    expect([file.status, stranger.status, late.status]).toEqual([200, 401, 404])
  })

  it('takes a body whose parts have headers in lower case and no type of their own', async () => {
    const part = (head: string, content: string) =>
      `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`
    const body = `${part('name="messaging_product"', 'whatsapp')}${part('name="type"', 'text/plain')}${part('name="file"; filename="a.txt"', 'olá')}--b--\r\n`

    const { status } = await test.call('POST', `${test.number.id}/media`, Buffer.from(body), {
      'content-type': 'multipart/form-data; boundary=b',
    })

    expect(status).toBe(200)
  })

  it('deletes a file; uploaded ones end after 30 days', async () => {
    const { call } = test
    const [one, two] = [await upload(PNG, 'image/png'), await upload(PNG, 'image/png')]

    expect((await call('DELETE', one.body.id)).body).toEqual({ success: true })
    expect((await call('GET', one.body.id)).body.error.error_subcode).toBe(33)
    now += 31 * 24 * HOUR_MS
    expect((await call('GET', two.body.id)).body.error.error_subcode).toBe(33)
  })

  it('refuses types and sizes that WhatsApp does not send with 131053', async () => {
    const answers = [
      await upload(PNG, 'image/gif'),
      await upload(Buffer.alloc(5 * 1024 * 1024 + 1), 'image/png'),
      await upload(Buffer.alloc(0), 'image/png'),
      await test.call('POST', `${test.number.id}/media`, {}),
    ]

    expect(answers.map(({ body }) => body.error.code)).toEqual([131053, 131053, 131053, 100])
  })

  it('takes the sample of a template in parts and gives its handle', async () => {
    const { app, call } = test
    const begun = await call(
      'POST',
      `${app.id}/uploads?file_name=a.png&file_length=${PNG.length}&file_type=image/png`,
    )
    const part = (from: number, to?: number) =>
      call('POST', begun.body.id, PNG.subarray(from, to), { file_offset: String(from) })

    const first = await part(0, 10)
    const wrong = await part(20)
    const state = await call('GET', begun.body.id)
    const last = await part(10)

    expect(first.body.h).toBeUndefined()
    expect(wrong.body.error.code).toBe(100)
    expect(state.body.file_offset).toBe(10)
    expect(last.body.h).toMatch(/^4::/)
  })
})

describe('sending', () => {
  beforeEach(() => void test.ana.write(test.number.id, 'oi'))

  it('accepts a text and names the person and the message', async () => {
    const { body } = await test.send({ type: 'text', text: { body: 'Olá' } })

    expect(body).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: `+${ANA}`, wa_id: ANA, user_id: test.ana.userId(test.number.id) }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    })
  })

  it('finds Brazilian people without the ninth digit, and by user id', async () => {
    const short = await test.send({ to: '551188887777', type: 'text', text: { body: 'Olá' } })
    const byUserId = await test.send({
      to: undefined,
      recipient: test.ana.userId(test.number.id),
      type: 'text',
      text: { body: 'Olá' },
    })

    expect(short.body.contacts).toMatchObject([{ input: '551188887777', wa_id: ANA }])
    expect(byUserId.body.contacts).toMatchObject([{ wa_id: ANA }])
  })

  it('shows every kind to the customer', async () => {
    const { ana, number } = test
    const image = await upload(PNG, 'image/png')
    const kinds = [
      { type: 'image', image: { id: image.body.id, caption: 'este' } },
      { type: 'document', document: { id: image.body.id, filename: 'a.png' } },
      { type: 'location', location: { latitude: -23.5, longitude: -46.6, name: 'Loja' } },
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Bia Reis', first_name: 'Bia' },
            phones: [{ phone: '+5511', type: 'WORK' }],
          },
        ],
      },
      {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: 'Confirma?' },
          footer: { text: 'Casa Ipê' },
          action: { buttons: [{ type: 'reply', reply: { id: 'yes', title: 'Sim' } }] },
        },
      },
      {
        type: 'interactive',
        interactive: {
          type: 'list',
          body: { text: 'Escolha' },
          action: {
            button: 'Ver',
            sections: [{ rows: [{ id: 'a', title: 'Vendas', description: 'sofás' }] }],
          },
        },
      },
    ]

    for (const message of kinds) expect((await test.send(message)).status).toBe(200)
    await test.graph.webhooksSent()

    const seen = ana.seen(number.id)
    expect(seen).toMatchObject([
      { kind: 'image', text: 'este', mimeType: 'image/png' },
      { kind: 'document', fileName: 'a.png' },
      { kind: 'location', text: 'Loja' },
      { kind: 'contacts', text: 'Bia Reis' },
      { kind: 'interactive', text: 'Confirma?', footer: 'Casa Ipê', buttons: [{ id: 'yes', title: 'Sim' }] },
      { kind: 'interactive', text: 'Escolha', buttons: [{ id: 'a', title: 'Vendas', description: 'sofás' }] },
    ])
    expect(seen[0]?.media?.equals(PNG)).toBe(true)
  })

  it('takes a voice message only as Ogg with Opus of one channel', async () => {
    const ogg = (channels: number) =>
      Buffer.concat([
        Buffer.from('OggS'),
        Buffer.alloc(24),
        Buffer.from('OpusHead'),
        Buffer.from([1, channels]),
      ])
    const [mono, stereo, mp3] = [
      await upload(ogg(1), 'audio/ogg'),
      await upload(ogg(2), 'audio/ogg'),
      await upload(Buffer.from('ID3'), 'audio/mpeg'),
    ]

    const answers = []
    for (const { body } of [mono, stereo, mp3])
      answers.push(await test.send({ type: 'audio', audio: { id: body.id, voice: true } }))
    answers.push(await test.send({ type: 'audio', audio: { id: mp3.body.id } }))

    expect(answers.map(({ body }) => body.error?.code)).toEqual([undefined, 131053, 131053, undefined])
  })

  it.each([
    ['a text without body', { type: 'text', text: {} }, 131008],
    ['a long text', { type: 'text', text: { body: 'x'.repeat(4097) } }, 131009],
    ['an unknown key', { type: 'text', text: { body: 'x', bold: true } }, 100],
    ['a key beside the frame', { type: 'text', text: { body: 'x' }, sender: 'x' }, 100],
    ['an unknown kind', { type: 'poll', poll: {} }, 131051],
    ['no recipient', { to: undefined, type: 'text', text: { body: 'x' } }, 131008],
    ['a recipient without digits', { to: 'ana', type: 'text', text: { body: 'x' } }, 131009],
    ['itself', { to: NUMBER, type: 'text', text: { body: 'x' } }, 131021],
    ['an unknown user id', { to: undefined, recipient: 'BR.1', type: 'text', text: { body: 'x' } }, 131009],
    ['a caption of a sound', { type: 'audio', audio: { link: 'http://127.0.0.1/a', caption: 'x' } }, 100],
    ['id and link', { type: 'image', image: { id: '1', link: 'http://127.0.0.1/a' } }, 100],
    ['an unknown media', { type: 'image', image: { id: '1' } }, 131009],
    ['four buttons', buttons(['1', '2', '3', '4']), 131009],
    ['equal buttons', buttons(['1', '1']), 131009],
    ['a long button', buttons(['x'.repeat(21)]), 131009],
    ['eleven rows', rows(11), 131009],
    ['a long data', { type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'x'.repeat(513) }, 131009],
    ['a quote of nothing', { type: 'text', text: { body: 'x' }, context: { message_id: 'wamid.X' } }, 131009],
    [
      'a reaction with two emoji',
      { type: 'reaction', reaction: { message_id: 'wamid.X', emoji: '👍👍' } },
      131009,
    ],
    ['a wrong product', { messaging_product: 'sms', type: 'text', text: { body: 'x' } }, 100],
    [
      'contacts without a first name',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'A' } }] },
      131008,
    ],
    ['a place outside the world', { type: 'location', location: { latitude: 91, longitude: 0 } }, 131009],
  ])('refuses %s', async (_name, message, code) => {
    const { status, body } = await test.send(message)

    expect([status, body.error.code]).toEqual([400, code])
    expect(body.error.error_data.details).toBeTruthy()
    expect(body.error.fbtrace_id).toBeTruthy()
  })

  it('limits the sends of a number and those to one person', async () => {
    const { number, send } = test
    const text = { type: 'text', text: { body: 'x' } }
    number.setSendsPerSecond(1)

    const [, tooFast] = [await send(text), await send(text)]
    number.setSendsPerSecond(1_000)
    const codes = []
    for (let at = 0; at < 45; at++) codes.push((await send(text)).body.error?.code)
    now += 6_000

    expect(tooFast.body.error.code).toBe(130429)
    expect(codes.filter(Boolean)).toEqual([131056])
    expect((await send(text)).status).toBe(200)
  })

  it('marks as read with a typing sign that ends after 25 seconds', async () => {
    const { ana, number, call } = test
    const wamid = ana.write(number.id, 'e então?')

    const { body } = await call('POST', `${number.id}/messages`, {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: wamid,
      typing_indicator: { type: 'text' },
    })

    expect(body).toEqual({ success: true })
    expect(ana.chat(number.id).map(({ isReadByBusiness }) => isReadByBusiness)).toEqual([true, true])
    expect(ana.seesTyping(number.id)).toBe(true)
    now += 25_000
    expect(ana.seesTyping(number.id)).toBe(false)
  })

  it('blocks who wrote lately, and gives no webhook of them', async () => {
    const { ana, number, call, callback, graph } = test
    const people = { messaging_product: 'whatsapp', block_users: [{ user: `+${ANA}` }] }

    const blocked = await call('POST', `${number.id}/block_users`, people)
    ana.write(number.id, 'estou bloqueada')
    const list = await call('GET', `${number.id}/block_users`)
    await call('DELETE', `${number.id}/block_users`, people)
    ana.write(number.id, 'voltei')
    await graph.webhooksSent()

    expect(blocked.body.block_users.added_users).toMatchObject([{ wa_id: ANA }])
    expect(list.body.data).toMatchObject([{ wa_id: ANA }])
    expect(callback.messages().map(({ text }) => text.body)).toEqual(['oi', 'voltei'])
  })
})

function buttons(titles: string[]) {
  return {
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: 'x' },
      action: { buttons: titles.map((title) => ({ type: 'reply', reply: { id: title, title } })) },
    },
  }
}

function rows(count: number) {
  const list = Array.from({ length: count }, (_, at) => ({ id: `${at}`, title: `${at}` }))
  return {
    type: 'interactive',
    interactive: { type: 'list', body: { text: 'x' }, action: { button: 'Ver', sections: [{ rows: list }] } },
  }
}

function upload(bytes: Buffer, type: string) {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', type)
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), 'arquivo')
  return test.call('POST', `${test.number.id}/media`, form)
}
