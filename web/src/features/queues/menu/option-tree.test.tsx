import { liveChannel } from '@balcao/contract/live'
import { listSettings } from '@balcao/contract/people'
import {
  createQueueOption,
  deleteQueueOption,
  listQueueOptions,
  type QueueOptionView,
  updateQueueOption,
} from '@balcao/contract/queue-options'
import { listQueues } from '@balcao/contract/queues'
import type { QueueOptionId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refused } from '../../../testing/fake-server'
import { anAdmin, aQueue, aSetting, companyId, queueId } from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'

const anOption = (id: number, place: number, title: string, change: Partial<QueueOptionView> = {}) => ({
  id: id as QueueOptionId,
  queueId: queueId(1),
  parentId: null,
  option: String(place),
  title,
  message: '',
  children: [],
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
  ...change,
})
const email = anOption(11, 1, 'Por e-mail', { parentId: 1 as QueueOptionId, message: 'Enviamos já.' })
const menu = [anOption(1, 1, 'Segunda via', { children: [email] }), anOption(2, 2, 'Entregas')]

async function openMenu(options: QueueOptionView[] = menu) {
  const stored = { options }
  const app = openApp({
    path: '/queues',
    as: anAdmin(),
    serve: (server) =>
      server
        .on(listQueues, () => [aQueue({ greetingMessage: 'Olá!' })])
        .on(listSettings, () => [aSetting('scheduleType', 'disabled')])
        .on(listQueueOptions, () => stored.options)
        .on(createQueueOption, ({ body }) => anOption(3, 3, body.title))
        .on(updateQueueOption, () => anOption(1, 1, 'Segunda via'))
        .on(deleteQueueOption, () => ({ message: 'queue option deleted' })),
  })
  await app.person.click(await screen.findByRole('button', { name: 'Editar Vendas' }))
  await app.person.click(await screen.findByRole('tab', { name: 'Menu do robô' }))
  await screen.findByRole('region', { name: 'Como o cliente vê' })
  return { ...app, stored }
}
const shown = () => screen.queryAllByRole('treeitem').map((item) => item.getAttribute('aria-label'))
const item = (name: string) => screen.getByRole('treeitem', { name })

it('QUEUE-07 the menu is a tree beside its preview for a customer', async () => {
  await openMenu()

  expect(shown()).toEqual(['Opção 1: Segunda via', 'Opção 1: Por e-mail', 'Opção 2: Entregas'])
  expect(item('Opção 1: Por e-mail').getAttribute('aria-level')).toBe('2')
  const talk = within(screen.getByRole('log', { name: 'Conversa simulada' }))
  expect(talk.getByText(/Menu inicial/).textContent).toContain('Segunda via')
})

it('QUEUE-07 a text of the simulated customer gets the bot’s answer', async () => {
  const { person } = await openMenu()

  await person.type(screen.getByLabelText('Responda como o cliente'), '1{Enter}')
  await person.type(screen.getByLabelText('Responda como o cliente'), '1{Enter}')

  const talk = within(screen.getByRole('log', { name: 'Conversa simulada' }))
  await talk.findByText('Enviamos já.')
  expect(talk.getByText('O robô termina aqui. O atendimento espera em Vendas.')).toBeTruthy()
})

it('QUEUE-13 QUEUE-21 adds an option below another one, and reminds to save the queue', async () => {
  const { person, server } = await openMenu()

  await person.click(screen.getByRole('button', { name: 'Adicionar abaixo de Segunda via' }))
  await person.click(screen.getByRole('button', { name: 'Adicionar' }))
  await screen.findByText('Required')
  await person.type(screen.getByLabelText('Título'), 'Por telefone')
  await person.type(screen.getByLabelText('Resposta do robô'), 'Ligamos hoje.')
  await person.click(screen.getByRole('button', { name: 'Adicionar' }))

  await screen.findByText('Clique em salvar para registar as alterações')
  expect(server.received(createQueueOption)[0]?.body).toMatchObject({
    queueId: 1,
    parentId: 1,
    title: 'Por telefone',
    message: 'Ligamos hoje.',
  })
})

it('QUEUE-22 arrow keys move the focus, Alt moves the option, Enter edits, Escape cancels', async () => {
  const { person, server } = await openMenu()
  item('Opção 1: Segunda via').focus()

  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(item('Opção 2: Entregas'))
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(server.received(updateQueueOption)).toHaveLength(1))
  expect(server.received(updateQueueOption)[0]).toMatchObject({
    params: { optionId: 2 },
    body: { parentId: null, option: 1 },
  })

  await waitFor(() => expect(document.activeElement).toBe(item('Opção 2: Entregas')))
  await person.keyboard('{Enter}')
  await person.type(screen.getByLabelText('Título'), ' hoje{Escape}')
  expect(screen.queryByLabelText('Título')).toBeNull()
  expect(screen.getByRole('dialog', { name: 'Editar Vendas' })).toBeTruthy()
  await person.keyboard('{Enter}')
  await person.type(screen.getByLabelText('Título'), ' hoje{Enter}')
  await waitFor(() => expect(server.received(updateQueueOption)).toHaveLength(2))
  expect(server.received(updateQueueOption)[1]?.body).toEqual({ title: 'Entregas hoje', message: '' })
})

it('QUEUE-23 deleting an option asks first and shows how many are deleted with it', async () => {
  const { person, server } = await openMenu()
  item('Opção 1: Segunda via').focus()

  await person.keyboard('{Delete}')
  const question = await screen.findByRole('dialog', { name: 'Excluir Segunda via?' })
  expect(question.textContent).toContain('Com ela vai também 1 opção que está abaixo.')
  await person.click(within(question).getByRole('button', { name: 'Excluir opção' }))

  await waitFor(() => expect(server.received(deleteQueueOption)[0]?.params).toEqual({ optionId: 1 }))
})

it('RT-20 a colleague’s change of the menu is refetched on its event', async () => {
  const { socket, stored } = await openMenu()

  stored.options = [anOption(2, 1, 'Entregas')]
  socket.say(liveChannel.queueOptions(companyId), { action: 'update', queueId: queueId(1) })

  await waitFor(() => expect(shown()).toEqual(['Opção 1: Entregas']))
})

it('a refused option remains in its form, and leaving the queue asks first', async () => {
  const { person, server } = await openMenu([])
  server.on(createQueueOption, () => {
    throw refused('ERR_TOO_MANY', { what: 'queueOptions', limit: 300 })
  })

  await person.click(screen.getByRole('button', { name: 'Nova opção' }))
  await person.type(screen.getByLabelText('Título'), 'Segunda via{Enter}')
  await screen.findByText('O menu de uma fila tem no máximo 300 opções.')

  expect(screen.getByLabelText('Título')).toHaveProperty('value', 'Segunda via')
  await person.click(screen.getByRole('button', { name: 'Fechar' }))
  await screen.findByRole('dialog', { name: 'Sair sem salvar as mudanças?' })
})

it('QUEUE-24 a new queue is saved before it gets options', async () => {
  const { person } = openApp({
    path: '/queues',
    as: anAdmin(),
    serve: (server) => server.on(listQueues, () => [aQueue()]).on(listSettings, () => []),
  })
  await screen.findByText('Vendas')
  await person.click(screen.getByRole('button', { name: 'Nova fila' }))

  await person.click(await screen.findByRole('tab', { name: 'Menu do robô' }))

  await screen.findByRole('heading', { name: 'Salve a fila primeiro' })
})
