import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountId, ana, messageOf, numberId, statusOf, webhookOf } from './testing/webhooks'
import { isSignedBy, splitWebhook } from './webhook'

const keysOf = (webhook: unknown) => splitWebhook(webhook).events.map(({ event }) => event.key)

describe('a signature', () => {
  const body = Buffer.from('{"entry":[]}')
  const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`

  test('is the HMAC of the bytes under the secret of the app', () => {
    expect(isSignedBy('secret', body, signature)).toBe(true)
    expect(isSignedBy('other', body, signature)).toBe(false)
    expect(isSignedBy('secret', Buffer.from('{"entry": []}'), signature)).toBe(false)
  })

  test.each([null, undefined, '', 'sha256=', 'sha256=00', 'sha1=abc', `${signature}0`, `x${signature}`])(
    '%j is none',
    (header) => {
      expect(isSignedBy('secret', body, header)).toBe(false)
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
    const { events, accountChanges, unknown } = splitWebhook(webhookOf({ messages, statuses }))

    expect(events.map(({ phoneNumberId, event }) => [phoneNumberId, event.key, event.chat])).toEqual([
      [numberId, 'cloud:wamid.1:text', ana.user_id],
      [numberId, 'cloud:wamid.2:image', '5511900000000'],
      [numberId, 'cloud:wamid.3:status:delivered', ana.wa_id],
      [numberId, 'cloud:wamid.3:status:failed:131026', ana.user_id],
    ])
    expect({ accountChanges, unknown }).toEqual({ accountChanges: [], unknown: 0 })
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
      { accountId, field: 'message_template_status_update', value: status },
    ])
    expect(splitWebhook(webhookOf(partner, 'account_update')).accountChanges).toMatchObject([
      { accountId: '88' },
    ])
  })

  test.each([
    ['a field from later', webhookOf({}, 'holograms')],
    ['an empty change', webhookOf({})],
    ['errors of the value', webhookOf({ errors: [{ code: 131000 }] })],
    ['a message without id', messageOf({ id: undefined, type: 'text' })],
    ['a status without level', statusOf({})],
    ['a change without number', webhookOf({ metadata: null, messages: [{ id: 'wamid.1' }] })],
    ['another product', { object: 'page', entry: [] }],
    ['no object', 5],
  ])('and counts %s', (_, webhook) => {
    expect(splitWebhook(webhook)).toEqual({ events: [], accountChanges: [], unknown: 1 })
  })

  test('and skips clicks on advertisements', () => {
    expect(splitWebhook(webhookOf({ user_actions: [{}] })).unknown).toBe(0)
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
