import type { WhatsappMessageId } from '@balcao/domain/ids'
import type { InboundReceipt } from '@balcao/whatsapp/gateway'
import { expect, test } from 'vitest'
import { latestTicks } from './latest-ticks'

const tick = (
  ack: InboundReceipt['ack'],
  ids: string[],
  refusedWith: number | null = null,
): InboundReceipt => ({
  kind: 'ack',
  chat: { kind: 'person', phone: '5511911112222', lid: null },
  ids: ids as WhatsappMessageId[],
  ack,
  refusedWith,
})

test.each<[what: string, inbound: InboundReceipt[], stay: number[]]>([
  ['sent, delivered, read of one message', [tick(1, ['a']), tick(2, ['a']), tick(3, ['a'])], [2]],
  ['one after a higher one', [tick(2, ['a']), tick(1, ['a'])], [0, 1]],
  ['of different messages', [tick(1, ['a']), tick(2, ['b'])], [0, 1]],
  ['of several, of which one went on', [tick(2, ['a', 'b']), tick(3, ['a'])], [0, 1]],
  ['of several, which all went on', [tick(2, ['a', 'b']), tick(3, ['a', 'b', 'c'])], [1]],
  ['a refusal', [tick(1, ['a'], 463), tick(2, ['a'])], [0, 1]],
])('MESSAGE-02 acks that only rise: %s', (_, inbound, stay) => {
  expect(latestTicks(inbound)).toEqual(stay.map((at) => inbound[at]))
})
