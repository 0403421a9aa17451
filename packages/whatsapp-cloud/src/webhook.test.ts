import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountId, ana, messageOf, numberId, statusOf, webhookOf } from './testing/webhooks'
import { parseCloudEvent } from './translate'
import { hasValidWebhookSignature, splitWebhook } from './webhook'

const keysOf = (webhook: unknown) => splitWebhook(webhook).events.map(({ event }) => event.key)

describe('a signature', () => {
  const body = Buffer.from('{"entry":[]}')
  const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`

  test('is the HMAC of the bytes under the secret of the app', () => {
    expect(hasValidWebhookSignature('secret', body, signature)).toBe(true)
    expect(hasValidWebhookSignature('other', body, signature)).toBe(false)
    expect(hasValidWebhookSignature('secret', Buffer.from('{"entry": []}'), signature)).toBe(false)
  })

  test.each([null, undefined, '', 'sha256=', 'sha256=00', 'sha1=abc', `${signature}0`, `x${signature}`])(
    '%j is none',
    (header) => {
      expect(hasValidWebhookSignature('secret', body, header)).toBe(false)
    },
  )
})

describe('a webhook is split', () => {
  test('into one event for each message and status, with its number', () => {
    const messages = [
      { id: 'wamid.1', type: 'text', from: ana.wa_id, from_user_id: ana.user_id },
      { id: 'wamid.2', type: 'image', from: '5511900000000' },
    ]
    const statuses = [
      { id: 'wamid.3', status: 'delivered', recipient_id: ana.wa_id },
      { id: 'wamid.3', status: 'failed', recipient_user_id: ana.user_id, errors: [{ code: 131026 }] },
    ]
    const { events, accountChanges, unread } = splitWebhook(webhookOf({ messages, statuses }))

    expect(events.map(({ phoneNumberId, event }) => [phoneNumberId, event.key, event.chat])).toEqual([
      [numberId, 'cloud:wamid.1:text', ana.user_id],
      [numberId, 'cloud:wamid.2:image', '5511900000000'],
      [numberId, 'cloud:wamid.3:status:delivered', ana.wa_id],
      [numberId, 'cloud:wamid.3:status:failed:131026', ana.user_id],
    ])
    expect({ accountChanges, unread }).toEqual({ accountChanges: [], unread: [] })
  })

  test('so that each content has one element and its own contact only', () => {
    const messages = ['1', '2'].map((id) => ({ id: `wamid.${id}`, type: 'text', from: `551190000000${id}` }))
    const contacts = ['1', '2'].map((id) => ({ wa_id: `551190000000${id}`, profile: { name: id } }))
    const [first] = splitWebhook(webhookOf({ contacts, messages })).events

    const content = Buffer.from(first?.event.content ?? []).toString()
    expect(JSON.parse(content.slice('cloud '.length))).toEqual({
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '551133334444', phone_number_id: numberId },
        contacts: [contacts[0]],
        messages: [messages[0]],
      },
      time: 1_767_225_600,
    })
  })

  test('over several accounts and numbers', () => {
    const one = webhookOf({ messages: [{ id: 'wamid.1', type: 'text', from: ana.wa_id }] }) as {
      entry: unknown[]
    }
    const other = webhookOf({
      metadata: { phone_number_id: '77' },
      messages: [{ id: 'wamid.1', type: 'text', from: ana.wa_id }],
    }) as { entry: unknown[] }
    const both = { ...one, entry: [...one.entry, ...other.entry] }

    expect(splitWebhook(both).events.map(({ phoneNumberId }) => phoneNumberId)).toEqual([numberId, '77'])
  })

  test('with the same keys when it is repeated, and different ones for what follows under an id', () => {
    expect(keysOf(statusOf({ status: 'read' }))).toEqual(keysOf(statusOf({ status: 'read', timestamp: '1' })))
    expect(keysOf(messageOf({ type: 'media_placeholder' }))).not.toEqual(keysOf(messageOf({ type: 'image' })))
  })

  test('without U+0000, also in names and deep inside', () => {
    const webhook = JSON.parse(
      JSON.stringify(messageOf({ type: 'text', text: { body: 'a\0b', 'c\0': ['\0'] } })),
    )
    const [event] = splitWebhook(webhook).events

    const content = Buffer.from(event?.event.content ?? []).toString()
    expect(content).toContain('"text":{"body":"ab","c":[""]}')
    expect(content).not.toContain('u0000')
  })

  test('into changes of accounts', () => {
    const status = { event: 'APPROVED', message_template_id: 1 }
    const partner = { event: 'PARTNER_REMOVED', waba_info: { waba_id: '88' } }

    expect(splitWebhook(webhookOf(status, 'message_template_status_update')).accountChanges).toMatchObject([
      { accountId, field: 'message_template_status_update', value: status, at: new Date(1_767_225_600_000) },
    ])
    expect(splitWebhook(webhookOf(partner, 'account_update')).accountChanges).toMatchObject([
      { accountId: '88' },
    ])
  })

  const kept = (webhook: unknown) =>
    splitWebhook(webhook).unread.map(({ phoneNumberId, field, event }) => {
      const content = JSON.parse(Buffer.from(event.content).toString().slice('cloud '.length))
      return { phoneNumberId, field, text: content.value as string, event }
    })

  test.each([
    ['a field from later', webhookOf({ size: 3 }, 'holograms'), '"size":3'],
    ['an empty change', webhookOf({}), '"messaging_product":"whatsapp"'],
    ['errors of the value', webhookOf({ errors: [{ code: 131000 }] }), '131000'],
    ['a message without id', messageOf({ id: undefined, type: 'hologram' }), 'hologram'],
    ['a status without level', statusOf({}), 'wamid.B'],
    ['history of the phone', webhookOf({ history: [{ threads: [] }] }, 'history'), '"threads"'],
    [
      'our own call',
      webhookOf({ calls: [{ id: 'wacid.1', event: 'connect', direction: 'BUSINESS_INITIATED' }] }, 'calls'),
      'wacid.1',
    ],
  ])('and keeps %s unread', async (_, webhook, part) => {
    expect(kept(webhook)).toMatchObject([{ phoneNumberId: numberId, text: expect.stringContaining(part) }])
    expect(splitWebhook(webhook)).toMatchObject({ events: [], accountChanges: [] })
    const [one] = kept(webhook)
    expect(one?.event.key).toMatch(/^cloud:unread:[0-9a-f]{32}$/)
    expect(kept(webhook)[0]?.event.key).toBe(one?.event.key) // a repeated webhook keeps it once
    expect(await parseCloudEvent(one?.event.content ?? new Uint8Array())).toEqual([])
  })

  test('and keeps an alert of an account, which is also a change of it', () => {
    const alert = { alert_severity: 'CRITICAL' }
    const { unread, accountChanges } = splitWebhook(webhookOf(alert, 'account_alerts'))

    expect([unread[0]?.accountId, accountChanges[0]?.field]).toEqual([accountId, 'account_alerts'])
  })

  test('and cuts an unread part at 64,000 characters', () => {
    const [one] = kept(webhookOf({ history: ['x'.repeat(100_000)] }, 'history'))

    expect(one?.text).toHaveLength(64_000)
  })

  test.each([
    ['another product', { object: 'page', entry: [] }],
    ['no object', 5],
    ['clicks on advertisements', webhookOf({ user_actions: [{}] })],
  ])('and skips %s', (_, webhook) => {
    expect(splitWebhook(webhook)).toEqual({ events: [], accountChanges: [], unread: [] })
  })

  test('of any shape', () => {
    const deep = JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)
    expect(splitWebhook(messageOf({ type: 'text', deep })).events).toHaveLength(1)
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.jsonValue(),
        fc.constantFrom('messages', 'account_update'),
        (any, other, field) => {
          splitWebhook(any)
          splitWebhook({ object: 'whatsapp_business_account', entry: any })
          splitWebhook(webhookOf({ messages: any, statuses: other, contacts: any }, field))
          splitWebhook(
            webhookOf({ messages: [any], statuses: [other], metadata: other, user_id: any }, field),
          )
        },
      ),
    )
  })
})
