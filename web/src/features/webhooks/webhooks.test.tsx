import { createHmac } from 'node:crypto'
import { listConnections } from '@balcao/contract/connections'
import { listTickets } from '@balcao/contract/tickets'
import type { WebhookDeliveryView, WebhookView } from '@balcao/contract/webhooks'
import * as calls from '@balcao/contract/webhooks'
import type { DeliveryId, TicketId, WebhookId } from '@balcao/domain/ids'
import { webhookEvents } from '@balcao/domain/webhooks'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { exampleWebhookBody, signatureVerifierExamples } from './examples'

// ids are branded
const aWebhook = (change: Partial<WebhookView> = {}): WebhookView => ({
  id: 7 as WebhookId,
  name: 'Estoque',
  url: 'https://erp.example/balcao',
  events: ['message.received', 'ticket.closed'],
  connectionId: null,
  isActive: true,
  offReason: null,
  lastCallAt: '2026-11-20T12:00:00.000Z',
  lastFailure: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
const aDelivery = (change: Partial<WebhookDeliveryView> = {}): WebhookDeliveryView => ({
  id: 41 as DeliveryId,
  event: 'message.received',
  ticketId: 85 as TicketId,
  state: 'failed',
  attempts: 7,
  nextTryAt: null,
  calledAt: '2026-11-20T12:00:00.000Z',
  milliseconds: 35,
  status: 500,
  failure: 'refused',
  createdAt: '2026-11-20T12:00:00.000Z',
  ...change,
})

const open = (webhooks: WebhookView[], serve?: (server: FakeServer) => void, as = anAdmin()) =>
  openApp({
    path: '/messages-api/webhooks',
    as,
    serve: (server) => {
      server.on(calls.listWebhooks, () => ({ webhooks })).on(listConnections, () => [])
      serve?.(server)
    },
  })

describe('the page of the webhooks', () => {
  it('EXTAPI-01 E2 a new one shows its secret once, after it was saved', async () => {
    const { person, server } = open([], (fake) =>
      fake.on(calls.createWebhook, () => ({ webhook: aWebhook(), secret: 'whsec_abc' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Adicionar webhook' }))
    const form = within(await screen.findByRole('dialog', { name: 'Novo webhook' }))
    await person.click(form.getByRole('button', { name: 'Salvar' }))
    expect(await form.findAllByText(/Obrigatório|Required/)).not.toEqual([])
    await person.type(form.getByLabelText('Nome'), 'Estoque')
    await person.type(form.getByLabelText('URL'), 'https://erp.example/balcao')
    await person.click(form.getByRole('button', { name: 'Salvar' }))

    const secret = within(await screen.findByRole('dialog', { name: 'Segredo do webhook' }))
    expect(secret.getByText('whsec_abc')).toBeTruthy()
    expect(secret.getByRole('button', { name: 'Copiar o segredo' })).toBeTruthy()
    expect(server.received(calls.createWebhook)).toMatchObject([
      {
        body: {
          name: 'Estoque',
          url: 'https://erp.example/balcao',
          events: ['message.received'],
          connectionId: null,
          isActive: true,
        },
      },
    ])
    await person.click(secret.getByRole('button', { name: 'Já guardei' }))
    expect(screen.queryByText('whsec_abc')).toBeNull()
  })

  it('E1 a private address is refused at its field', async () => {
    const { person } = open([aWebhook({ url: 'http://10.0.0.7/' })], (fake) =>
      fake.on(calls.updateWebhook, () => {
        throw refused('ERR_PRIVATE_ADDRESS')
      }),
    )

    await person.click(await screen.findByRole('button', { name: 'Editar Estoque' }))
    const form = within(await screen.findByRole('dialog', { name: 'Editar Estoque' }))
    await person.click(form.getByRole('button', { name: 'Salvar' }))

    const field = form.getByLabelText('URL')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(form.getByText(/^Este endereço é de uma rede interna/)).toBeTruthy()
  })

  it('E2 the log shows requests and responses, filters, and sends again', async () => {
    const { person, server } = open([aWebhook()], (fake) =>
      fake
        .on(calls.listWebhookDeliveries, () => ({ deliveries: [aDelivery()], hasMore: false }))
        .on(calls.getWebhookDelivery, () => ({
          ...aDelivery(),
          request: '{"id":"7-41"}',
          answer: 'sem estoque',
        }))
        .on(calls.resendWebhookDelivery, () => aDelivery({ state: 'waiting', attempts: 0, failure: null })),
    )

    await person.click(await screen.findByRole('button', { name: 'Ver o registro de Estoque' }))
    const log = within(await screen.findByRole('dialog', { name: 'Registro de Estoque' }))
    expect(await log.findByText('Respondeu com erro (500)')).toBeTruthy()
    await person.click(log.getByLabelText('Situação'))
    await person.click(await screen.findByRole('option', { name: 'Falhou' }))
    await person.click(await log.findByRole('button', { name: 'Ver a entrega de message.received' }))
    const one = within(await screen.findByRole('dialog', { name: 'message.received' }))
    expect((await one.findByRole('region', { name: 'O que é enviado' })).textContent).toContain('"7-41"')
    expect(one.getByRole('region', { name: 'O que respondeu' }).textContent).toContain('sem estoque')
    await person.click(one.getByRole('button', { name: 'Enviar de novo' }))

    expect(await screen.findByText('A entrega vai de novo.')).toBeTruthy()
    expect(server.received(calls.resendWebhookDelivery)).toMatchObject([
      { params: { webhookId: 7, deliveryId: 41 } },
    ])
    expect(server.received(calls.listWebhookDeliveries).map(({ query }) => query.state)).toContain('failed')
  })

  it('E2 a test shows its result; a new secret asks twice and shows once', async () => {
    const { person, server } = open([aWebhook()], (fake) =>
      fake
        .on(calls.testWebhook, () => aDelivery({ event: 'test', status: 404 }))
        .on(calls.renewWebhookSecret, () => ({ secret: 'whsec_new' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Enviar um teste a Estoque' }))
    expect(await screen.findByText('O teste falhou: Respondeu com erro (404).')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Trocar o segredo de Estoque' }))
    await person.click(await screen.findByRole('button', { name: 'Trocar o segredo' }))
    expect(server.received(calls.renewWebhookSecret)).toEqual([])
    const asked = within(await screen.findByRole('dialog', { name: 'Trocar o segredo de Estoque?' }))
    await person.click(asked.getByRole('button', { name: 'Trocar o segredo' }))

    expect(await screen.findByText('whsec_new')).toBeTruthy()
  })

  it('E2 a disabled one shows why, and its removal asks first', async () => {
    const { person, server } = open(
      [aWebhook({ isActive: false, offReason: 'failures', lastFailure: 'timed-out' })],
      (fake) => fake.on(calls.deleteWebhook, () => ({ message: 'webhook deleted' })),
    )

    expect(await screen.findByText('Desligado pelo sistema')).toBeTruthy()
    expect(screen.getByText(/20 chamadas seguidas falharam/)).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Excluir Estoque' }))
    await person.click(await screen.findByRole('button', { name: 'Excluir' }))

    expect(server.received(calls.deleteWebhook)).toMatchObject([{ params: { webhookId: 7 } }])
  })

  it('EXTAPI-01 documents events, body and signature, beside the page that sends', async () => {
    open([aWebhook()])

    const tabs = within(await screen.findByRole('navigation', { name: 'Páginas da API' }))
    expect(tabs.getByRole('link', { name: 'Enviar mensagens' }).getAttribute('href')).toBe('/messages-api')
    expect(tabs.getByRole('link', { name: 'Webhooks' }).getAttribute('aria-current')).toBe('page')
    for (const event of webhookEvents) expect(screen.getAllByText(event).length).toBeGreaterThan(0)
    expect(screen.getByRole('region', { name: 'Exemplo do corpo' }).textContent).toContain('message.received')
    expect(screen.getByRole('region', { name: 'Exemplo em JavaScript' }).textContent).toContain(
      'timingSafeEqual',
    )
  })

  it('E2 a bar on every other page reports a disabled one to admins', async () => {
    openApp({
      path: '/messages-api',
      as: anAdmin(),
      serve: (server) =>
        void server.on(calls.listWebhooks, () => ({
          webhooks: [aWebhook({ isActive: false, offReason: 'gone' })],
        })),
    })

    expect(
      await screen.findByText('O webhook Estoque foi desligado: o seu sistema não é mais avisado.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver webhooks' }).getAttribute('href')).toBe(
      '/messages-api/webhooks',
    )
  })

  it('PERM-16 a user who is no admin has no page, no tab and no call', async () => {
    const { server } = open(
      [],
      (fake) => fake.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false })),
      aSessionUser(),
    )

    expect(await screen.findByRole('link', { name: 'Atendimentos', current: 'page' })).toBeTruthy()
    expect(server.received(calls.listWebhooks)).toEqual([])
  })
})

it('E2 the program on the page accepts our signature and no other', async () => {
  const secret = 'whsec_abc'
  const seconds = Math.floor(Date.now() / 1000)
  const sign = (body: string, at: number) =>
    `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
  const source = /function isGenuine[\s\S]*?\n}\n/.exec(signatureVerifierExamples.javascript)?.[0] ?? ''
  const crypto = await import('node:crypto')
  const isGenuine = new Function('createHmac', 'timingSafeEqual', 'secret', `${source}; return isGenuine`)(
    crypto.createHmac,
    crypto.timingSafeEqual,
    secret,
  )

  expect(isGenuine(exampleWebhookBody, sign(exampleWebhookBody, seconds))).toBe(true)
  expect(isGenuine(`${exampleWebhookBody} `, sign(exampleWebhookBody, seconds))).toBe(false)
  expect(isGenuine(exampleWebhookBody, sign(exampleWebhookBody, seconds - 400))).toBe(false)
  expect(isGenuine(exampleWebhookBody, undefined)).toBe(false)
})
