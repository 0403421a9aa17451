import { readTicketWorkload } from '@balcao/contract/dashboard'
import { liveChannel } from '@balcao/contract/live'
import { listSettings, listUserChoices } from '@balcao/contract/people'
import { listQueueOptions } from '@balcao/contract/queue-options'
import { createQueue, deleteQueue, listQueues, type QueueView, updateQueue } from '@balcao/contract/queues'
import { defaultOpeningHours } from '@balcao/domain/opening-hours'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aQueue, aSetting, companyId, queueId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aTicket } from '../../testing/ticket-makers'

const support = aQueue({ id: queueId(2), name: 'Suporte', color: '#7A52D3', orderQueue: 2 })

const served = (user: number) => ({
  ...{ id: queueId(1), name: 'Vendas', color: '#1E9E5A' },
  UserQueue: { queueId: queueId(1), userId: userId(user) },
})

function openQueues(
  rows: QueueView[] = [aQueue(), support],
  serve?: (server: FakeServer) => void,
  mode = 'disabled',
) {
  return openApp({
    path: '/queues',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listQueues, () => rows)
        .on(listSettings, () => [aSetting('scheduleType', mode)])
        .on(listQueueOptions, () => [])
        .on(listUserChoices, () => [])
        .on(readTicketWorkload, () => ({ queues: [], users: [] }))
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
  it('QUEUE-24 shows name, colour, greeting, users, tickets, order and actions', async () => {
    openQueues()

    const table = await screen.findByRole('table', { name: 'Filas da empresa' })

    const titles = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(titles).toEqual([
      'Nome',
      'Cor',
      'Mensagem de saudação',
      'Quem atende',
      'Aguardando',
      'Atendendo',
      'Ordem',
      'Ações',
    ])
  })

  it('each row lists the users of its queue, and counts its pending and open tickets', async () => {
    openQueues(undefined, (fake) =>
      fake
        .on(listUserChoices, () => [
          { id: userId(2), name: 'Ana Lima', queues: [served(2)] },
          { id: userId(3), name: 'Rui Mota', queues: [served(3)] },
        ])
        .on(readTicketWorkload, () => ({ queues: [{ id: queueId(1), pending: 3, open: 5 }], users: [] })),
    )

    const cellsOf = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .slice(3, 6)
        .map((cell) => cell.querySelector('.sr-only')?.textContent ?? cell.textContent)
    await waitFor(async () => expect(await cellsOf('Vendas')).toEqual(['Ana Lima, Rui Mota', '3', '5']))
    expect(await cellsOf('Suporte')).toEqual(['Ninguém', '0', '0'])
  })

  it('the counts follow the tickets', async () => {
    let pending = 3
    const { socket } = openQueues([aQueue()], (fake) =>
      fake.on(readTicketWorkload, () => ({ queues: [{ id: queueId(1), pending, open: 5 }], users: [] })),
    )
    await screen.findByRole('cell', { name: '3' })

    pending = 2
    socket.say(liveChannel.ticket(companyId), { action: 'update', ticket: aTicket() })

    expect(await screen.findByRole('cell', { name: '2' })).toBeTruthy()
  })

  it('an empty list explains queues, with its first action', async () => {
    openQueues([])

    await screen.findByRole('heading', { name: 'Nenhuma fila ainda' })
    expect(screen.getByRole('button', { name: 'Nova fila' })).toBeTruthy()
  })

  it('RT-20 a queue of a colleague appears in its order', async () => {
    const { socket } = openQueues()
    await screen.findByText('Suporte')

    const queue = aQueue({ id: queueId(3), name: 'Triagem', color: '#0D9BCB', orderQueue: 0 })
    socket.say(liveChannel.queue(companyId), { action: 'create', queue })

    await screen.findByText('Triagem')
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['Triagem', 'Vendas', 'Suporte'])
  })

  it('QUEUE-18 ERR-09 deleting asks which queue gets its live tickets', async () => {
    const { person, server } = openQueues(undefined, (fake) =>
      fake.on(deleteQueue, () => ({ message: 'Queue deleted.' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Excluir Vendas' }))
    expect(screen.getByText(/Deseja realmente excluir este registro\?/)).toBeTruthy()
    await person.click(screen.getByRole('combobox', { name: 'Fila que recebe os atendimentos em andamento' }))
    await person.click(await screen.findByRole('option', { name: 'Suporte' }))
    await person.click(screen.getByRole('button', { name: 'Excluir fila' }))

    await waitFor(() => expect(server.received(deleteQueue)).toHaveLength(1))
    expect(server.received(deleteQueue)[0]).toMatchObject({ params: { queueId: 1 }, query: { moveTo: 2 } })
    await waitFor(() => expect(screen.queryByText('Vendas')).toBeNull())
  })
})

describe('the queue form', () => {
  it('QUEUE-05 offers fifty colours, those in use disabled', async () => {
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
    await person.clear(screen.getByLabelText(label)) // a new queue has a preset colour
    if (typed !== '') await person.type(screen.getByLabelText(label), typed)
    await save()

    await screen.findByText(words)
    expect(server.received(createQueue)).toEqual([])
  })

  it('a new queue has a colour that no other has', async () => {
    const { person, server, save } = await openForm((fake) =>
      fake.on(createQueue, ({ body }) => aQueue({ id: queueId(3), name: body.name, color: body.color })),
    )
    await person.type(screen.getByLabelText('Nome'), 'Vendas Sul')
    await save()

    await waitFor(() => expect(server.received(createQueue)).toHaveLength(1))
    const { color = '' } = server.received(createQueue)[0]?.body ?? {}
    expect(color).toMatch(/^#[0-9A-F]{6}$/)
    expect(screen.queryAllByRole('img', { name: color })).toHaveLength(1) // its own row
  })

  it('QUEUE-12 QUEUE-16 saves the form and shows a toast', async () => {
    const { person, server, save } = await openForm((fake) =>
      fake.on(createQueue, ({ body }) => aQueue({ id: queueId(3), name: body.name, color: body.color })),
    )

    await person.type(screen.getByLabelText('Nome'), 'Vendas Sul')
    await person.click(screen.getByLabelText('#3E74D8'))
    await person.type(screen.getByLabelText('Ordem'), '3')
    await save()

    await screen.findByText('Queue saved successfully')
    expect(server.received(createQueue)[0]?.body).toMatchObject({
      name: 'Vendas Sul',
      color: '#3E74D8',
      orderQueue: 3,
    })
    await screen.findByRole('button', { name: 'Editar Vendas Sul' })
  })

  it('QUEUE-11 a colour in use is reported at its field, and the dialog retains the input', async () => {
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
    expect(server.received(updateQueue)[0]).toMatchObject({
      params: { queueId: 1 },
      body: { name: 'Vendas Sul' },
    })
  })
})

describe('the hours of a queue', () => {
  async function openHours(mode = 'queue') {
    const app = openQueues(
      [aQueue({ schedules: [...defaultOpeningHours] })],
      (fake) => fake.on(updateQueue, ({ body }) => aQueue({ schedules: body.schedules as never })),
      mode,
    )
    await app.person.click(await screen.findByRole('button', { name: 'Editar Vendas' }))
    await screen.findByRole('dialog')
    return app
  }

  it.each([
    ['queue', ['Dados', 'Horários', 'Menu do robô']],
    ['company', ['Dados', 'Menu do robô']],
    ['disabled', ['Dados', 'Menu do robô']],
  ])('QUEUE-06 in the mode %s the tabs are %j', async (mode, tabs) => {
    await openHours(mode)

    await waitFor(() =>
      expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs),
    )
  })

  it('QUEUE-02 QUEUE-13 masked times are saved with the queue, with every interval', async () => {
    const { person, server } = await openHours()
    await person.click(await screen.findByRole('tab', { name: 'Horários' }))

    const monday = screen.getByLabelText('Segunda-feira: abre às')
    await person.clear(monday)
    await person.type(monday, '0930')
    expect(monday).toHaveProperty('value', '09:30')
    await person.click(screen.getByRole('button', { name: 'Mais um período: Segunda-feira' }))
    await person.click(screen.getByRole('button', { name: 'Salvar horários' }))
    await screen.findByText('Clique em salvar para registar as alterações')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Queue saved successfully')
    const sent = server.received(updateQueue)[0]?.body.schedules
    expect(sent).toHaveLength(8)
    expect(sent?.slice(0, 2)).toEqual([
      { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:30', endTime: '18:00' },
      { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '13:00', endTime: '18:00' },
    ])
  })

  it('QUEUE-04 00:00 to 00:00 shows as closed, and an invalid time is not saved', async () => {
    const { person, server } = await openHours()
    await person.click(await screen.findByRole('tab', { name: 'Horários' }))
    const sunday = screen.getByRole('group', { name: 'Domingo' })
    expect(within(sunday).getByText('Fechado')).toBeTruthy()

    await person.clear(screen.getByLabelText('Domingo: abre às'))
    await person.type(screen.getByLabelText('Domingo: abre às'), '2561')
    await person.click(screen.getByRole('button', { name: 'Salvar horários' }))
    await screen.findByText('Há horários incompletos. Use quatro dígitos, como 08:30.')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    expect(within(sunday).getByText('Use HH:MM')).toBeTruthy()
    expect(server.received(updateQueue)).toEqual([])
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

  it('asks first, and can continue with the input', async () => {
    const { person } = await openChanged()

    await person.click(screen.getByRole('button', { name: 'Continuar editando' }))

    await waitFor(() => expect(screen.queryByText('O que você mudou se perde.')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Triagem')
  })

  it('closes after a confirmation', async () => {
    const { person } = await openChanged()

    await person.click(screen.getByRole('button', { name: 'Descartar' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('an unchanged form closes without a question', async () => {
    const { person } = await openForm()

    await person.keyboard('{Escape}')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the limit of the plan', () => {
  it('PLAN-09 shows which limit is reached', async () => {
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
