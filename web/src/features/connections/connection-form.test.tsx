import {
  createConnection,
  createConnectionToken,
  listConnections,
  revokeConnectionToken,
  updateConnection,
} from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { listQueues } from '@balcao/contract/queues'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { aConnection, anAdmin, aQueue, companyId, queueId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const sales = { id: queueId(1), name: 'Vendas', color: '#03a9f4' }
const support = { id: queueId(2), name: 'Suporte', color: '#7A52D3' }

async function openForm(connection = aConnection(), serve?: (server: FakeServer) => void) {
  const app = openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listConnections, () => [connection])
        .on(listQueues, () => [aQueue(sales), aQueue(support)])
        .on(updateConnection, () => connection)
      serve?.(server)
    },
  })
  await app.person.click(await screen.findByRole('button', { name: 'Editar Loja Centro' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar Loja Centro' }))
  const tab = (name: string) => app.person.click(dialog.getByRole('tab', { name }))
  const write = async (label: string, words: string) => {
    const field = dialog.getByLabelText(label)
    await app.person.clear(field)
    await app.person.type(field, words)
  }
  const save = () => app.person.click(dialog.getByRole('button', { name: 'Salvar' }))
  return { ...app, dialog, tab, write, save }
}

it('CONN-01 CONN-02 CONN-03 CONN-04 the form saves every field, text, queue and automation', async () => {
  const held = aConnection({
    queues: [sales, support],
    greetingMessage: 'Olá!',
    outOfHoursMessage: 'Fechado',
    complationMessage: 'Tchau',
    ratingMessage: 'Nota?',
    expiresInactiveMessage: 'Encerrado',
    sendIdQueue: support.id,
    timeSendQueue: 10,
    timeUseBotQueues: 5,
    maxUseBotQueues: 2,
    expiresTicket: 90,
  })
  const { server, person, tab, write, save, dialog } = await openForm(held)
  const rewrite = async (label: string, was: string, words: string) => {
    expect(dialog.getByLabelText(label)).toHaveProperty('value', was)
    await write(label, words)
  }

  await rewrite('Nome', 'Loja Centro', 'Loja Sul')
  await person.click(dialog.getByLabelText('Conexão padrão'))
  await person.click(dialog.getByRole('combobox', { name: 'Filas' }))
  await person.click(await screen.findByRole('option', { name: 'Vendas' }))
  await person.keyboard('{Escape}')
  await tab('Mensagens')
  await rewrite('Mensagem de saudação', 'Olá!', 'Oi')
  await rewrite('Mensagem fora do horário', 'Fechado', 'Amanhã')
  await rewrite('Mensagem de conclusão', 'Tchau', 'Até logo')
  await rewrite('Mensagem de avaliação', 'Nota?', 'Gostou?')
  await rewrite('Mensagem de encerramento por inatividade', 'Encerrado', 'Fim')
  await tab('Automação')
  expect(dialog.getByText('Encerra depois de 1 h 30 min em silêncio.')).toBeTruthy()
  await rewrite('Repetir o menu', '2', '3')
  await rewrite('Esperar antes de oferecer de novo', '5', '6')
  await person.click(dialog.getByLabelText('Fila que recebe'))
  await person.click(await screen.findByRole('option', { name: 'Nenhuma' }))
  await rewrite('Depois de', '10', '11')
  await rewrite('Sem resposta do cliente por', '90', '1440')
  expect(dialog.getByText('Encerra depois de 1 dia em silêncio.')).toBeTruthy()
  await save()

  await waitFor(() => expect(server.received(updateConnection)).toHaveLength(1))
  expect(server.received(updateConnection)[0]?.body).toEqual({
    name: 'Loja Sul',
    isDefault: false,
    queueIds: [2],
    greetingMessage: 'Oi',
    outOfHoursMessage: 'Amanhã',
    complationMessage: 'Até logo',
    ratingMessage: 'Gostou?',
    expiresInactiveMessage: 'Fim',
    sendIdQueue: null,
    timeSendQueue: 11,
    timeUseBotQueues: 6,
    maxUseBotQueues: 3,
    expiresTicket: 1440,
  })
})

it("CONN-01 a save sends only changed fields, so another admin's changes remain", async () => {
  const { server, tab, write, save } = await openForm()

  await tab('Automação')
  await write('Sem resposta do cliente por', '60')
  await save()

  await waitFor(() => expect(server.received(updateConnection)).toHaveLength(1))
  expect(server.received(updateConnection)[0]?.body).toEqual({ expiresTicket: 60 })
})

it('CONN-05 a new connection has its defaults, each with its meaning', async () => {
  const { person, server } = openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (fake) =>
      fake
        .on(listConnections, () => [])
        .on(listQueues, () => [aQueue(sales)])
        .on(createConnection, () => aConnection()),
  })
  await person.click(await screen.findByRole('button', { name: 'Nova conexão' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova conexão' }))

  await person.type(dialog.getByLabelText('Nome'), 'Oficina')
  await person.click(dialog.getByRole('tab', { name: 'Automação' }))
  const off = [
    '0: oferece de novo na hora.',
    '0: desligado, espera onde está.',
    '0: desligado, nunca encerra sozinho.',
  ]
  for (const words of off) expect(dialog.getByText(words)).toBeTruthy()
  expect(dialog.getByText(/^Depois de 3 respostas erradas/)).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Salvar' }))

  await waitFor(() => expect(server.received(createConnection)).toHaveLength(1))
  expect(server.received(createConnection)[0]?.body).toMatchObject({
    sendIdQueue: null,
    timeSendQueue: 0,
    timeUseBotQueues: 0,
    maxUseBotQueues: 3,
    expiresTicket: 0,
  })
})

it('CONN-04 an invalid amount shows at its field on any tab; a time without a queue warns', async () => {
  const { server, person, tab, write, save, dialog } = await openForm()

  await tab('Automação')
  await write('Depois de', '15')
  expect(dialog.getByText('Escolha a fila que recebe: só com o tempo, nada acontece.')).toBeTruthy()
  await write('Sem resposta do cliente por', '43201')
  await tab('Geral')
  await save()

  await dialog.findByText('Escreva um número inteiro de 0 a 43200.')
  expect(dialog.getByRole('tab', { name: 'Automação' }).getAttribute('aria-selected')).toBe('true')
  expect(server.received(updateConnection)).toEqual([])
  await person.click(dialog.getByLabelText('Fila que recebe'))
  await person.click(await screen.findByRole('option', { name: 'Suporte' }))
  expect(dialog.queryByText(/só com o tempo, nada acontece/)).toBeNull()
})

it('CONN-02 GEN-18 a variable is inserted at the caret, and the preview fills it in', async () => {
  const { person, tab, dialog } = await openForm(
    aConnection({ queues: [sales, support], greetingMessage: 'Oi, ! *Bem-vinda*' }),
  )
  await tab('Mensagens')
  const field = dialog.getByLabelText<HTMLTextAreaElement>('Mensagem de saudação')
  field.setSelectionRange(4, 4)

  await person.click(dialog.getByRole('button', { name: 'Primeiro nome' }))

  expect(field.value).toBe('Oi, {{firstName}}! *Bem-vinda*')
  expect([field.selectionStart, document.activeElement]).toEqual([4 + '{{firstName}}'.length, field])
  const preview = within(dialog.getByRole('figure', { name: 'Prévia: Mensagem de saudação' }))
  expect(preview.getByText('Bem-vinda').tagName).toBe('STRONG')
  expect(preview.getByText(/Oi, Maria!/).textContent).toContain('[ 1 ] - Vendas\n[ 2 ] - Suporte')

  await person.click(dialog.getByLabelText('Mensagem fora do horário'))
  within(dialog.getByRole('figure', { name: 'Prévia: Mensagem fora do horário' })).getByText(
    'Nada é enviado: a mensagem está vazia.',
  )
})

it('CONN-28 the token shows once, then its last four; renewing and revoking ask first', async () => {
  const whole = 'balcao_1_1_um-segredo-longo-a1b2'
  const held = { token: 'a1b2', tokenCreatedAt: new Date().toISOString() }
  const { person, server, socket } = openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (fake) =>
      fake
        .on(listConnections, () => [aConnection()])
        .on(createConnectionToken, () => ({ token: whole }))
        .on(revokeConnectionToken, () => ({ message: 'Token revoked.' })),
  })
  const open = async () => {
    await person.click(await screen.findByRole('button', { name: 'Token da API de Loja Centro' }))
    return within(await screen.findByRole('dialog', { name: 'Token da API de Loja Centro' }))
  }
  const confirm = async (title: string, act: string) =>
    person.click(
      within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: act }),
    )

  const dialog = await open()
  await person.click(dialog.getByRole('button', { name: 'Gerar token' }))
  await dialog.findByText(whole)
  socket.say(liveChannel.connection(companyId), { action: 'update', whatsapp: { ...aConnection(), ...held } })
  await person.click(dialog.getByRole('button', { name: 'Copiar o token' }))
  expect(await navigator.clipboard.readText()).toBe(whole)
  for (const button of dialog.getAllByRole('button', { name: 'Fechar' }).slice(-1)) await person.click(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const again = await open()
  expect(again.getByText('••••••••a1b2')).toBeTruthy()
  expect(again.queryByText(whole)).toBeNull()
  await person.click(again.getByRole('button', { name: 'Gerar outro' }))
  expect(server.received(createConnectionToken)).toHaveLength(1)
  await confirm('Gerar outro token?', 'Gerar outro')
  await waitFor(() => expect(server.received(createConnectionToken)).toHaveLength(2))
  await person.click(await again.findByRole('button', { name: 'Revogar' }))
  await confirm('Revogar o token?', 'Revogar')
  await waitFor(() => expect(server.received(revokeConnectionToken)).toHaveLength(1))
})
