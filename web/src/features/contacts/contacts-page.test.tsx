import {
  type ContactImportView,
  cancelContactImport,
  getContactImportReport,
  importContacts,
  listContactImports,
  startContactImport,
} from '@balcao/contract/contact-imports'
import {
  type ContactView,
  createContact,
  deleteContact,
  eraseContact,
  exportContacts,
  getContact,
  listContactChoices,
  listContacts,
  listDeletedContacts,
  mergeContacts,
  previewContactMerge,
} from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import {
  getPersonalDataExport,
  orderPersonalDataExport,
  type PersonalDataExportView,
} from '@balcao/contract/personal-data'
import { listTicketsOfContact } from '@balcao/contract/tickets'
import type { ContactId, ContactImportId, TicketId } from '@balcao/domain/ids'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { fakeUploads } from '../../testing/fake-uploads'
import { anAdmin, aSessionUser, companyId } from '../../testing/makers'
import { openPage } from '../../testing/open-app'
import { aContact, aTicket } from '../../testing/ticket-makers'

const id = (value: number) => value as ContactId
const marina = aContact({ id: id(1), email: 'marina@estudiomd.com.br' })
const hidden = aContact({ id: id(2), name: 'Sem Número', number: '' })
const saved = vi.hoisted(() => ({ files: [] as { name: string; rows: unknown[][] }[] }))
vi.mock('write-excel-file/browser', () => ({
  default: (rows: unknown[][]) => ({
    toFile: async (name: string) => saved.files.push({ name, rows }),
  }),
}))

function openContacts(
  { as = anAdmin(), contacts = [marina, hidden] as ContactView[], path = '/contacts' } = {},
  serve?: (server: FakeServer) => void,
) {
  return openPage({
    path,
    as,
    serve: (server) => {
      server
        .on(listContactImports, () => [])
        .on(getPersonalDataExport, () => ({ export: null }))
        .on(listContactChoices, () => [])
        .on(listDeletedContacts, () => ({ contacts: [], count: 0, hasMore: false }))
        .on(listContacts, ({ query }) => {
          const found = contacts.filter(({ name }) =>
            name.toLowerCase().includes(query.searchParam.toLowerCase()),
          )
          const shown = found.slice(20 * (query.pageNumber - 1), 20 * query.pageNumber)
          return { contacts: shown, count: found.length, hasMore: found.length > 20 * query.pageNumber }
        })
        .on(listTicketsOfContact, () => ({ tickets: [aTicket({ status: 'closed' })], hasMore: false }))
        .on(getContact, ({ params }) => contacts.find((one) => one.id === params.contactId) ?? marina)
      serve?.(server)
    },
  })
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)

describe('the list', () => {
  it('SHELL-08 CONTACT-08 CONTACT-09 shows the columns; a hidden number is never an id', async () => {
    openContacts()

    const row = await rowOf('Marina Duarte')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Nome',
      'Número',
      'E-mail',
      'Ações',
    ])
    expect(row.getByText('+55 51 99874-2210')).toBeTruthy()
    expect(row.getByText('marina@estudiomd.com.br')).toBeTruthy()
    expect(row.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      null, // the name itself
      'Abrir atendimento com Marina Duarte',
      'Editar Marina Duarte',
      'Excluir Marina Duarte',
    ])
    expect((await rowOf('Sem Número')).getByText('Número oculto')).toBeTruthy()
    for (const name of ['Exportar', 'Importar', 'Adicionar contato']) {
      expect(screen.getByRole('button', { name })).toBeTruthy()
    }
    expect(screen.getByText('2 contatos')).toBeTruthy()
  })

  it('CONTACT-10 CONTACT-20 an attendant adds and edits; has no delete, import or export', async () => {
    openContacts({ as: aSessionUser() })
    const row = await rowOf('Marina Duarte')

    expect(row.queryByRole('button', { name: 'Excluir Marina Duarte' })).toBeNull()
    expect(row.getByRole('button', { name: 'Editar Marina Duarte' })).toBeTruthy()
    for (const name of ['Exportar', 'Importar']) expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('CONTACT-09 GEN-10 a debounced search runs once; an empty result can be cleared', async () => {
    const { person, server } = openContacts()
    await screen.findByText('Marina Duarte')

    await person.type(screen.getByRole('searchbox', { name: 'Buscar por nome ou número' }), 'zzz')
    await screen.findByRole('heading', { name: 'Nada para “zzz”' })
    await person.click(screen.getByRole('button', { name: 'Limpar busca' }))

    await screen.findByText('Marina Duarte')
    expect(server.received(listContacts).map(({ query }) => query.searchParam)).toEqual(['', 'zzz', ''])
  })

  it('CONTACT-09 GEN-11 loads the next page near the end', async () => {
    const many = Array.from({ length: 25 }, (_, at) => aContact({ id: id(at + 1), name: `Pessoa ${at + 1}` }))
    openContacts({ contacts: many })
    const table = await screen.findByRole('table')
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 20)

    fireEvent.scroll(table.closest('[class*=page]') ?? document.body)

    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(1 + 25))
  })

  it('a search says that there are more contacts, and how many once the last page is loaded', async () => {
    const many = Array.from({ length: 25 }, (_, at) => aContact({ id: id(at + 1), name: `Pessoa ${at + 1}` }))
    const { person } = openContacts({ contacts: many })
    await screen.findByText('25 contatos')

    await person.type(screen.getByRole('searchbox', { name: 'Buscar por nome ou número' }), 'pessoa')
    await screen.findByText('Mais de 20 contatos')
    fireEvent.scroll(screen.getByRole('table').closest('[class*=page]') ?? document.body)

    await screen.findByText('25 contatos')
  })

  it('CONTACT-09 RT-09 follows changes, deletions, additions and bulk events live', async () => {
    const contacts = [marina, hidden]
    const { socket, server } = openContacts({ contacts })
    await screen.findByText('Marina Duarte')
    const say = (payload: object) => socket.say(liveChannel.contact(companyId), payload)

    say({
      action: 'update',
      contact: { ...marina, name: 'Marina Alves', updatedAt: '2026-11-21T00:00:00.000Z' },
    })
    await screen.findByText('Marina Alves')
    contacts.splice(1, 1)
    say({ action: 'delete', contactId: hidden.id })
    await waitFor(() => expect(screen.queryByText('Sem Número')).toBeNull())
    expect(screen.getByText('1 contato')).toBeTruthy()
    contacts.push(aContact({ id: id(3), name: 'Recém Chegada' }))
    say({ action: 'reload' })

    await screen.findByText('Recém Chegada')
    expect(server.received(listContacts)).toHaveLength(3) // once at first, and twice in three seconds
  })

  it('CONTACT-16 O5 admins see deleted contacts, and export or erase their data', async () => {
    const gone = aContact({ id: id(9), name: 'Foi Embora', isRemoved: true })
    let removed = [gone]
    const { person, server, router } = openContacts({}, (fixture) =>
      fixture
        .on(listDeletedContacts, () => ({ contacts: removed, count: removed.length, hasMore: false }))
        .on(getContact, () => gone)
        .on(eraseContact, () => {
          removed = []
          return { message: 'contact erased' }
        }),
    )
    await screen.findByText('Marina Duarte')

    await person.click(screen.getByRole('button', { name: 'Excluídos' }))

    const row = await rowOf('Foi Embora')
    expect(screen.queryByText('Marina Duarte')).toBeNull()
    expect(router.state.location.search).toBe('?removed=1')
    expect(row.getAllByRole('button')).toHaveLength(1) // only the name
    expect(screen.queryByRole('button', { name: 'Adicionar contato' })).toBeNull()
    await person.click(row.getByRole('button'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Contato' }))
    expect(await dialog.findByText('Contato excluído')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Unir com outro contato' })).toBeNull()
    await person.click(dialog.getByRole('button', { name: 'Apagar os dados' }))
    const question = within(await screen.findByRole('dialog', { name: /Foi Embora/ }))
    await person.type(question.getByRole('textbox'), 'Foi Embora')
    await person.click(question.getByRole('button', { name: 'Apagar para sempre' }))

    await screen.findByRole('heading', { name: 'Nenhum contato excluído' })
    expect(server.received(eraseContact)[0]?.body).toEqual({ confirmation: 'Foi Embora' })
  })

  it('CONTACT-16 a restored contact leaves the deleted list at once, which refetches its count', async () => {
    const gone = aContact({ id: id(9), name: 'Foi Embora', isRemoved: true })
    const other = aContact({ id: id(10), name: 'Outra Pessoa', isRemoved: true })
    let removed = [gone, other]
    const { person, socket } = openContacts({}, (fixture) =>
      fixture.on(listDeletedContacts, () => ({ contacts: removed, count: removed.length, hasMore: false })),
    )
    await person.click(await screen.findByRole('button', { name: 'Excluídos' }))
    await screen.findByText('Foi Embora')
    expect(screen.getByText('2 contatos')).toBeTruthy()

    removed = [other]
    socket.say(liveChannel.contact(companyId), {
      action: 'update',
      contact: { ...gone, isRemoved: false, updatedAt: '2026-11-21T00:00:00.000Z' },
    })

    await waitFor(() => expect(screen.queryByText('Foi Embora')).toBeNull())
    expect(await screen.findByText('1 contato')).toBeTruthy()
  })

  it('CONTACT-16 a restored contact is in the list again', async () => {
    const contacts = [marina]
    const { socket } = openContacts({ contacts })
    await screen.findByText('1 contato')

    const back = aContact({ id: id(9), name: 'Voltou Agora' })
    contacts.push(back)
    socket.say(liveChannel.contact(companyId), { action: 'update', contact: back })

    await screen.findByText('Voltou Agora')
    expect(screen.getByText('2 contatos')).toBeTruthy()
  })

  it('CONTACT-16 PERM-01 an attendant sees no deleted contact, also by url', async () => {
    const { server } = openContacts({ as: aSessionUser(), path: '/contacts?removed=1' })

    await screen.findByText('Marina Duarte')

    expect(screen.queryByRole('button', { name: 'Excluídos' })).toBeNull()
    expect(server.received(listDeletedContacts)).toEqual([])
  })

  it('PERM-09 an attendant edits contacts and has no delete button', async () => {
    openContacts({ as: aSessionUser() })

    await screen.findByRole('button', { name: 'Editar Marina Duarte' })

    expect(screen.queryByRole('button', { name: /^Excluir/ })).toBeNull()
  })

  it('CONTACT-16 A6 a support visit sees no deleted contact, also by url', async () => {
    const visitor = anAdmin()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const support = { userId: visitor.id, name: 'Dono', reason: 'Ajudar', since: until, until }
    const as = { ...visitor, company: { ...visitor.company, support } }
    const { server } = openContacts({ as, path: '/contacts?removed=1' })

    await screen.findByText('Marina Duarte')

    expect(screen.queryByRole('button', { name: 'Excluídos' })).toBeNull()
    expect(server.received(listDeletedContacts)).toEqual([])
  })

  it('CONTACT-09 has an empty state and an error state with a retry', async () => {
    let isDown = true
    const { person } = openContacts({ contacts: [] }, (server) =>
      server.on(listContacts, () => {
        if (isDown) throw refused('ERR_NO_PERMISSION')
        return { contacts: [], count: 0, hasMore: false }
      }),
    )
    await screen.findByRole('alert')

    isDown = false
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await screen.findByRole('heading', { name: 'Nenhum contato ainda' })
  })
})

describe('one contact', () => {
  it('CONTACT-09 the row opens a ticket', async () => {
    const { person, router } = openContacts()
    await person.click(await screen.findByRole('button', { name: 'Abrir atendimento com Marina Duarte' }))

    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'))
    expect(router.state.location.state).toEqual({
      talkTo: { id: marina.id, name: marina.name, number: marina.number },
    })
  })

  it('CONTACT-08 CONTACT-14 adds a contact with further data', async () => {
    const { person, server } = openContacts(undefined, (it) =>
      it.on(createContact, ({ body }) => aContact({ id: id(9), ...body })),
    )
    await person.click(await screen.findByRole('button', { name: 'Adicionar contato' }))
    const form = within(await screen.findByRole('dialog', { name: 'Novo contato' }))

    await person.type(form.getByLabelText('Nome'), 'Lívia Prado')
    await person.type(form.getByLabelText('Número do WhatsApp'), '55 51 98765-0001')
    await person.click(form.getByRole('button', { name: 'Adicionar dado' }))
    await person.type(form.getByLabelText('Campo'), 'Cidade')
    await person.type(form.getByLabelText('Valor'), 'Canela')
    await person.click(form.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Contato salvo com sucesso.')
    expect(server.received(createContact)[0]?.body).toEqual({
      name: 'Lívia Prado',
      number: '5551987650001',
      email: '',
      extraInfo: [{ name: 'Cidade', value: 'Canela' }],
    })
  })

  it('CONTACT-16 deleting names the contact; a live ticket prevents it with a reason', async () => {
    let isLive = true
    const { person, server } = openContacts(undefined, (it) =>
      it.on(deleteContact, () => {
        if (isLive) throw refused('ERR_CONTACT_HAS_LIVE_TICKET')
        return { message: 'contact deleted' }
      }),
    )
    await person.click(await screen.findByRole('button', { name: 'Excluir Marina Duarte' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir Marina Duarte?' }))

    await person.click(dialog.getByRole('button', { name: 'Excluir contato' }))
    await screen.findByText(/atendimento/, { selector: '[class*=toast] *, [role=alert] *' })
    isLive = false
    await person.click(dialog.getByRole('button', { name: 'Excluir contato' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.received(deleteContact)).toHaveLength(2)
  })

  it('the details show its tickets, and the acts of admins', async () => {
    const { person } = openContacts()
    await person.click(await screen.findByRole('button', { name: 'Marina Duarte' }))
    const details = within(await screen.findByRole('dialog', { name: 'Contato' }))

    const history = within(await details.findByRole('list', { name: 'Atendimentos' }))
    expect(history.getAllByRole('link')[0]?.textContent).toContain('Finalizado')
    expect(details.getByRole('button', { name: 'Unir com outro contato' })).toBeTruthy()
  })

  it('a failed load of its tickets is reported and can be retried', async () => {
    let isReached = false
    const { person } = openContacts(undefined, (fake) =>
      fake.on(listTicketsOfContact, ({ query }) => {
        if (query.pageNumber === 1) return { tickets: [aTicket({ status: 'closed' })], hasMore: true }
        if (!isReached) throw refused('ERR_NO_CONTACT_FOUND')
        return { tickets: [aTicket({ id: 92 as TicketId, status: 'open' })], hasMore: false }
      }),
    )
    await person.click(await screen.findByRole('button', { name: 'Marina Duarte' }))
    const details = within(await screen.findByRole('dialog', { name: 'Contato' }))

    await person.click(await details.findByRole('button', { name: 'Ver mais atendimentos' }))
    await details.findByText(/Os atendimentos não carregaram/)
    isReached = true
    await person.click(details.getByRole('button', { name: 'Tentar de novo' }))

    await details.findByText('#92')
    expect(details.queryByText(/Os atendimentos não carregaram/)).toBeNull()
  })

  it('a merge shows its effects before it runs', async () => {
    const other = aContact({ id: id(7), name: 'Mari', number: '5551987650007' })
    const { person, server } = openContacts(undefined, (it) =>
      it
        .on(listContactChoices, () => [other])
        .on(previewContactMerge, () => ({
          kept: marina,
          gone: other,
          merged: { name: marina.name, number: marina.number, email: marina.email, extraInfo: [] },
          tickets: { kept: 2, gone: 1 },
          bothLive: true,
        }))
        .on(mergeContacts, () => marina),
    )
    await person.click(await screen.findByRole('button', { name: 'Marina Duarte' }))
    await person.click(await screen.findByRole('button', { name: 'Unir com outro contato' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unir Marina Duarte com outro contato' }))
    expect(dialog.getByRole('button', { name: 'Unir contatos' })).toHaveProperty('disabled', true)

    await person.type(dialog.getByLabelText('Outro contato'), 'Mari')
    await person.click(await screen.findByRole('option', { name: 'Mari · +55 51 98765-0007' }))
    await dialog.findByText('3 ao todo')
    expect(dialog.getByText('+55 51 99874-2210, +55 51 98765-0007')).toBeTruthy()
    expect(dialog.getByText('Os dois têm atendimento em andamento: eles viram um só.')).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: 'Unir contatos' }))

    await screen.findByText('Os contatos agora são um só.')
    expect(server.received(mergeContacts)[0]?.params).toEqual({
      contactId: marina.id,
      otherContactId: other.id,
    })
  })

  it('O5 a data copy is made in the background and downloaded; erasing asks for the name', async () => {
    const copy: PersonalDataExportView = {
      contactId: marina.id,
      state: 'running',
      total: 40,
      done: 0,
      files: [],
      userName: 'Ana',
      createdAt: '2026-11-22T12:00:00.000Z',
      expiresAt: null,
    }
    let made: PersonalDataExportView | null = null
    const { person, server, socket } = openContacts(undefined, (it) =>
      it
        .on(getPersonalDataExport, () => ({ export: made }))
        .on(orderPersonalDataExport, () => copy)
        .on(eraseContact, () => ({ message: 'contact erased' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Marina Duarte' }))
    const start = await screen.findByRole('button', { name: 'Exportar os dados' })
    await waitFor(() => expect(start).toHaveProperty('disabled', false))
    await person.click(start)
    await screen.findByText('Preparando a cópia: 0%')
    const progress = { action: 'update', contactId: marina.id, total: 40 } as const
    act(() => socket.say(liveChannel.personalData(companyId), { ...progress, state: 'running', done: 30 }))
    await screen.findByText('Preparando a cópia: 75%')
    act(() => socket.say(liveChannel.personalData(companyId), { ...progress, state: 'running', done: 10 }))
    expect(screen.getByText('Preparando a cópia: 75%')).toBeTruthy()

    const files = [{ link: '/public/1/zip?n=dados-pessoais-1.zip', sizeBytes: 1_234_567 }]
    made = { ...copy, state: 'done', done: 40, files, expiresAt: '2026-11-23T12:00:00.000Z' }
    act(() => socket.say(liveChannel.personalData(companyId), { ...progress, state: 'done', done: 40 }))
    const link = await screen.findByRole('link', { name: 'Baixar a cópia (1,2 MB)' })
    expect(link.getAttribute('href')).toBe('/public/1/zip?n=dados-pessoais-1.zip')
    expect(screen.getByRole('button', { name: 'Fazer outra cópia' })).toBeTruthy()

    await person.click(screen.getByRole('button', { name: 'Apagar os dados' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apagar os dados de Marina Duarte?' }))
    const erase = dialog.getByRole('button', { name: 'Apagar para sempre' })
    expect(erase).toHaveProperty('disabled', true)
    await person.type(dialog.getByRole('textbox'), 'Marina Duarte')
    await person.click(erase)

    await screen.findByText('Os dados foram apagados.')
    expect(server.received(eraseContact)[0]?.body).toEqual({ confirmation: 'Marina Duarte' })
  })
})

describe('import and export', () => {
  it('CONTACT-19 C5 exports all contacts as contatos.xlsx, with formula cells neutralised', async () => {
    saved.files = []
    const { person } = openContacts(undefined, (it) =>
      it.on(exportContacts, () => ({
        contacts: [
          { name: '=1+1', number: '5551987650001', email: '' },
          { name: 'Rosa', number: '', email: '@sum(1)@x.co' },
        ],
      })),
    )

    await person.click(await screen.findByRole('button', { name: 'Exportar' }))

    await waitFor(() => expect(saved.files).toHaveLength(1))
    expect(saved.files[0]?.name).toBe('contatos.xlsx')
    expect(
      saved.files[0]?.rows.map((row) => row.map((cell) => (cell as { value?: string })?.value ?? cell)),
    ).toEqual([
      ['Nome', 'Número', 'Email'],
      ["'=1+1", '5551987650001', ''],
      ['Rosa', '', "'@sum(1)@x.co"],
    ])
  })

  const list: ContactImportView = {
    id: 5 as ContactImportId,
    source: 'file',
    fileName: 'clientes.xlsx',
    state: 'preview',
    hasHeader: true,
    columns: [
      { title: 'Quem', samples: ['Rosa'] },
      { title: 'Fone', samples: ['5551987650001'] },
    ],
    targets: ['extra', 'number'],
    rows: 3,
    done: 0,
    created: 0,
    known: 0,
    wrong: 0,
    userName: 'Davi',
    createdAt: '2026-11-20T12:00:00.000Z',
    finishedAt: null,
  }
  const choose = (file = new File(['x'], 'clientes.xlsx')) =>
    fireEvent.change(screen.getByLabelText('Escolher planilha', { selector: 'input' }), {
      target: { files: [file] },
    })

  it('CONTACT-17 CONTACT-18 a spreadsheet import confirms columns, shows progress and a report', async () => {
    saved.files = []
    const uploads = fakeUploads()
    const { person, server, socket } = openContacts(undefined, (it) =>
      it
        .on(startContactImport, ({ body }) => ({ ...list, ...body, state: 'running' as const }))
        .on(getContactImportReport, () => ({
          rows: [
            { row: 1, cells: ['Quem', 'Fone'], outcome: null },
            { row: 2, cells: ['=Rosa', '51'], outcome: 'wrongNumber' as const },
          ],
          next: null,
        })),
    )
    await person.click(await screen.findByRole('button', { name: 'Importar' }))
    const input = await screen.findByLabelText('Escolher planilha', { selector: 'input' })
    expect(input.getAttribute('accept')).toBe('.xlsx,.xls,.csv')

    choose()
    uploads()[0]?.progress(0.5)
    await screen.findByRole('progressbar', { name: 'Enviando a planilha…' })
    await uploads()[0]?.answer(200, { ...list, message: 'list read' })
    expect(uploads()[0]?.field('preview')).toBe('true')
    const dialog = within(await screen.findByRole('dialog', { name: 'O que há em cada coluna' }))
    expect(dialog.getByText('Rosa')).toBeTruthy()
    await person.click(dialog.getByRole('combobox', { name: 'Importar “Quem” como' }))
    await person.click(await screen.findByRole('option', { name: 'Nome' }))
    await person.click(dialog.getByRole('button', { name: 'Importar 3 linhas' }))

    await screen.findByText('0 de 3 linhas')
    expect(server.received(startContactImport)[0]?.body).toEqual({
      hasHeader: true,
      targets: ['name', 'number'],
    })
    const say = (change: Partial<ContactImportView>) =>
      socket.say(liveChannel.contactImport(companyId), {
        action: 'update',
        import: { ...list, state: 'running', ...change },
      })
    say({ done: 2 })
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('66')
    say({ done: 1 }) // late
    expect(screen.getByText('2 de 3 linhas')).toBeTruthy()
    say({ done: 3, state: 'done', created: 1, known: 1, wrong: 1, finishedAt: '2026-11-20T12:01:00.000Z' })
    await screen.findByText(/Novos: 1. Já existiam: 1. Com erro: 1./)
    await person.click(screen.getByRole('button', { name: 'Relatório' }))

    await waitFor(() => expect(saved.files).toHaveLength(1))
    expect(saved.files[0]?.rows[1]).toEqual([
      2,
      'Número inválido: use DDD e número, ou o código do país com +',
      "'=Rosa",
      '51',
    ])
  })

  it('CONTACT-18 an answer that is older than an event does not reset the progress', async () => {
    const running: ContactImportView = { ...list, state: 'running' }
    const other: ContactImportView = { ...running, id: 4 as ContactImportId, fileName: 'outra.xlsx' }
    let answer: (list: ContactImportView[]) => void = () => {}
    const { person, socket } = openContacts(undefined, (it) =>
      it.on(
        listContactImports,
        () =>
          new Promise((resolve) => {
            answer = resolve
          }),
      ),
    )
    await person.click(await screen.findByRole('button', { name: 'Importar' }))
    await screen.findByRole('dialog', { name: 'Importar contatos' })
    const say = (change: ContactImportView) =>
      socket.say(liveChannel.contactImport(companyId), { action: 'update', import: change })

    say({ ...running, done: 3, state: 'done', created: 3, finishedAt: '2026-11-20T12:01:00.000Z' })
    await screen.findByText(/Novos: 3/)
    answer([running, other])

    await screen.findByText('outra.xlsx')
    expect(screen.getAllByRole('progressbar')).toHaveLength(1)
    expect(screen.getByText(/Novos: 3/)).toBeTruthy()
  })

  it('CONTACT-17 a file that is no list is refused with a reason; Back drops the preview', async () => {
    const uploads = fakeUploads()
    const { person, server } = openContacts(undefined, (it) =>
      it.on(cancelContactImport, () => ({ ...list, state: 'cancelled' as const })),
    )
    await person.click(await screen.findByRole('button', { name: 'Importar' }))
    await screen.findByRole('dialog', { name: 'Importar contatos' })

    choose()
    await uploads()[0]?.answer(400, { error: 'ERR_IMPORT_FILE', data: { what: 'locked' } })
    await screen.findByText(/protegida por senha/)
    choose()
    await uploads()[1]?.answer(200, { ...list, message: 'list read' })
    await person.click(await screen.findByRole('button', { name: 'Escolher outra' }))

    await screen.findByRole('dialog', { name: 'Importar contatos' })
    await waitFor(() =>
      expect(server.received(cancelContactImport)[0]?.params).toEqual({ importId: list.id }),
    )
  })

  it("CONTACT-18 imports the phone's address book after a question", async () => {
    const { person, server } = openContacts(undefined, (it) =>
      it.on(importContacts, () => ({
        ...list,
        source: 'phone-book' as const,
        state: 'done' as const,
        message: 'contacts imported',
      })),
    )
    await person.click(await screen.findByRole('button', { name: 'Importar' }))

    await person.click(await screen.findByRole('button', { name: 'Da agenda do celular' }))
    expect(server.received(importContacts)).toEqual([])
    await person.click(await screen.findByRole('button', { name: 'Importar agenda' }))

    await screen.findByText('Agenda do celular')
    expect(server.received(importContacts)[0]?.body).toEqual({ preview: false })
  })
})
