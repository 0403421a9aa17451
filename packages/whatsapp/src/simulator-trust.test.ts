import { WA_CERT_DETAILS } from 'baileys'
import { afterEach, expect, test } from 'vitest'
import { realWhatsapp, simulatedWhatsapp } from './simulator-trust'

const genuineRoot = WA_CERT_DETAILS.PUBLIC_KEY
afterEach(() => {
  WA_CERT_DETAILS.PUBLIC_KEY = genuineRoot
})

const trust = {
  url: 'ws://127.0.0.1:8090/ws/chat',
  noiseRootPublicKey: Buffer.alloc(32, 1),
  mediaCertificate: '',
}

test.each([
  'ws://192.168.0.10:8090/ws/chat',
  'ws://web.whatsapp.com/ws/chat',
  'ws://127.0.0.1.example.com/ws/chat',
  'wss://web.whatsapp.com/ws/chat',
  'http://127.0.0.1:8090/',
])('no simulator is trusted at %s, and the genuine root stays', (url) => {
  expect(() => simulatedWhatsapp({ ...trust, url })).toThrow(/loopback/)
  expect(WA_CERT_DETAILS.PUBLIC_KEY).toBe(genuineRoot)
})

test('a root key of another length is refused', () => {
  expect(() => simulatedWhatsapp({ ...trust, noiseRootPublicKey: Buffer.alloc(31) })).toThrow(/32 bytes/)
})

test('a simulator on loopback replaces the root and serves media from loopback only', () => {
  const endpoint = simulatedWhatsapp(trust)

  expect(Buffer.from(WA_CERT_DETAILS.PUBLIC_KEY).equals(trust.noiseRootPublicKey)).toBe(true)
  expect(endpoint.isMediaHost('localhost:4433')).toBe(true)
  expect(endpoint.isMediaHost('mmg.whatsapp.net')).toBe(false)
})

test('the real WhatsApp serves media from its own hosts only', () => {
  const hosts = [
    'mmg.whatsapp.net',
    'media-gru1-1.cdn.whatsapp.net',
    'localhost',
    '10.0.0.1',
    'whatsapp.net.evil.com',
  ]

  expect(hosts.filter(realWhatsapp.isMediaHost)).toEqual([
    'mmg.whatsapp.net',
    'media-gru1-1.cdn.whatsapp.net',
  ])
})
