import { expect, test } from 'vitest'
import { inboundFromJson, inboundToJson } from './inbound-json'

test('instants and bytes survive, at any depth', () => {
  const inbound = {
    at: new Date(5000),
    parts: [{ thumbnail: Buffer.from('abc'), nothing: null, text: '2026-01-01T00:00:00.000Z' }],
  }

  expect(inboundFromJson(inboundToJson(inbound))).toEqual(inbound)
})
