import { channel } from '@balcao/contract/live'
import { createQueue, deleteQueue, listQueues, type QueueView, updateQueue } from '@balcao/contract/queues'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aQueue, companyId, queueId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const support = aQueue({ id: queueId(2), name: 'Suporte', color: '#7A52D3', orderQueue: 2 })

function openQueues(rows: QueueView[] = [aQueue(), support], serve?: (server: FakeServer) => void) {
  return openApp({
    path: '/queues',
    as: anAdmin(),
    serve: (server) => {
      server.on(listQueues, () => rows)
      serve?.(server)
    },
  })
}

async function openForm(serve?: (server: FakeServer) => void) {
  const app = openQueues(undefined, serve)
  await app.person.click(await screen.findByRole('button', { name: 'Nova fila' }))
  await screen.findByRole('dialog', { name: 'Nova fila' })
  const save = () => app.person.click(screen.getByRole('button', { name: 'Salvar' }))
  return { ...app, save }
}

describe('the queues page', () => {
  it('QUEUE-24 shows name, colour, greeting, order and actions', async () => {
    openQueues()

    const table = await screen.findByRole('table', { name: 'Filas da empresa' })

    const titles = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(titles).toEqual(['Nome', 'Cor', 'Mensagem de saudação', 'Ordem', 'Ações'])
  })

  it('an empty list says what queues are for, with its first action', async () => {
    openQueues([])

    await screen.findByRole('heading', { name: 'Nenhuma fila ainda' })
    expect(screen.getByRole('button', { name: 'Nova fila' })).toBeTruthy()
  })

  it('RT-20 a queue that a colleague makes takes its place in the order', async () => {
    const { socket } = openQueues()
    await screen.findByText('Suporte')

    const queue = aQueue({ id: queueId(3), name: 'Triagem', color: '#0D9BCB', orderQueue: 0 })
    socket.say(channel.queue(companyId), { action: 'create', queue })

    await screen.findByText('Triagem')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['Triagem', 'Vendas', 'Suporte'])
  })

  it('QUEUE-18 ERR-09 deleting asks which queue takes its live tickets', async () => {
    const { person, server } = openQueues(undefined, (fake) =>
      fake.on(deleteQueue, () => ({ message: 'Queue deleted.' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Excluir Vendas' }))
    expect(screen.getByText(/Deseja realmente excluir este registro\?/)).toBeTruthy()
    await person.click(screen.getByRole('combobox', { name: 'Fila que recebe os atendimentos em andamento' }))
    await person.click(await screen.findByRole('option', { name: 'Suporte' }))
    await person.click(screen.getByRole('button', { name: 'Excluir fila' }))

    await waitFor(() => expect(server.heard(deleteQueue)).toHaveLength(1))
    expect(server.heard(deleteQueue)[0]).toMatchObject({ params: { queueId: 1 }, query: { moveTo: 2 } })
    await waitFor(() => expect(screen.queryByText('Vendas')).toBeNull())
  })
})

describe('the queue form', () => {
  it('QUEUE-05 offers fifty colours, those in use not to be chosen', async () => {
    await openForm()

    const colours = screen.getByRole('group', { name: 'Paleta de cores' }).querySelectorAll('button')

    expect(colours).toHaveLength(50)
    expect(screen.getByLabelText('#7A52D3, já em uso')).toHaveProperty('disabled', true)
  })

  it.each([
    ['Nome', '', 'Required'],
    ['Nome', 'V', 'Too Short!'],
    ['Nome', 'V'.repeat(51), 'Too Long!'],
    ['Cor', '#A', 'Too Short!'],
    ['Cor', 'verde', 'Invalid colour'],
  ])('QUEUE-09 QUEUE-10 refuses %s "%s"', async (label, typed, words) => {
    const { person, server, save } = await openForm()

    if (label === 'Cor') await person.type(screen.getByLabelText('Nome'), 'Vendas Sul')
    else await person.click(screen.getByLabelText('#3E74D8'))
    if (typed !== '') await person.type(screen.getByLabelText(label), typed)
    await save()

    await screen.findByText(words)
    expect(server.heard(createQueue)).toEqual([])
  })

  it('QUEUE-12 QUEUE-16 saves what was filled in and says so', async () => {
    const { person, server, save } = await openForm((fake) =>
      fake.on(createQueue, ({ body }) => aQueue({ id: queueId(3), name: body.name, color: body.color })),
    )

    await person.type(screen.getByLabelText('Nome'), 'Vendas Sul')
    await person.click(screen.getByLabelText('#3E74D8'))
    await person.type(screen.getByLabelText('Ordem'), '3')
    await save()

    await screen.findByText('Queue saved successfully')
    expect(server.heard(createQueue)[0]?.body).toMatchObject({
      name: 'Vendas Sul',
      color: '#3E74D8',
      orderQueue: 3,
    })
    await screen.findByRole('button', { name: 'Editar Vendas Sul' })
  })

  it('QUEUE-11 a colour in use is told at its field, and the dialog keeps what was typed', async () => {
    const { person, save } = await openForm((fake) =>
      fake.on(createQueue, () => {
        throw refused('ERR_QUEUE_COLOR_ALREADY_EXISTS')
      }),
    )

    await person.type(screen.getByLabelText('Nome'), 'Vendas Sul')
    await person.click(screen.getByLabelText('#3E74D8'))
    await save()

    expect(await screen.findAllByText('Esta cor já está em uso, escolha outra.')).toHaveLength(2)
    expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Vendas Sul')
  })

  it('QUEUE-17 editing sends the change of that queue', async () => {
    const { person, server } = openQueues(undefined, (fake) =>
      fake.on(updateQueue, ({ body }) => aQueue({ name: body.name ?? '' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Vendas' }))

    await person.type(await screen.findByLabelText('Nome'), ' Sul')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Queue saved successfully')
    expect(server.heard(updateQueue)[0]).toMatchObject({
      params: { queueId: 1 },
      body: { name: 'Vendas Sul' },
    })
  })
})

describe('leaving a changed form', () => {
  async function openChanged() {
    const app = await openForm()
    await app.person.type(screen.getByLabelText('Nome'), 'Triagem')
    await app.person.keyboard('{Escape}')
    await screen.findByRole('dialog', { name: 'Sair sem salvar as mudanças?' })
    return app
  }

  it('asks first, and goes on with what was written', async () => {
    const { person } = await openChanged()

    await person.click(screen.getByRole('button', { name: 'Continuar editando' }))

    await waitFor(() => expect(screen.queryByText('O que você mudou se perde.')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Triagem')
  })

  it('closes when that is wanted', async () => {
    const { person } = await openChanged()

    await person.click(screen.getByRole('button', { name: 'Descartar' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('an unchanged form closes without a word', async () => {
    const { person } = await openForm()

    await person.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the limit of the plan', () => {
  it('PLAN-09 says what there are too many of', async () => {
    const { person, save } = await openForm((fake) =>
      fake.on(createQueue, () => {
        throw refused('ERR_PLAN_LIMIT', { what: 'queues', limit: 2 })
      }),
    )

    await person.type(screen.getByLabelText('Nome'), 'Triagem')
    await person.click(screen.getByLabelText('#3E74D8'))
    await save()

    await screen.findByText('Número máximo de filas atingido: 2.')
  })
})
