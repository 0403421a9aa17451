import {
  type CampaignView,
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  estimateCampaign,
  getCampaignSettings,
  listCampaigns,
  restartCampaign,
  startCampaign,
  updateCampaign,
} from '@balcao/contract/campaigns'
import { listConnections } from '@balcao/contract/connections'
import { listContactListChoices } from '@balcao/contract/contact-lists'
import { listFileLists } from '@balcao/contract/file-lists'
import { liveChannel } from '@balcao/contract/live'
import { listTags } from '@balcao/contract/tags'
import type { ContactListId, FileListId, FileListOptionId, TagId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { texts } from '../../testing/all-texts'
import { aCampaign, campaignId, someCounts } from '../../testing/campaign-makers'
import { type FakeServer, refused } from '../../testing/fake-server'
import { fakeUploads } from '../../testing/fake-uploads'
import { aConnection, anAdmin, aSessionUser, companyId, times } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { pressSave } from '../../testing/press-save'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const pageOf = (...records: CampaignView[]) => ({ records, count: records.length, hasMore: false })
const estimate = {
  contacts: 1_902,
  unchecked: 3,
  optedOut: 2,
  invalid: 96,
  withoutPhone: 0,
  cost: null,
  startsAt: '2026-11-20T11:30:00.000Z',
  seconds: 7_500,
  endsAt: '2026-11-20T13:35:00.000Z',
}

const open = (campaigns: readonly CampaignView[], serve?: (server: FakeServer) => void, as = anAdmin()) =>
  openApp({
    path: '/campaigns',
    as,
    serve: (server) => {
      server.on(listCampaigns, () => pageOf(...campaigns))
      server.on(listConnections, () => [aConnection()])
      server.on(listContactListChoices, () => [
        {
          id: 4 as ContactListId, // branding
          name: 'Clientes',
          contactsCount: 10,
          validCount: 10,
          invalidCount: 0,
          dueCount: 0,
          createdAt: estimate.startsAt,
          updatedAt: estimate.startsAt,
        },
      ])
      server.on(listTags, () => {
        const tag = { id: 7 as TagId, name: 'Retorno', color: '#a4cccc', kanban: 0 as const, ...times } // branding
        return { tags: [{ ...tag, userId: null, ticketsCount: 3 }], count: 1, hasMore: false }
      })
      server.on(listFileLists, () => ({
        files: [
          {
            id: 9 as FileListId, // branding
            name: 'Catálogos',
            message: '',
            options: [
              {
                id: 1 as FileListOptionId, // branding
                name: 'Verão',
                path: null,
                mediaType: 'application' as const,
                file: 'verao.pdf',
                mimetype: 'application/pdf',
                sizeBytes: 1,
                ...times,
              },
            ],
            userId: null,
            createdAt: estimate.startsAt,
            updatedAt: estimate.startsAt,
          },
        ],
        count: 1,
        hasMore: false,
      }))
      server.on(getCampaignSettings, () => [
        { key: 'variables' as const, value: JSON.stringify([{ key: 'cupom', value: 'SOFA10' }]) },
      ])
      server.on(estimateCampaign, () => estimate)
      serve?.(server)
    },
  })

const picture = () => new File(['x'], 'sofa.png', { type: 'image/png' })
const rowOf = (name: RegExp) => screen.findByRole('row', { name })

describe('the page of campaigns', () => {
  it('SHELL-13 SHELL-31 CAMP-09 the drawer leads to the campaigns; a row has the columns', async () => {
    open([
      aCampaign({
        status: 'FINALIZADA',
        confirmation: true,
        scheduledAt: '2026-11-20T11:30:00.000Z',
        completedAt: '2026-11-20T14:20:00.000Z',
      }),
    ])

    const row = await rowOf(/Semana do Estofado/)
    for (const words of ['Finalizada', 'Clientes', 'Loja Centro', '20/11/26 08:30', '20/11/26 11:20', 'Sim'])
      expect(row.textContent).toContain(words)
    expect(screen.getByText('1 campanha')).toBeTruthy()
    const fold = screen.getByRole('navigation', { name: 'Menu principal' })
    expect(within(fold).getByRole('link', { name: 'Campanhas' }).getAttribute('href')).toBe('/campaigns')
    expect(within(fold).getByRole('link', { name: 'Ajustes de campanhas' }).getAttribute('href')).toBe(
      '/campaigns-config',
    )
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/campaign/1/report')
  })

  it('CAMP-09 CAMP-31 a row shows how many contacts have it, once it has started', async () => {
    const counts = { ...aCampaign().counts, total: 12, valid: 10, shipped: 4 }
    open([aCampaign({ status: 'EM_ANDAMENTO', counts })])

    const bar = await screen.findByRole('progressbar', { name: 'Andamento de Semana do Estofado' })

    expect(bar.getAttribute('aria-valuenow')).toBe('40')
    expect((await rowOf(/Semana/)).textContent).toContain('4 de 10')
  })

  it('SHELL-14 without admin rights, or without the browser flag, the page is hidden', async () => {
    open([], undefined, aSessionUser())

    expect((await screen.findAllByText('Acesso não permitido')).length).toBeGreaterThan(0)
    expect(screen.queryByText('Nenhuma campanha ainda')).toBeNull()
  })

  it.each([
    ['INATIVA', 'Inativa'],
    ['PROGRAMADA', 'Programada'],
    ['EM_ANDAMENTO', 'Em Andamento'],
    ['CANCELADA', 'Cancelada'],
    ['FINALIZADA', 'Finalizada'],
  ] as const)('CAMP-03 %s is shown as %s', async (status, words) => {
    open([aCampaign({ status })])

    expect((await rowOf(/Semana/)).textContent).toContain(words)
  })

  it('CAMP-03 an unknown status is shown as it is', async () => {
    const { socket } = open([aCampaign()])
    await rowOf(/Inativa/)

    const status = 'ARQUIVADA' as CampaignView['status'] // a server newer than the page may have more of them
    socket.say(liveChannel.campaign(companyId), { action: 'update', record: aCampaign({ status }) })

    await rowOf(/ARQUIVADA/)
  })

  it('CAMP-06 CAMP-07 CAMP-09 each status offers its acts; a running one cannot be deleted', async () => {
    open([
      aCampaign({ id: campaignId(1), name: 'Nova' }),
      aCampaign({ id: campaignId(2), name: 'Marcada', status: 'PROGRAMADA', scheduledAt: inHours(2) }),
      aCampaign({ id: campaignId(3), name: 'Corrente', status: 'EM_ANDAMENTO' }),
      aCampaign({ id: campaignId(4), name: 'Parada', status: 'CANCELADA' }),
      aCampaign({ id: campaignId(5), name: 'Finda', status: 'FINALIZADA' }),
      aCampaign({
        id: campaignId(6),
        name: 'Presa',
        status: 'EM_ANDAMENTO',
        pausedBecause: 'ERR_WAPP_MSG_RESTRICTED',
        pausedAt: estimate.startsAt,
      }),
    ])
    const acts = async (name: string) => {
      const row = await rowOf(new RegExp(name))
      return within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'))
    }

    expect(await acts('Nova')).toEqual([
      'Relatório de Nova',
      'Iniciar Nova agora',
      'Editar Nova',
      'Excluir Nova',
    ])
    expect(await acts('Marcada')).toContain('Editar Marcada')
    expect(await acts('Corrente')).toEqual(['Relatório de Corrente', 'Cancelar Corrente', 'Ver Corrente'])
    expect(await acts('Parada')).toEqual([
      'Relatório de Parada',
      'Reiniciar Parada',
      'Editar Parada',
      'Excluir Parada',
    ])
    expect(await acts('Finda')).toEqual(['Relatório de Finda', 'Ver Finda', 'Excluir Finda'])
    expect(await acts('Presa')).toContain('Continuar Presa')
    expect((await rowOf(/Presa/)).textContent).toContain('Pausada')
  })

  it('CAMP-05 starting asks first and shows the number of contacts and the estimated end', async () => {
    const { server, person } = open([aCampaign()], (fake) =>
      fake.on(startCampaign, () => ({
        ...aCampaign({ status: 'EM_ANDAMENTO' }),
        message: 'campaign started',
      })),
    )
    await person.click(await screen.findByRole('button', { name: 'Iniciar Semana do Estofado agora' }))
    const question = await screen.findByRole('dialog', { name: 'Iniciar Semana do Estofado agora?' })

    await within(question).findByText('A mensagem vai para 1.902 contatos.')
    expect(question.textContent).toContain(
      'Termina por volta de 20/11/26 10:35, em cerca de 2 horas 5 minutos.',
    )
    expect(question.textContent).toContain('3 números ainda não foram verificados')
    expect(question.textContent).toContain('96 números sem WhatsApp ficam de fora')
    expect(question.textContent).toContain('2 pessoas não querem receber campanhas')
    expect(server.received(startCampaign)).toEqual([])
    await person.click(within(question).getByRole('button', { name: 'Iniciar agora' }))

    await screen.findByText('Campanha iniciada.')
    expect(server.received(startCampaign)[0]?.params).toEqual({ campaignId: 1 })
  })

  it('CAMP-28 starting warns of unknown variables, checked against the current ones', async () => {
    const { person } = open([
      aCampaign({
        message1: 'Oi {nome}, {desconto}',
        message3: 'Use { cupom }',
        confirmationMessage1: '{tarde}',
      }),
    ])
    await person.click(await screen.findByRole('button', { name: 'Iniciar Semana do Estofado agora' }))
    const question = await screen.findByRole('dialog', { name: 'Iniciar Semana do Estofado agora?' })

    await within(question).findByText('{desconto} não é preenchido: o cliente lê exatamente assim.')
  })

  it.each([
    [
      { unpriced: 0, costs: [{ amount: '0.6825', currency: 'BRL' }], countries: [] },
      'Custo na Meta: até R$ 0,6825.',
    ],
    [
      {
        unpriced: 2,
        costs: [
          { amount: '1', currency: 'BRL' },
          { amount: '0.05', currency: 'USD' },
        ],
        countries: [],
      },
      'Custo na Meta: até R$ 1,00 + US$ 0,05. Sem 2 contatos, cujos países não têm preço cadastrado.',
    ],
    [
      { unpriced: 3, costs: [], countries: [] },
      'Custo na Meta: desconhecido, porque não há preço cadastrado.',
    ],
    [null, null],
  ])('CAMP-05 the question before the start names the cost: %j', async (cost, words) => {
    const { person } = open([aCampaign()], (fake) => fake.on(estimateCampaign, () => ({ ...estimate, cost })))
    await person.click(await screen.findByRole('button', { name: 'Iniciar Semana do Estofado agora' }))

    await screen.findByText(/A mensagem vai para/)
    const said = screen
      .getAllByText((_, element) => element?.tagName === 'P')
      .flatMap(({ textContent }) => (textContent.startsWith('Custo') ? [textContent.trim()] : []))
    expect(said).toEqual(words === null ? [] : [words])
  })

  it('CAMP-05 a campaign without valid contacts cannot be started', async () => {
    const { person } = open([aCampaign()], (fake) =>
      fake.on(estimateCampaign, () => ({ ...estimate, contacts: 0, unchecked: 0 })),
    )
    await person.click(await screen.findByRole('button', { name: 'Iniciar Semana do Estofado agora' }))

    await screen.findByText(/Ninguém nesta lista pode receber a mensagem/)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Iniciar agora' }).disabled).toBe(true)
  })

  it('CAMP-06 CAMP-07 CAMP-15 cancelling and restarting ask first; a refusal is shown', async () => {
    const { server, person } = open([aCampaign({ status: 'EM_ANDAMENTO' })], (fake) => {
      fake.on(cancelCampaign, () => {
        throw refused('ERR_CAMPAIGN_STATE')
      })
      fake.on(restartCampaign, () => ({
        ...aCampaign({ status: 'EM_ANDAMENTO' }),
        message: 'campaign restarted',
      }))
    })
    await person.click(await screen.findByRole('button', { name: 'Cancelar Semana do Estofado' }))
    const question = await screen.findByRole('dialog', { name: 'Cancelar Semana do Estofado?' })
    expect(question.textContent).toContain('Os envios param agora.')
    server.on(listCampaigns, () => pageOf(aCampaign({ status: 'CANCELADA' })))
    await person.click(within(question).getByRole('button', { name: 'Cancelar campanha' }))

    await screen.findByText(texts.pt?.errors?.ERR_CAMPAIGN_STATE as string)
    await person.click(within(question).getByRole('button', { name: 'Continuar enviando' }))
    await person.click(await screen.findByRole('button', { name: 'Reiniciar Semana do Estofado' }))
    await screen.findByText('Só quem ainda não recebeu recebe agora.')
    await person.click(screen.getByRole('button', { name: 'Reiniciar' }))

    await screen.findByText('Campanha reiniciada.')
    expect(server.received(restartCampaign)).toHaveLength(1)
  })

  it('CAMP-09 CAMP-13 deletes one after a question', async () => {
    const { server, person } = open([aCampaign()], (fake) =>
      fake.on(deleteCampaign, () => ({ message: 'campaign deleted' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Excluir Semana do Estofado' }))
    server.on(listCampaigns, () => pageOf())
    await person.click(await screen.findByRole('button', { name: 'Excluir campanha' }))

    await screen.findByText('Campanha excluída.')
    await screen.findByRole('heading', { name: 'Nenhuma campanha ainda' })
    expect(server.received(deleteCampaign)[0]?.params).toEqual({ campaignId: 1 })
  })

  it('CAMP-09 CAMP-11 GEN-10 a debounced search, updated by live events', async () => {
    const { server, person, socket } = open([aCampaign({ status: 'EM_ANDAMENTO' })])
    await rowOf(/Em Andamento/)

    socket.say(liveChannel.campaign(companyId), {
      action: 'update',
      record: aCampaign({ status: 'FINALIZADA', updatedAt: '2026-11-20T12:00:00.000Z' }),
    })
    await rowOf(/Finalizada/)
    socket.say(liveChannel.campaign(companyId), {
      action: 'update',
      record: aCampaign({ status: 'EM_ANDAMENTO', updatedAt: '2026-11-20T11:00:00.000Z' }),
    })
    await rowOf(/Finalizada/)

    server.on(listCampaigns, ({ query }) => (query.searchParam === 'nada' ? pageOf() : pageOf(aCampaign())))
    await person.type(screen.getByRole('searchbox', { name: 'Buscar por nome' }), 'nada')
    await screen.findByText('Procuramos no nome das campanhas.')
    expect(server.received(listCampaigns).map(({ query }) => query.searchParam)).not.toContain('nad')
  })
})

describe('the campaign dialog', () => {
  const openNew = async (serve?: (server: FakeServer) => void) => {
    const app = open([], serve)
    await app.person.click(
      (await screen.findAllByRole('button', { name: 'Nova campanha' }))[0] as HTMLElement,
    )
    return { ...app, dialog: await screen.findByRole('dialog', { name: 'Nova campanha' }) }
  }

  it('CAMP-10 CAMP-02 a name of two characters and one message are required', async () => {
    const { server, person, dialog } = await openNew()
    await person.type(within(dialog).getByLabelText('Nome'), 'A')
    await pressSave(person, dialog)
    await within(dialog).findByText('Too Short!')
    await person.type(within(dialog).getByLabelText('Nome'), 'bril')
    await pressSave(person, dialog)

    await waitFor(() =>
      expect(within(dialog).getByLabelText('Mensagem 1').getAttribute('aria-invalid')).toBe('true'),
    )
    expect(server.received(createCampaign)).toEqual([])
  })

  it('CAMP-01 CAMP-02 CAMP-04 CAMP-16 CAMP-28 fills messages, list, connection and files', async () => {
    const { server, person, dialog } = await openNew((fake) => fake.on(createCampaign, () => aCampaign()))
    await person.type(within(dialog).getByLabelText('Nome'), 'Semana do Estofado')
    const message = within(dialog).getByLabelText('Mensagem 1')
    await person.type(message, 'Olá ')
    await person.click(within(dialog).getByRole('button', { name: 'Nome' }))
    await person.type(message, ', use ')
    await person.click(await within(dialog).findByRole('button', { name: 'cupom' }))
    expect((message as HTMLTextAreaElement).value).toBe('Olá {{name}}, use {cupom}')
    const preview = within(dialog).getByRole('figure', { name: 'Como o cliente vê' })
    expect(preview.textContent).toContain('Olá Maria Souza, use SOFA10')

    expect(within(dialog).getAllByRole('tab')).toHaveLength(5)
    await person.click(within(dialog).getByRole('tab', { name: /2/ }))
    await person.type(within(dialog).getByLabelText('Mensagem 2'), 'Oi!')
    await choose(person, dialog, 'Lista de contatos', 'Clientes')
    await choose(person, dialog, 'Conexão', 'Loja Centro')
    await choose(person, dialog, 'Lista de arquivos', 'Catálogos')
    expect(preview.textContent).toContain('verao.pdf')
    await pressSave(person, dialog)

    await screen.findByText('Campanha salva.')
    expect(server.received(createCampaign)[0]?.body).toMatchObject({
      name: 'Semana do Estofado',
      message1: 'Olá {{name}}, use {cupom}',
      message2: 'Oi!',
      message3: '',
      confirmation: false,
      scheduledAt: null,
      whatsappId: 1,
      contactListId: 4,
      fileListId: 9,
    })
  })

  it('CAMP-16 the choices come from the calls of the documents', async () => {
    const { server, person, dialog } = await openNew()
    await choose(person, dialog, 'Para quem', 'Contatos com uma tag')
    await waitFor(() => expect(server.received(listFileLists).length).toBeGreaterThan(0))

    expect(server.received(listConnections)[0]?.query).toMatchObject({ session: '0' })
    expect(server.received(listTags)[0]?.query).toMatchObject({ companyId: String(companyId) })
    expect(server.received(listTags)[0]?.query.pageNumber).toBeUndefined()
    expect(server.received(listContactListChoices)).toHaveLength(1)
  })

  it('CAMP-16 a part of its name finds a file list beyond the first page, debounced', async () => {
    const { server, person, dialog } = await openNew()
    const field = within(dialog).getByRole('combobox', { name: 'Lista de arquivos' })

    await person.type(field, 'cata')

    await within(await screen.findByRole('listbox')).findByText('Catálogos')
    await waitFor(() =>
      expect(server.received(listFileLists).map(({ query }) => query.searchParam)).toEqual(['', 'cata']),
    )
  })

  it('CAMP-02 CAMP-18 confirmations show with the switch on, and one is then required', async () => {
    const { server, person, dialog } = await openNew((fake) =>
      fake.on(createCampaign, () => aCampaign({ confirmation: true })),
    )
    await person.type(within(dialog).getByLabelText('Nome'), 'Promo')
    await person.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi!')
    expect(within(dialog).queryByText('Pedidos de confirmação')).toBeNull()
    await person.click(within(dialog).getByRole('switch', { name: 'Confirmação' }))
    expect(within(dialog).getAllByRole('tab')).toHaveLength(10)
    await pressSave(person, dialog)
    await waitFor(() =>
      expect(within(dialog).getByLabelText('Confirmação 1').getAttribute('aria-invalid')).toBe('true'),
    )

    await person.type(within(dialog).getByLabelText('Confirmação 1'), 'Posso mandar?')
    await pressSave(person, dialog)

    await screen.findByText('Campanha salva.')
    expect(server.received(createCampaign)[0]?.body).toMatchObject({
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
    })
  })

  it("CAMP-05 CAMP-17 a time plans it in the company's zone; a tag replaces the list", async () => {
    const { server, person, dialog } = await openNew((fake) => fake.on(createCampaign, () => aCampaign()))
    expect(dialog.textContent).toMatch(/Fuso da empresa: Horário .*Brasília\./)
    await person.type(within(dialog).getByLabelText('Nome'), 'Promo')
    await person.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi!')
    await person.type(within(dialog).getByLabelText('Data e hora'), '20/11/2036 09:30')
    await choose(person, dialog, 'Para quem', 'Contatos com uma tag')
    await choose(person, dialog, 'Tag', 'Retorno')
    await pressSave(person, dialog)

    await screen.findByText('Campanha salva.')
    expect(server.received(createCampaign)[0]?.body).toMatchObject({
      scheduledAt: '2036-11-20T09:30',
      contactListId: null,
      tagListId: 7,
    })
  })

  it('CAMP-14 the file uploads after the campaign; a retry of the file creates no second one', async () => {
    const uploads = fakeUploads()
    const { server, person, dialog } = await openNew((fake) => {
      fake.on(createCampaign, () => aCampaign())
      fake.on(updateCampaign, () => aCampaign())
    })
    await person.type(within(dialog).getByLabelText('Nome'), 'Promo')
    await person.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi!')
    await person.upload(within(dialog).getByLabelText('Arquivo', { selector: 'input' }), picture())
    expect(dialog.textContent).toContain('Arquivo: sofa.png')
    await pressSave(person, dialog)
    await waitFor(() => expect(uploads()).toHaveLength(1))
    uploads()[0]?.progress(0.5)
    const bar = await within(dialog).findByRole('progressbar', { name: 'Enviando o arquivo' })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    await uploads()[0]?.answer(507, { error: 'ERR_STORAGE_FULL' })
    await screen.findByText(texts.pt?.errors?.ERR_STORAGE_FULL as string)

    await pressSave(person, dialog)
    await waitFor(() => expect(uploads()).toHaveLength(2))
    await uploads()[1]?.answer(200, { ...aCampaign(), mensagem: 'ok' })

    await screen.findByText('Campanha salva.')
    expect([server.received(createCampaign).length, server.received(updateCampaign).length]).toEqual([1, 1])
  })

  it('CAMP-05 CAMP-08 CAMP-14 a new one with a file is planned after its upload', async () => {
    const uploads = fakeUploads()
    const { server, person, dialog } = await openNew((fake) => {
      fake.on(createCampaign, () => aCampaign())
      fake.on(updateCampaign, () => aCampaign())
    })
    await person.type(within(dialog).getByLabelText('Nome'), 'Promo')
    await person.type(within(dialog).getByLabelText('Mensagem 1'), 'Oi!')
    await person.type(within(dialog).getByLabelText('Data e hora'), '20/11/2036 09:30')
    await person.upload(within(dialog).getByLabelText('Arquivo', { selector: 'input' }), picture())
    await pressSave(person, dialog)

    await waitFor(() => expect(uploads()).toHaveLength(1))
    expect(server.received(createCampaign)[0]?.body).toMatchObject({ name: 'Promo', scheduledAt: null })
    expect(server.received(updateCampaign)).toEqual([])
    await uploads()[0]?.answer(200, { ...aCampaign(), mensagem: 'ok' })

    await screen.findByText('Campanha salva.')
    expect(server.received(updateCampaign).map(({ body }) => body)).toEqual([
      { scheduledAt: '2036-11-20T09:30' },
    ])
  })

  it('CAMP-08 CAMP-14 a change uploads the file before the time; a failure keeps the old plan', async () => {
    const uploads = fakeUploads()
    const { server, person } = open([aCampaign({ status: 'PROGRAMADA', scheduledAt: inHours(5) })], (fake) =>
      fake.on(updateCampaign, () => aCampaign()),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Semana do Estofado' }))
    const dialog = await screen.findByRole('dialog')
    await person.upload(await within(dialog).findByLabelText('Arquivo', { selector: 'input' }), picture())
    await pressSave(person, dialog)
    await waitFor(() => expect(uploads()).toHaveLength(1))
    await uploads()[0]?.answer(507, { error: 'ERR_STORAGE_FULL' })
    await screen.findByText(texts.pt?.errors?.ERR_STORAGE_FULL as string)
    expect(server.received(updateCampaign)).toEqual([])

    await pressSave(person, dialog)
    await waitFor(() => expect(uploads()).toHaveLength(2))
    await uploads()[1]?.answer(200, { ...aCampaign(), mensagem: 'ok' })

    await screen.findByText('Campanha salva.')
    expect(server.received(updateCampaign)).toHaveLength(1)
  })

  it.each([
    ['INATIVA', {}, true],
    ['PROGRAMADA', { scheduledAt: inHours(1.5) }, true],
    ['PROGRAMADA', { scheduledAt: inHours(0.5) }, false],
    ['EM_ANDAMENTO', {}, false],
    ['CANCELADA', {}, true],
    ['FINALIZADA', {}, false],
  ] as const)('CAMP-08 %s %j may be changed: %s', async (status, times, mayChange) => {
    const { person } = open([aCampaign({ status, ...times })])
    await person.click(await screen.findByRole('button', { name: /^(Editar|Ver) Semana do Estofado$/ }))

    const name = await screen.findByLabelText<HTMLInputElement>('Nome')
    expect(name.disabled).toBe(!mayChange)
    expect(screen.queryByRole('button', { name: 'Salvar' }) !== null).toBe(mayChange)
  })

  it('CAMP-07 CAMP-13 a change sends the form, without the tag that once filled the list', async () => {
    const { server, person } = open(
      [aCampaign({ status: 'CANCELADA', tagListId: 7 as TagId, counts: someCounts({ shipped: 3 }) })], // branding
      (fake) => fake.on(updateCampaign, () => aCampaign()),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Semana do Estofado' }))
    await screen.findByText(/vale para quem ainda não recebeu/)
    await person.type(await screen.findByLabelText('Mensagem 1'), ' Tudo bem?')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Campanha salva.')
    const sent = server.received(updateCampaign)[0]?.body
    expect(sent).toMatchObject({ message1: 'Olá {nome}! Tudo bem?', contactListId: 4 })
    expect(sent?.tagListId).toBeUndefined()
  })
})

async function choose(
  person: ReturnType<typeof openApp>['person'],
  dialog: HTMLElement,
  field: string,
  option: string,
): Promise<void> {
  await person.click(within(dialog).getByRole('combobox', { name: field }))
  await person.click(await screen.findByRole('option', { name: option }))
}
