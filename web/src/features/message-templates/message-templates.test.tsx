import { listConnections } from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import * as calls from '@balcao/contract/message-templates'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, connectionId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aTemplate } from '../../testing/template-makers'

function open(
  templates: calls.MessageTemplateView[],
  {
    as = anAdmin(),
    serve,
  }: { as?: ReturnType<typeof aSessionUser>; serve?: (server: FakeServer) => void } = {},
) {
  return openApp({
    path: '/connections/4/templates',
    as,
    serve: (server) => {
      server
        .on(listConnections, () => [])
        .on(calls.listMessageTemplates, () => ({ templates, checkedAt: '2026-11-20T12:00:00.000Z' }))
      serve?.(server)
    },
  })
}

it("shows each template's state with Meta's reason, and follows live news", async () => {
  const refused = aTemplate({ status: 'REJECTED', quality: null, reason: 'INVALID_FORMAT' })
  const { socket } = open([refused])

  const table = within(await screen.findByRole('table', { name: 'Modelos de mensagem' }))
  expect(table.getByText('Recusado')).toBeTruthy()
  expect(table.getByText('Meta: INVALID_FORMAT')).toBeTruthy()
  socket.say(liveChannel.messageTemplate(companyId), { action: 'update', record: aTemplate() })

  expect(await table.findByText('Aprovado')).toBeTruthy()
  expect(table.getByText('Boa')).toBeTruthy()
})

it('a long list is shown in parts, and its search finds any template', async () => {
  const many = Array.from({ length: 210 }, (_, at) =>
    aTemplate({ id: (at + 1) as calls.MessageTemplateView['id'], name: `modelo_${at + 1}` }),
  )
  const { person } = open(many)
  const table = within(await screen.findByRole('table', { name: 'Modelos de mensagem' }))
  expect(screen.getByText('210 modelos')).toBeTruthy()
  expect(table.getAllByText(/^modelo_/)).toHaveLength(100)
  await person.click(screen.getByRole('button', { name: 'Ver mais' }))
  expect(table.getAllByText(/^modelo_/)).toHaveLength(200)

  await person.type(screen.getByRole('searchbox', { name: 'Buscar no nome ou no texto' }), 'MODELO_209')

  expect(await table.findByText('modelo_209')).toBeTruthy()
  expect(table.getAllByText(/^modelo_/)).toHaveLength(1)
  await person.type(screen.getByRole('searchbox', { name: 'Buscar no nome ou no texto' }), 'x')
  expect(await screen.findByText('Nenhum modelo encontrado')).toBeTruthy()
})

it('a user reads the list and changes nothing', async () => {
  open([aTemplate()], { as: aSessionUser() })

  await screen.findByText('pedido_enviado')
  expect(screen.queryByRole('button', { name: 'Novo modelo' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Excluir/ })).toBeNull()
})

it('a new template says which rule it breaks, shows its preview, and goes to Meta', async () => {
  const { person, server } = open([], {
    serve: (fake) => fake.on(calls.createMessageTemplate, () => aTemplate({ status: 'PENDING' })),
  })

  await person.click(await screen.findByRole('button', { name: 'Novo modelo' }))
  const form = within(await screen.findByRole('dialog', { name: 'Novo modelo' }))
  await person.type(form.getByLabelText('Nome'), 'Pedido enviado')
  await person.type(form.getByLabelText('Texto'), 'Oi {{{{1}}')
  await person.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await form.findByText('O texto não pode começar nem terminar com uma variável.')).toBeTruthy()
  await person.type(form.getByLabelText('Texto'), ', seu pedido saiu.')
  await person.type(form.getByLabelText('Variável 1'), 'Ana')
  expect(
    within(form.getByRole('figure', { name: 'Como o cliente vê' })).getByText('Oi Ana, seu pedido saiu.'),
  ).toBeTruthy()
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await waitFor(() => expect(server.received(calls.createMessageTemplate)).toHaveLength(1))
  expect(server.received(calls.createMessageTemplate)[0]?.body).toMatchObject({
    ...{
      connectionId: connectionId(4),
      name: 'pedido_enviado',
      language: 'pt_BR',
      category: 'UTILITY',
      header: null,
    },
    ...{ body: 'Oi {{1}}, seu pedido saiu.', examples: { body: { 1: 'Ana' } } },
  })
})

it('the preview shows the buttons in the order in which Meta gets them', async () => {
  const buttons = [
    { type: 'URL', text: 'Acompanhar', url: 'https://loja.example/p/{{1}}', example: ['77'] },
    { type: 'QUICK_REPLY', text: 'Falar com a loja' },
  ]
  const { person } = open([
    aTemplate({
      components: [
        { type: 'BODY', text: 'Saiu hoje.' },
        { type: 'BUTTONS', buttons },
      ],
    }),
  ])

  await person.click(await screen.findByRole('button', { name: 'Editar pedido_enviado' }))
  const preview = within(await screen.findByRole('figure', { name: 'Como o cliente vê' }))

  expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Falar com a loja',
    'Acompanhar',
  ])
})

it('a deletion is asked first', async () => {
  const { person, server } = open([aTemplate()], {
    serve: (fake) => fake.on(calls.deleteMessageTemplate, () => ({ message: 'deleted' })),
  })

  await person.click(await screen.findByRole('button', { name: 'Excluir pedido_enviado' }))
  expect(server.received(calls.deleteMessageTemplate)).toEqual([])
  const question = within(await screen.findByRole('dialog', { name: 'Excluir o modelo pedido_enviado?' }))
  await person.click(question.getByRole('button', { name: 'Excluir' }))

  await waitFor(() => expect(server.received(calls.deleteMessageTemplate)).toHaveLength(1))
})
