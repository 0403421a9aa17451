import {
  createFileList,
  deleteFileList,
  type FileListView,
  listFileLists,
  updateFileList,
} from '@balcao/contract/file-lists'
import { liveChannel } from '@balcao/contract/live'
import type { FileListId, FileListOptionId } from '@balcao/domain/ids'
import { limits } from '@balcao/domain/limits'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { FakeServer } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, times } from '../../testing/makers'
import { openApp, openPage } from '../../testing/open-app'

const aFileList = (change: Partial<FileListView> = {}): FileListView => ({
  id: 1 as FileListId,
  name: 'Tabelas',
  message: 'Segue a tabela.',
  options: [
    {
      id: 4 as FileListOptionId,
      name: 'Preços',
      path: '/public/precos.pdf',
      mediaType: 'application',
      file: 'precos.pdf',
      mimetype: 'application/pdf',
      sizeBytes: 2_000,
      ...times,
    },
  ],
  userId: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
const page = (...files: FileListView[]) => ({ files, count: files.length, hasMore: false })
const open = (
  lists: FileListView[],
  serve?: (server: FakeServer) => void,
  as = anAdmin(),
  opens = openPage,
) =>
  opens({
    path: '/files',
    as,
    serve: (server) => {
      server.on(listFileLists, () => page(...lists))
      serve?.(server)
    },
  })

/** Holds the uploads of this page until the test answers them. */
function heldUploads() {
  const sent: HeldRequest[] = []
  class HeldRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    onload?: () => void
    onabort?: () => void
    status = 0
    responseText = ''
    form: FormData | undefined
    address = ''
    open(_: string, address: string) {
      this.address = address
    }
    setRequestHeader() {}
    send(form: FormData) {
      this.form = form
      sent.push(this)
    }
    abort() {
      this.onabort?.()
    }
    answer(status: number, body: object) {
      this.status = status
      this.responseText = JSON.stringify(body)
      this.onload?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldRequest)
  return sent
}

describe('the file lists page', () => {
  it('FILE-02 SHELL-20 lists are a table, linked from the drawer, searched and live', async () => {
    const { server, socket, person } = open([aFileList()], undefined, anAdmin(), openApp)

    const row = await screen.findByRole('row', { name: /Tabelas/ })
    expect(row.textContent).toContain('Segue a tabela.')
    expect(screen.getByRole('link', { name: 'Lista de arquivos' })).toBeTruthy()

    server.on(listFileLists, () => page(aFileList({ name: 'Catálogos' })))
    socket.say(liveChannel.fileList(companyId), { action: 'update', files: aFileList({ name: 'Catálogos' }) })
    await screen.findByRole('row', { name: /Catálogos/ })

    server.on(listFileLists, ({ query }) => (query.searchParam === 'nada' ? page() : page(aFileList())))
    await person.type(screen.getByRole('searchbox', { name: 'Buscar pelo nome' }), 'nada')
    await screen.findByText(/Procuramos no nome das listas/)
  })

  it('FILE-02 the empty state has the only button to add the first list', async () => {
    const { person } = open([])
    const title = await screen.findByRole('heading', { name: 'Nenhuma lista de arquivos ainda' })
    const emptyState = within(title.parentElement ?? document.body)

    expect(screen.getAllByRole('button', { name: 'Nova lista' })).toHaveLength(1)
    await person.click(emptyState.getByRole('button', { name: 'Nova lista' }))

    await screen.findByRole('dialog', { name: 'Nova lista de arquivos' })
  })

  it('FILE-02 an empty search offers to add a list and to clear the search', async () => {
    const { server, person } = open([aFileList()])
    await screen.findByRole('row', { name: /Tabelas/ })
    server.on(listFileLists, () => page())

    await person.type(screen.getByRole('searchbox', { name: 'Buscar pelo nome' }), 'nada')

    await screen.findByRole('button', { name: 'Limpar busca' })
    expect(screen.getAllByRole('button', { name: 'Nova lista' })).toHaveLength(1)
  })

  it('FILE-03 a name and a message are required, the name of three characters', async () => {
    const { server, person } = open([])
    await person.click(await screen.findByRole('button', { name: 'Nova lista' }))
    const dialog = await screen.findByRole('dialog')

    await person.type(within(dialog).getByLabelText('Nome'), 'ab')
    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))

    expect(await within(dialog).findByText('nome muito curto')).toBeTruthy()
    expect(within(dialog).getByText('Obrigatório')).toBeTruthy()
    expect(server.received(createFileList)).toEqual([])
  })

  it('FILE-04 FILE-07 each file shows its upload; one is cancelled, one refused with its reason', async () => {
    const sent = heldUploads()
    const made = aFileList({ id: 7 as FileListId, options: [] })
    const { server, person } = open([], (fake) =>
      fake.on(createFileList, () => made).on(updateFileList, () => aFileList({ id: 7 as FileListId })),
    )
    await person.click(await screen.findByRole('button', { name: 'Nova lista' }))
    const dialog = await screen.findByRole('dialog')
    await person.type(within(dialog).getByLabelText('Nome'), 'Verão')
    await person.type(within(dialog).getByLabelText('Mensagem'), 'Segue.')
    const file = (name: string) => new File(['x'], name, { type: 'application/pdf' })
    await person.upload(
      within(dialog).getByLabelText('Adicionar arquivos', { selector: 'input' }),
      ['a.pdf', 'b.pdf', 'c.pdf'].map(file),
    )

    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    sent[0]?.upload.onprogress?.({ loaded: 1, total: 4 })
    const bar = await within(dialog).findByRole('progressbar', { name: 'Enviando a.pdf' })
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('25'))
    await person.click(within(dialog).getByRole('button', { name: 'Cancelar o envio de a.pdf' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    sent[1]?.answer(200, { ...aFileList({ id: 7 as FileListId }), mensagem: 'ok' })
    await waitFor(() => expect(sent).toHaveLength(3))
    sent[2]?.answer(507, { error: 'ERR_STORAGE_FULL' })

    await within(dialog).findByRole('alert')
    expect(within(dialog).queryByText(/a\.pdf|b\.pdf/)).toBeNull()
    expect([sent[1]?.address, sent[1]?.form?.get('name'), sent[1]?.form?.get('typeArch')]).toEqual([
      expect.stringMatching(/\/files\/uploadList\/7$/),
      'b.pdf',
      'fileList',
    ])

    await person.click(await within(dialog).findByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(sent).toHaveLength(4))
    sent[3]?.answer(200, { ...made, mensagem: 'ok' })
    await screen.findByText('Lista de arquivos salva com sucesso!')
    expect(server.received(createFileList)).toHaveLength(1)
    const keeps = server.received(updateFileList).map(({ body }) => body.options?.map(({ id }) => id))
    expect(keeps, 'the one that came in stays').toEqual([[4]])
  })

  it('FILE-02 FILE-06 an edited list names its files; a full one accepts no more', async () => {
    const options = Array.from({ length: limits.fileList.options.max }, (_, n) => ({
      ...(aFileList().options[0] as FileListView['options'][number]), // the maker's has one
      id: (n + 1) as FileListOptionId,
      name: `arquivo ${n + 1}`,
    }))
    const { server, person } = open([aFileList({ options })], (fake) =>
      fake.on(updateFileList, () => aFileList()),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Tabelas' }))
    const dialog = await screen.findByRole('dialog')
    const add = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Adicionar arquivos' })

    expect([add().disabled, within(dialog).getByText('A lista já tem 50 arquivos.')]).toBeTruthy()
    expect(add().disabled).toBe(true)
    await person.click(within(dialog).getByRole('button', { name: 'Remover arquivo 2' }))
    expect(add().disabled).toBe(false)
    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Lista de arquivos salva com sucesso!')
    const [inbound] = server.received(updateFileList)
    expect(inbound?.body.options?.map(({ id }) => id).slice(0, 3)).toEqual([1, 3, 4])
  })

  it('FILE-02 FILE-04 deleting asks first and shows a toast', async () => {
    const { server, person } = open([aFileList()], (fake) =>
      fake.on(deleteFileList, () => ({ message: 'file list deleted' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Excluir Tabelas' }))
    expect(server.received(deleteFileList)).toEqual([])

    await person.click(await screen.findByRole('button', { name: 'Excluir lista' }))

    await screen.findByText('Lista de arquivos excluída com sucesso!')
    expect(server.received(deleteFileList)[0]?.params).toEqual({ fileListId: 1 })
  })

  it('SHELL-30 PERM-16 the page is read-only for a user who is no admin', async () => {
    open([aFileList()], undefined, aSessionUser())

    const row = await screen.findByRole('row', { name: /Tabelas/ })
    expect(within(row).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Nova lista' })).toBeNull()
  })
  it('SHELL-30 PERM-16 a user who is no admin has no button for the first list either', async () => {
    open([], undefined, aSessionUser())

    await screen.findByRole('heading', { name: 'Nenhuma lista de arquivos ainda' })
    expect(screen.queryByRole('button', { name: 'Nova lista' })).toBeNull()
  })
})
