import {
  type ContactListItemView,
  type ContactListView,
  createContactList,
  createContactListItem,
  deleteContactListItem,
  fillContactListFromTag,
  getContactList,
  listContactListItems,
  listContactLists,
  recheckContactListNumbers,
} from '@balcao/contract/contact-lists'
import { liveChannel } from '@balcao/contract/live'
import { listTagChoices } from '@balcao/contract/tags'
import type { ContactListId, ContactListItemId, TagId } from '@balcao/domain/ids'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { fakeUploads } from '../../testing/fake-uploads'
import { anAdmin, aSessionUser, companyId, times } from '../../testing/makers'
import { openApp, openPage } from '../../testing/open-app'

const listId = 4 as ContactListId // branding
const at = '2026-11-20T12:00:00.000Z'
const aList = (change: Partial<ContactListView> = {}): ContactListView => ({
  id: listId,
  name: 'Clientes',
  contactsCount: 40,
  validCount: 8,
  invalidCount: 2,
  dueCount: 30,
  createdAt: at,
  updatedAt: at,
  ...change,
})
const anItem = (id: number, change: Partial<ContactListItemView> = {}): ContactListItemView => ({
  id: id as ContactListItemId, // branding
  name: 'Lívia Prado',
  number: '5551987650001',
  email: 'livia@exemplo.com',
  isWhatsappValid: true,
  checkedAt: at,
  isCheckDue: false,
  contactListId: listId,
  companyId,
  createdAt: at,
  updatedAt: at,
  ...change,
})
const pageOf = (...records: ContactListView[]) => ({ records, count: records.length, hasMore: false })
const itemsPage = (...contacts: ContactListItemView[]) => ({
  contacts,
  count: contacts.length,
  hasMore: false,
})

const open = (path: string, serve?: (server: FakeServer) => void, as = anAdmin(), opens = openPage) =>
  opens({
    path,
    as,
    serve: (server) => {
      server.on(listContactLists, () => pageOf(aList()))
      server.on(getContactList, () => aList())
      server.on(listContactListItems, () => itemsPage(anItem(1)))
      server.on(listTagChoices, () => [
        { id: 7 as TagId, name: 'Retorno', color: '#a4cccc', kanban: 0 as const, ...times },
      ]) // branding
      serve?.(server)
    },
  })

describe('the page of contact lists', () => {
  it('SHELL-13 SHELL-31 CLIST-03 shows names and counts, and follows the check live', async () => {
    const { person, socket } = open('/contact-lists', undefined, anAdmin(), openApp)
    const row = await screen.findByRole('row', { name: /Clientes/ })
    expect(row.textContent).toContain('40')
    expect(row.textContent).toContain('8 com WhatsApp, 2 sem')
    expect(within(row).getByRole('progressbar', { name: '25% verificado' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Listas de contatos' })).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Campanhas', expanded: true }))
    expect(screen.queryByRole('link', { name: 'Listas de contatos' })).toBeNull()

    socket.say(liveChannel.contactList(companyId), {
      action: 'update',
      record: aList({ validCount: 36, invalidCount: 4, dueCount: 0 }),
    })

    expect(await screen.findByText('36 com WhatsApp, 4 sem')).toBeTruthy()
    expect(within(row).queryByRole('progressbar')).toBeNull()
  })

  it('SHELL-14 SHELL-15 without admin rights or the browser flag there is no page and no link', async () => {
    const without = aSessionUser({ profile: 'admin' }, { settings: [] })
    open('/contact-lists', undefined, without)

    expect(await screen.findByText(/não possui permissão para acessar essa página/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Campanhas' })).toBeNull()
  })

  it('CLIST-05 a name that is too short shows an error; a valid one is saved', async () => {
    const { person, server } = open('/contact-lists', (fake) => {
      fake.on(listContactLists, () => pageOf())
      fake.on(createContactList, () => aList())
    })
    await screen.findByRole('heading', { name: 'Nenhuma lista de contatos ainda' })
    await person.click(screen.getAllByRole('button', { name: 'Adicionar lista' })[0] as HTMLElement)
    const name = await screen.findByLabelText('Nome')
    await person.type(name, 'C')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Too Short!')

    await person.type(name, 'lientes')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Lista salva.')
    expect(server.received(createContactList)[0]?.body).toEqual({ name: 'Clientes' })
  })

  it('CLIST-07 a spreadsheet uploads after a question, with a bar and a report; a tag fills too', async () => {
    const uploads = fakeUploads()
    const { person, server } = open('/contact-lists', (fake) =>
      fake.on(fillContactListFromTag, () => ({ created: 3 })),
    )
    await person.click(await screen.findByRole('button', { name: 'Importar para Clientes' }))
    const input = await screen.findByLabelText<HTMLInputElement>('Escolher planilha')
    expect(input.accept).toBe('.xlsx,.xls,.csv')
    await person.upload(input, new File(['x'], 'clientes.xlsx'))
    const question = await screen.findByRole('dialog', { name: 'Importar esta planilha?' })
    expect(uploads()).toHaveLength(0)
    await person.click(within(question).getByRole('button', { name: 'Importar' }))
    const [sent] = uploads()
    sent?.progress(0.5)
    expect(await screen.findByRole('progressbar', { name: 'Enviando a planilha…' })).toBeTruthy()
    await sent?.answer(200, {
      created: 12,
      known: 2,
      wrong: 1,
      wrongRows: [{ row: 9, outcome: 'noNumber' }],
    })

    await screen.findByText('Novos: 12. Já estavam na lista: 2. Com erro: 1.')
    expect(screen.getByText('Linha 9: Sem número')).toBeTruthy()
    await person.click(screen.getByLabelText('Ou de uma tag'))
    await person.click(await screen.findByRole('option', { name: 'Retorno' }))
    await person.click(screen.getByRole('button', { name: 'Trazer da tag' }))
    const dialog = screen.getByRole('dialog', { name: /Clientes/ })
    expect(await within(dialog).findByText('3 contatos entraram na lista.')).toBeTruthy()
    expect(server.received(fillContactListFromTag)[0]?.body).toEqual({ tagId: 7 })
  })
})

describe('the contacts of one list', () => {
  const path = `/contact-lists/${listId}/contacts`

  it('CLIST-04 CLIST-13 shows number, e-mail, validity and progress, page by page and live', async () => {
    const { server, socket } = open(path, (fake) =>
      fake.on(listContactListItems, () =>
        itemsPage(
          anItem(1),
          anItem(2, { name: 'Rui', isWhatsappValid: false }),
          anItem(3, { name: 'Zilda', isWhatsappValid: false, checkedAt: null, isCheckDue: true }),
        ),
      ),
    )
    const livia = await screen.findByRole('row', { name: /Lívia/ })
    for (const words of ['+55 51 98765-0001', 'livia@exemplo.com', 'Válido'])
      expect(livia.textContent).toContain(words)
    expect(screen.getByRole('row', { name: /Rui/ }).textContent).toContain('Inválido')
    const zilda = screen.getByRole('row', { name: /Zilda/ })
    expect(zilda.textContent).toContain('A verificar')
    expect(screen.getByText('Verificando no WhatsApp: 10 de 40 números')).toBeTruthy()

    server.on(listContactListItems, () => itemsPage(anItem(3, { name: 'Zilda' })))
    socket.say(liveChannel.contactListItem(companyId), {
      action: 'reload',
      contactListId: listId,
      records: [anItem(3, { name: 'Zilda' })],
    })

    await screen.findByText('1 contato')
    expect(screen.getByRole('row', { name: /Zilda/ }).textContent).toContain('Válido')
  })

  it("CLIST-06 CLIST-12 adds one by the form's rules; removing and checking all ask first", async () => {
    const { person, server } = open(path, (fake) => {
      fake.on(createContactListItem, () => anItem(2))
      fake.on(deleteContactListItem, () => ({ message: 'contact list item deleted' }))
      fake.on(recheckContactListNumbers, () => aList({ dueCount: 40 }))
    })
    await screen.findByRole('row', { name: /Lívia/ })
    await person.click(screen.getByRole('button', { name: 'Adicionar contato' }))
    await person.type(await screen.findByLabelText('Nome'), 'Rui Alves')
    await person.type(screen.getByLabelText('Número'), '51 98765-0002')
    await person.type(screen.getByLabelText('E-mail'), 'x')
    await person.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Invalid email')
    await person.clear(screen.getByLabelText('E-mail'))
    await person.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Contato salvo.')
    expect(server.received(createContactListItem)[0]?.body).toEqual({
      name: 'Rui Alves',
      number: '51987650002',
      email: '',
      contactListId: listId,
    })

    await person.click(screen.getByRole('button', { name: 'Tirar Lívia Prado da lista' }))
    await person.click(await screen.findByRole('button', { name: 'Tirar da lista' }))
    await screen.findByText('Operação realizada com sucesso!')
    expect(server.received(deleteContactListItem)[0]?.params).toEqual({ contactListItemId: 1 })
    await person.click(screen.getByRole('button', { name: 'Verificar de novo' }))
    await person.click(await screen.findByRole('button', { name: 'Verificar' }))

    await screen.findByText('Verificando no WhatsApp: 0 de 40 números')
  })
})
