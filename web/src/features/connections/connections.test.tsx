import {
  createConnection,
  createPairingCode,
  deleteConnection,
  getConnectionUsage,
  listConnections,
  logOutConnection,
  requestNewQr,
  retryConnection,
} from '@balcao/contract/connections'
import { liveChannel } from '@balcao/contract/live'
import { listQueues } from '@balcao/contract/queues'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import {
  aConnection,
  anAdmin,
  aQueue,
  aSessionUser,
  companyId,
  connectionId,
  queueId,
} from '../../testing/makers'
import { onAPhone } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'

const north = aConnection({
  id: connectionId(2),
  name: 'Loja Norte',
  status: 'qrcode',
  qrcode: '2@first',
  number: null,
  isDefault: false,
})

function openConnections(rows = [aConnection(), north], serve?: (server: FakeServer) => void) {
  return openApp({
    path: '/connections',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listConnections, () => rows)
        .on(listQueues, () => [aQueue(), aQueue({ id: queueId(2), name: 'Suporte', color: '#7A52D3' })])
      serve?.(server)
    },
  })
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)
const session = (change: object) => ({ action: 'update', session: { ...north, ...change } })

describe('the connections page', () => {
  it('CONN-06 shows name, status, session, last update, default and actions', async () => {
    openConnections()

    const table = await screen.findByRole('table', { name: 'Conexões da empresa' })

    const titles = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(titles).toEqual(['Nome', 'Situação', 'Sessão', 'Atualizado', 'Padrão', 'Ações'])
    expect((await rowOf('Loja Centro')).getByRole('img', { name: 'Conexão padrão' })).toBeTruthy()
  })

  it('SHELL-47 on a phone each connection is a card', async () => {
    onAPhone()
    openConnections()

    const cards = await screen.findByRole('list', { name: 'Conexões da empresa' })

    expect(within(cards).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('SHELL-19 PERM-04 PERM-05 PERM-06 an attendant has a read-only page', async () => {
    openApp({
      path: '/connections',
      as: aSessionUser(),
      serve: (server) => server.on(listConnections, () => [aConnection()]),
    })

    const row = await rowOf('Loja Centro')

    expect(row.getByText('Conectado')).toBeTruthy()
    expect(row.queryAllByRole('button')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Nova conexão' })).toBeNull()
  })

  it('CONN-15 status changes arrive live', async () => {
    const { socket } = openConnections()
    await screen.findByText('Esperando leitura do QR')

    socket.say(liveChannel.connectionSession(companyId), session({ status: 'CONNECTED', qrcode: '' }))

    expect((await rowOf('Loja Norte')).getByText('Conectado')).toBeTruthy()
    expect(screen.queryByText('Esperando leitura do QR')).toBeNull()
  })

  it("CONN-15 applies a change between the list's answer and the subscription of the socket", async () => {
    let rows = [aConnection()]
    const { socket } = openApp({
      path: '/connections',
      as: anAdmin(),
      subscription: 'later',
      serve: (server) => server.on(listConnections, () => rows).on(listQueues, () => [aQueue()]),
    })
    await screen.findByText('Conectado')

    rows = [aConnection({ status: 'DISCONNECTED', cause: 'opened-elsewhere' })] // no subscriber yet
    socket.subscribe()

    await screen.findByText('Em uso em outro programa')
  })

  it('CONN-09 a status written `connected` counts as connected', async () => {
    const { socket } = openConnections()
    expect((await rowOf('Loja Centro')).getByText('Conectado')).toBeTruthy()

    socket.say(liveChannel.connectionSession(companyId), session({ status: 'connected', qrcode: '' }))

    await waitFor(() => expect(screen.getAllByText('Conectado')).toHaveLength(2))
    expect(screen.getByText('2 conexões, 2 em uso')).toBeTruthy()
  })

  it('the health line shows start, last traffic, and a problem despite the connection', async () => {
    const at = new Date(2026, 10, 18, 8, 2).toISOString()
    openConnections([
      aConnection({ since: at, lastTrafficAt: new Date(2026, 10, 18, 9, 41).toISOString() }),
      aConnection({
        id: connectionId(3),
        name: 'Oficina',
        queues: [{ id: queueId(1), name: 'Vendas', color: '#03a9f4' }],
        isDefault: false,
      }),
    ])

    const quiet = await rowOf('Loja Centro')
    expect(quiet.getByText('Desde 18/11/26 08:02 · última mensagem 18/11/26 09:41')).toBeTruthy()
    expect(quiet.getByText(/^Nenhuma fila vinculada/)).toBeTruthy()
    expect((await rowOf('Oficina')).queryByText(/^Nenhuma fila vinculada/)).toBeNull()
  })

  it('CONN-15 CONN-17 a new default removes the mark of the old one', async () => {
    const { socket } = openConnections()
    await screen.findByText('Loja Norte')

    socket.say(liveChannel.connection(companyId), {
      action: 'update',
      whatsapp: { ...north, isDefault: true },
    })

    expect((await rowOf('Loja Norte')).getByRole('img', { name: 'Conexão padrão' })).toBeTruthy()
    expect((await rowOf('Loja Centro')).queryByRole('img', { name: 'Conexão padrão' })).toBeNull()
  })

  it('CONN-11 try again and new QR call their endpoints', async () => {
    const down = aConnection({ status: 'DISCONNECTED', cause: 'unlinked-on-phone' })
    const { person, server } = openConnections([down], (fake) =>
      fake
        .on(retryConnection, () => ({ message: 'Starting session.' }))
        .on(requestNewQr, () => ({ message: 'Starting session.' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(server.received(retryConnection)).toHaveLength(1))
    await person.click(screen.getByRole('button', { name: 'Novo QR CODE' }))

    await screen.findByRole('dialog', { name: 'Vincular Loja Centro' })
    expect(server.received(requestNewQr)[0]?.params).toEqual({ connectionId: 1 })
  })

  it('CONN-11 a number that WhatsApp blocked gets a new QR only after a warning', async () => {
    const blocked = aConnection({ status: 'DISCONNECTED', cause: 'banned' })
    const { person, server } = openConnections([blocked], (fake) =>
      fake.on(requestNewQr, () => ({ message: 'Starting session.' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Novo QR CODE' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Novo QR CODE para Loja Centro?' }))
    expect(server.received(requestNewQr)).toHaveLength(0)
    await person.click(dialog.getByRole('button', { name: 'Novo QR CODE' }))

    await waitFor(() => expect(server.received(requestNewQr)).toHaveLength(1))
  })

  it('CONN-12 disconnecting asks first', async () => {
    const { person, server } = openConnections([aConnection()], (fake) =>
      fake.on(logOutConnection, () => ({ message: 'Session disconnected.' })),
    )

    await person.click(await screen.findByRole('button', { name: 'Desconectar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Desconectar Loja Centro?' }))
    expect(server.received(logOutConnection)).toHaveLength(0)
    await person.click(dialog.getByRole('button', { name: 'Desconectar' }))

    await waitFor(() => expect(server.received(logOutConnection)).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('CONN-13 an opening connection shows a disabled button', async () => {
    openConnections([aConnection({ status: 'OPENING', updatedAt: new Date().toISOString() })])

    const button = await screen.findByRole('button', { name: 'Conectando' })

    expect(button).toHaveProperty('disabled', true)
  })

  it('CONN-23 ERR-09 ERR-05 ERR-08 deleting lists its usage; a failure keeps the dialog', async () => {
    const { person } = openConnections([aConnection()], (fake) =>
      fake
        .on(getConnectionUsage, () => ({
          openTickets: 2,
          waitingTickets: 0,
          unsentMessages: 1,
          schedules: 0,
          campaigns: 1,
          webhooks: 2,
          users: 3,
          hasToken: true,
          successor: { id: connectionId(2), name: 'Loja Norte' },
        }))
        .on(deleteConnection, () => {
          throw refused('ERR_NO_PERMISSION')
        }),
    )

    await person.click(await screen.findByRole('button', { name: 'Excluir Loja Centro' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Deseja realmente excluir este registro?')).toBeTruthy()
    const list = await dialog.findByRole('list', { name: 'O que depende desta conexão' })
    expect([...list.children].map(({ textContent }) => textContent)).toEqual([
      '2 atendimentos abertos continuam por Loja Norte.',
      '1 mensagem que ainda não saiu vai por Loja Norte.',
      '1 campanha em andamento ou programada é interrompida.',
      '2 webhooks são excluídos.',
      '3 pessoas passam a usar a conexão padrão da empresa.',
      'O token da API desta conexão deixa de valer.',
    ])
    await person.click(dialog.getByRole('button', { name: 'Excluir conexão' }))

    await screen.findByText('Você não tem permissão para acessar este recurso.')
    expect((await dialog.findByRole('alert')).textContent).toBe('Não foi possível realizar a operação')
    expect(dialog.getByRole('button', { name: 'Excluir conexão' })).toHaveProperty('disabled', false)
  })

  it('an empty list explains connections', async () => {
    openConnections([])

    await screen.findByRole('heading', { name: 'Nenhuma conexão ainda' })
  })

  it("ERR-06 ERR-07 a failed load shows in the page's language and can be retried", async () => {
    let works = false
    const { person } = openConnections([], (fake) =>
      fake.on(listConnections, () => {
        if (!works) throw failed(500, { error: 'Internal server error' })
        return [aConnection()]
      }),
    )
    await screen.findByRole('heading', { name: 'Não foi possível carregar a lista de registros' })
    expect(screen.getByText('O servidor teve um problema. Tente de novo em instantes.')).toBeTruthy()

    works = true
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await screen.findByText('Loja Centro')
  })
})

describe('the QR dialog', () => {
  async function openQr(serve?: (server: FakeServer) => void) {
    const app = openConnections([north], serve)
    const button = await screen.findByRole('button', { name: 'QR CODE' })
    await app.person.click(button)
    await screen.findByRole('dialog', { name: 'Vincular Loja Norte' })
    return { ...app, button }
  }

  it('CONN-07 CONN-10 shows the code and how to scan it', async () => {
    await openQr()

    expect(screen.getByTitle('Código QR para ler com o WhatsApp')).toBeTruthy()
    expect(screen.getByText('Aponte a câmera para este código.')).toBeTruthy()
  })

  it('CONN-14 closes when the QR becomes empty, and focus returns', async () => {
    const { socket, button } = await openQr()

    socket.say(liveChannel.connectionSession(companyId), session({ status: 'DISCONNECTED', qrcode: '' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(button.isConnected).toBe(false) // another button replaces it
  })

  it('remains open with the reason for a missing code, and requests another one', async () => {
    const { person, server, socket } = await openQr((fake) =>
      fake.on(requestNewQr, () => ({ message: 'Starting session.' })),
    )

    socket.say(
      liveChannel.connectionSession(companyId),
      session({ status: 'DISCONNECTED', cause: 'qr-not-scanned', qrcode: '' }),
    )
    const dialog = within(screen.getByRole('dialog', { name: 'Vincular Loja Norte' }))
    await dialog.findByText(/^O código venceu antes de vincular o número\. Peça um novo\./)
    await person.click(dialog.getByRole('button', { name: 'Novo QR CODE' }))
    await waitFor(() => expect(server.received(requestNewQr)).toHaveLength(1))
    socket.say(liveChannel.connectionSession(companyId), session({ qrcode: '2@second' }))

    expect(await dialog.findByTitle('Código QR para ler com o WhatsApp')).toBeTruthy()
  })

  it('CONN-14 closes when an admin pauses the connection, and reports it', async () => {
    const { socket } = await openQr()

    socket.say(
      liveChannel.connectionSession(companyId),
      session({ status: 'DISCONNECTED', cause: 'stopped', qrcode: '' }),
    )

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getAllByText(/^Desconectado por um administrador \(/)).toHaveLength(2)
  })

  it('shows why WhatsApp is unreachable while a code is awaited, and offers a retry', async () => {
    const { person, server, socket } = await openQr((fake) =>
      fake.on(retryConnection, () => ({ message: 'Starting session.' })),
    )
    socket.say(liveChannel.connectionSession(companyId), session({ status: 'OPENING', qrcode: '' }))

    socket.say(
      liveChannel.connectionSession(companyId),
      session({ status: 'TIMEOUT', cause: 'storage', qrcode: '' }),
    )
    const dialog = within(screen.getByRole('dialog', { name: 'Vincular Loja Norte' }))
    await dialog.findByText(/^O servidor não conseguiu guardar as chaves\./)
    await person.click(dialog.getByRole('button', { name: 'Tentar novamente' }))

    await waitFor(() => expect(server.received(retryConnection)).toHaveLength(1))
  })

  it('CONN-14 stays open when the network fails while linking, and closes once connected', async () => {
    const { socket } = await openQr()
    const happens = (change: object) => socket.say(liveChannel.connectionSession(companyId), session(change))

    happens({ status: 'OPENING', cause: 'network', qrcode: '' })
    happens({ status: 'TIMEOUT', cause: 'network', qrcode: '' })
    const dialog = within(screen.getByRole('dialog', { name: 'Vincular Loja Norte' }))
    await dialog.findByText(/^Sem contato com o WhatsApp desde .* Seguimos tentando\.$/)
    dialog.getByText(
      'O servidor não alcança o WhatsApp. Confira a internet e se o firewall deixa sair web.whatsapp.com:443.',
    )
    dialog.getByRole('button', { name: 'Tentar novamente' })
    happens({ status: 'CONNECTED', qrcode: '' })

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('remains open for the next code, however late that code arrives', async () => {
    const { socket } = await openQr()

    socket.say(liveChannel.connectionSession(companyId), session({ qrcode: '2@late' }))
    socket.say(liveChannel.connectionSession(companyId), session({ status: 'OPENING', qrcode: '' }))
    await screen.findByText('Falando com o WhatsApp…')
    socket.say(liveChannel.connectionSession(companyId), session({ qrcode: '2@second' }))

    expect(await screen.findByTitle('Código QR para ler com o WhatsApp')).toBeTruthy()
  })

  it('counts down to the next code, but not to one that is an hour away', async () => {
    const { socket } = await openQr()
    const endsIn = (ms: number) => ({
      qrcode: '2@next',
      qrExpiresAt: new Date(Date.now() + ms).toISOString(),
    })

    socket.say(liveChannel.connectionSession(companyId), session(endsIn(20_500)))
    await screen.findByText('Novo código em', { exact: false })
    socket.say(liveChannel.connectionSession(companyId), session(endsIn(3_600_000)))

    await waitFor(() => expect(screen.queryByText('Novo código em', { exact: false })).toBeNull())
    expect(screen.getByText('Leia o código com o celular da loja.')).toBeTruthy()
  })

  it('CONN-15 a new code replaces the old one without closing', async () => {
    const { socket } = await openQr()
    const drawing = () => screen.getByTitle('Código QR para ler com o WhatsApp').parentElement?.innerHTML
    const before = drawing()

    socket.say(liveChannel.connectionSession(companyId), session({ qrcode: '2@second' }))

    await waitFor(() => expect(drawing()).not.toBe(before))
  })

  it('closes with the scan, and reports the link some seconds later', async () => {
    const { socket } = await openQr()

    socket.say(liveChannel.connectionSession(companyId), session({ status: 'PAIRING', qrcode: '' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    socket.say(liveChannel.connectionSession(companyId), session({ status: 'OPENING', qrcode: '' }))
    socket.say(liveChannel.connectionSession(companyId), session({ status: 'CONNECTED', qrcode: '' }))

    await screen.findByText('Loja Norte está conectada')
  })

  it('links with a code to type instead', async () => {
    const { person, server } = await openQr((fake) =>
      fake.on(createPairingCode, () => ({ code: 'ABCD1234' })),
    )

    await person.click(screen.getByRole('button', { name: 'Vincular com um código' }))
    await person.type(screen.getByLabelText('Número do celular'), '+55 51 98122-0417')
    await person.click(screen.getByRole('button', { name: 'Gerar código' }))

    await screen.findByText('ABCD-1234')
    expect(screen.getByText(/^Vale mais 2:\d\d$/)).toBeTruthy()
    expect(server.received(createPairingCode)[0]?.body).toEqual({ number: '+5551981220417' })
  })

  it('accepts another number when the first was mistyped', async () => {
    const { person, server } = await openQr((fake) =>
      fake.on(createPairingCode, () => ({ code: 'ABCD1234' })),
    )
    await person.click(screen.getByRole('button', { name: 'Vincular com um código' }))
    await person.type(screen.getByLabelText('Número do celular'), '51 98122-0417')
    await person.click(screen.getByRole('button', { name: 'Gerar código' }))
    await screen.findByText('Para o número +55 51 98122-0417')

    await person.click(screen.getByRole('button', { name: 'Usar outro número' }))
    const field = screen.getByLabelText('Número do celular')
    await person.clear(field)
    await person.type(field, '+55 51 98122-0418')
    await person.click(screen.getByRole('button', { name: 'Gerar código' }))

    await screen.findByText('Para o número +55 51 98122-0418')
    expect(server.received(createPairingCode)[1]?.body).toEqual({ number: '+5551981220418' })
  })

  it('asks at the field for the country of a number that is not Brazilian', async () => {
    const { person, server } = await openQr((fake) =>
      fake.on(createPairingCode, () => ({ code: 'ABCD1234' })),
    )
    await person.click(screen.getByRole('button', { name: 'Vincular com um código' }))
    await person.type(screen.getByLabelText('Número do celular'), '1 202 555 0123')
    await person.click(screen.getByRole('button', { name: 'Gerar código' }))

    await screen.findByText(/^Escreva o número inteiro, com DDD/)
    expect(screen.getByLabelText('Número do celular').getAttribute('aria-invalid')).toBe('true')
    expect(server.received(createPairingCode)).toEqual([])
  })
})

describe('the connection form', () => {
  async function openForm(serve?: (server: FakeServer) => void) {
    const app = openConnections([aConnection()], serve)
    await app.person.click(await screen.findByRole('button', { name: 'Nova conexão' }))
    await screen.findByRole('dialog', { name: 'Nova conexão' })
    const save = () => app.person.click(screen.getByRole('button', { name: 'Salvar' }))
    return { ...app, save }
  }

  it.each([
    ['', 'Required'],
    ['A', 'Too Short!'],
    ['A'.repeat(51), 'Too Long!'],
  ])('CONN-16 refuses the name "%s"', async (name, words) => {
    const { person, server, save } = await openForm()

    if (name !== '') await person.type(screen.getByLabelText('Nome'), name)
    await save()

    await screen.findByText(words)
    expect(document.activeElement).toBe(screen.getByLabelText('Nome'))
    expect(server.received(createConnection)).toEqual([])
  })

  it('CONN-21 ERR-10 creates, shows a toast, and continues to its QR', async () => {
    const { person, server, save } = await openForm((fake) =>
      fake.on(createConnection, ({ body }) =>
        aConnection({ id: connectionId(3), name: body.name, status: 'OPENING' }),
      ),
    )

    await person.type(screen.getByLabelText('Nome'), 'Oficina')
    await save()

    await screen.findByText('Operação realizada com sucesso!')
    await screen.findByRole('dialog', { name: 'Vincular Oficina' })
    expect(server.received(createConnection)).toHaveLength(1)
  })

  it('CONN-18 ERR-35 a missing greeting is reported at its field', async () => {
    const { person, save } = await openForm((fake) =>
      fake.on(createConnection, () => {
        throw refused('ERR_WAPP_GREETING_REQUIRED')
      }),
    )

    await person.type(screen.getByLabelText('Nome'), 'Oficina')
    await save()

    const words = 'A mensagem de saudação é obrigatória quando há mais de uma fila.'
    expect(await screen.findAllByText(words)).toHaveLength(2)
    expect(screen.getByLabelText('Mensagem de saudação').getAttribute('aria-invalid')).toBe('true')
  })

  it("PLAN-09 shows the text of the plan's limit", async () => {
    const { person, save } = await openForm((fake) =>
      fake.on(createConnection, () => {
        throw refused('ERR_PLAN_LIMIT', { what: 'connections', limit: 5 })
      }),
    )

    await person.type(screen.getByLabelText('Nome'), 'Oficina')
    await save()

    await screen.findByText('Número máximo de conexões atingido: 5.')
  })
})
