import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { mediaCertificate, mediaPrivateKey } from '@balcao/whatsapp-simulator/media/certificate'
import { afterEach, expect, it } from 'vitest'
import { createEgressClient } from '../../platform/egress/egress-client'
import { efiPix } from './efi-pix'

interface Asked {
  readonly line: string
  readonly authorization: string | undefined
  readonly skipsMtls: string | undefined
  readonly caller: string | undefined
  readonly body: unknown
}

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A bank on loopback that demands a certificate, as Efí does; `answers` by method and path. */
async function anEfi(answers: Record<string, (turn: number) => [number, unknown]>) {
  const asked: Asked[] = []
  const turns = new Map<string, number>()
  const server = createServer(
    { cert: mediaCertificate, key: mediaPrivateKey, requestCert: true, rejectUnauthorized: false },
    async (request, response) => {
      const line = `${request.method} ${request.url}`
      asked.push({
        line,
        authorization: request.headers.authorization,
        skipsMtls: request.headers['x-skip-mtls-checking'] as string | undefined,
        caller: (request.socket as TLSSocket).getPeerCertificate()?.subject?.CN as string | undefined,
        body: await bodyOf(request),
      })
      const turn = turns.get(line) ?? 0
      turns.set(line, turn + 1)
      const usual: Record<string, [number, unknown]> = {
        'POST /oauth/token': [200, { access_token: `token ${turn}`, expires_in: 3600 }],
      }
      const [status, body] = answers[line]?.(turn) ?? usual[line] ?? [404, { nome: 'nao_encontrado' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    },
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a string only for pipes
  const outside = createEgressClient({
    allow: [`localhost:${port}`],
    allowedCa: mediaCertificate,
    identity: { cert: mediaCertificate, key: mediaPrivateKey },
  })
  stops.push(async () => {
    await outside.close()
    server.closeAllConnections()
    server.close()
  })
  let at = Date.parse('2026-11-20T12:00:00Z')
  const efi = efiPix({
    baseUrl: `https://localhost:${port}`,
    clientId: 'Client_Id',
    clientSecret: 'Client_Secret',
    pixKey: 'pix@balcao.example',
    outside,
    secret: 'a secret of the installation',
    now: () => new Date(at),
  })
  return { efi, asked, pass: (seconds: number) => (at += seconds * 1000) }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text === '' ? null : JSON.parse(text)
}

const txid = '0123456789abcdef0123456789abcdef'
const asking = { txid, amount: 99.9, text: '#Fatura:12' }

it('SUBSCR-07 Efí gets our certificate, a token, and a Pix of exactly this amount', async () => {
  const { efi, asked, pass } = await anEfi({
    [`PUT /v2/cob/${txid}`]: () => [201, { status: 'ATIVA', pixCopiaECola: '000201…' }],
  })

  expect(await efi.charge(asking)).toEqual({ code: '000201…' })
  await efi.charge(asking)
  pass(3600)
  await efi.charge(asking)

  expect(asked.map(({ line }) => line)).toEqual([
    'POST /oauth/token',
    `PUT /v2/cob/${txid}`,
    `PUT /v2/cob/${txid}`,
    'POST /oauth/token',
    `PUT /v2/cob/${txid}`,
  ])
  expect(asked[0]).toMatchObject({
    authorization: `Basic ${Buffer.from('Client_Id:Client_Secret').toString('base64')}`,
    body: { grant_type: 'client_credentials' },
    caller: 'localhost',
  })
  expect(asked[1]).toMatchObject({
    authorization: 'Bearer token 0',
    caller: 'localhost',
    body: {
      calendario: { expiracao: 3600 },
      valor: { original: '99.90' },
      chave: 'pix@balcao.example',
      solicitacaoPagador: '#Fatura:12',
    },
  })
})

it('SUBSCR-07 a Pix whose answer was lost is found, and a code in a separate resource is read', async () => {
  const { efi } = await anEfi({
    [`PUT /v2/cob/${txid}`]: () => [409, { nome: 'txid_duplicado' }],
    [`GET /v2/cob/${txid}`]: () => [200, { status: 'ATIVA', loc: { id: 7 } }],
    'GET /v2/loc/7/qrcode': () => [200, { qrcode: '000201-apart' }],
  })

  expect(await efi.charge(asking)).toEqual({ code: '000201-apart' })
})

it('SUBSCR-11 E3 the payment is read from Efí itself, regardless of the notice', async () => {
  const paid = { status: 'CONCLUIDA', pix: [{ endToEndId: 'E1', valor: '60.10' }, { valor: '39.80' }] }
  const { efi } = await anEfi({
    [`GET /v2/cob/${txid}`]: (turn) => [200, turn === 0 ? { status: 'ATIVA' } : paid],
  })
  const claimed = { hmac: '', pix: [{ txid, endToEndId: 'E9', valor: '1000000.00' }] }

  expect(await efi.proofOf(claimed, txid)).toBeNull()
  expect(await efi.proofOf(claimed, txid)).toEqual({ amount: 99.9, endToEndId: 'E1' })
  expect(await efi.ask('ffffffffffffffffffffffffffffffff')).toBeNull()
})

it('SUBSCR-11 E3 a notice is genuine only with the secret of the registered address', async () => {
  const { efi, asked } = await anEfi({
    'PUT /v2/webhook/pix%40balcao.example': () => [200, {}],
  })

  await efi.announceWebhook?.('https://inbox.example/subscription/webhook')

  const [, put] = asked
  const { webhookUrl = '' } = (put?.body ?? {}) as { webhookUrl?: string }
  const hmac = new URL(webhookUrl).searchParams.get('hmac') ?? ''
  expect(webhookUrl).toMatch(/^https:\/\/inbox\.example\/subscription\/webhook\?hmac=[0-9a-f]{64}&ignorar=$/)
  expect(put?.skipsMtls).toBe('true')
  expect(efi.isGenuine({ hmac, pix: [] })).toBe(true)
  expect(efi.isGenuine({ hmac: `${hmac.slice(0, -1)}_`, pix: [] })).toBe(false)
  expect(efi.isGenuine({ hmac: '', pix: [] })).toBe(false)
})

it('SUBSCR-07 an expired token is replaced once, and a refusal reveals no token or secret', async () => {
  const { efi, asked } = await anEfi({
    [`PUT /v2/cob/${txid}`]: (turn) => (turn === 0 ? [401, {}] : [400, { nome: 'chave_invalida' }]),
  })

  const failure = await efi.charge(asking).catch((error: unknown) => error)

  expect(asked.filter(({ line }) => line === 'POST /oauth/token')).toHaveLength(2)
  expect(failure).toMatchObject({ name: 'PixFailure', message: 'Efí refused a charge with 400' })
})
