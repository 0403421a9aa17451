import { expect, test } from 'vitest'
import { decodeInboundContent, encodeInboundContent } from './inbound-content'

const call = {
  kind: 'call',
  id: 'C1',
  chat: { kind: 'person', phone: '5511911112222', lid: null },
  video: false,
  outcome: 'missed',
  at: new Date('2026-11-20T12:00:00.000Z'),
} as const

test('a stored inbound event is decoded as it was encoded', () => {
  const content = { kind: 'inbound', inbound: [call] } as const

  expect(decodeInboundContent(encodeInboundContent(content))).toEqual(content)
})

test('rows stored before the kind was renamed can still be decoded', () => {
  const stored = Buffer.from(
    JSON.stringify({
      kind: 'heard',
      heard: [{ ...call, at: { $instant: call.at.getTime() } }],
    }),
  )

  expect(decodeInboundContent(stored)).toEqual({ kind: 'inbound', inbound: [call] })
})
