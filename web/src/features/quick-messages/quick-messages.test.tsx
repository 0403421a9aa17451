import { liveChannel } from '@balcao/contract/live'
import {
  createQuickMessage,
  deleteQuickMessage,
  listQuickMessageChoices,
  listQuickMessages,
  type QuickMessageView,
  removeQuickMessageMedia,
  updateQuickMessage,
  uploadQuickMessageMedia,
} from '@balcao/contract/quick-messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aQuickMessage } from '../../testing/ticket-makers'

const ana = aSessionUser()
const own = aQuickMessage({ shortcode: 'prazo', geral: false, userId: ana.id })
const shared = aQuickMessage({ shortcode: 'pix', message: 'Nossa chave Pix', userId: userId(77) })

function open(
  records: readonly QuickMessageView[] = [own, shared],
  { as = ana, serve }: { as?: typeof ana; serve?: (server: FakeServer) => void } = {},
) {
  return openApp({
    path: '/quick-messages',
    as,
    serve: (server) => {
      server
        .on(listQuickMessages, () => ({ records: [...records], count: records.length, hasMore: false }))
        .on(listQuickMessageChoices, () => records.map((one) => ({ ...one, isWhole: true })))
      serve?.(server)
    },
  })
}
const table = () => screen.findByRole('table', { name: 'Respostas rápidas' })

it('QUICK-02 SHELL-05 a user sees own and shared ones, and changes only own ones', async () => {
  open()

  const list = await table()

  expect(screen.getByRole('link', { name: 'Respostas Rápidas' })).toBeTruthy()
  expect(within(list).getByText('/prazo')).toBeTruthy()
  expect([within(list).getByText('Só minha'), within(list).getByText('Compartilhada')]).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Editar /prazo' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Editar /pix' })).toBeNull()
})

it("QUICK-06 an admin changes another user's shared one", async () => {
  open([shared], { as: anAdmin() })

  expect(await screen.findByRole('button', { name: 'Excluir /pix' })).toBeTruthy()
})

it('QUICK-02 GEN-10 GEN-11 can be searched, and loads the next page near its end', async () => {
  const { server, person } = open([], {
    serve: (fake) =>
      fake.on(listQuickMessages, ({ query }) =>
        query.searchParam !== ''
          ? { records: [], count: 0, hasMore: false }
          : query.pageNumber === 1
            ? { records: [own], count: 2, hasMore: true }
            : { records: [shared], count: 2, hasMore: false },
      ),
  })
  const page = (await table()).closest('main')?.querySelector('div')

  if (page) fireEvent.scroll(page)
  expect(await screen.findByText('/pix')).toBeTruthy()
  await person.type(screen.getByRole('searchbox'), 'nada')

  expect(await screen.findByText('Nada para “nada”')).toBeTruthy()
  expect(server.received(listQuickMessages).at(-1)?.query.searchParam).toBe('nada')
})

it('QUICK-02 QUICK-03 a new one requires a shortcode, shows a preview, and is saved', async () => {
  const { person, server } = open([], {
    serve: (fake) => fake.on(createQuickMessage, ({ body }) => aQuickMessage(body)),
  })
  await person.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }))
  const dialog = screen.getByRole('dialog', { name: 'Nova resposta rápida' })
  await person.click(within(dialog).getByText('Salvar'))
  expect(await within(dialog).findByText('Obrigatório')).toBeTruthy()
  expect(server.received(createQuickMessage)).toEqual([])

  await person.type(within(dialog).getByLabelText('Atalho'), '/oi')
  await person.click(within(dialog).getByRole('textbox', { name: 'Mensagem' }))
  await person.paste('Olá, ')
  await person.click(within(dialog).getByRole('button', { name: 'Primeiro nome' }))
  await person.click(within(dialog).getByRole('switch', { name: 'Compartilhada' }))
  expect(within(dialog).getByRole('figure', { name: 'Como o cliente vê' }).textContent).toContain(
    'Olá, Maria',
  )
  await person.click(within(dialog).getByText('Salvar'))

  expect(await screen.findByText('Resposta rápida salva.')).toBeTruthy()
  expect(server.received(createQuickMessage)[0]?.body).toEqual({
    shortcode: 'oi',
    message: 'Olá, {{firstName}}',
    geral: true,
    status: true,
  })
})

it('QUICK-02 QUICK-09 changes one, and removes its file', async () => {
  const withFile = { ...own, isMedia: true, mediaName: 'tabela.pdf', mediaPath: '/public/7/a.bin' }
  const { person, server } = open([withFile], {
    serve: (fake) =>
      fake
        .on(updateQuickMessage, ({ body }) => ({ ...withFile, message: body.message ?? '' }))
        .on(removeQuickMessageMedia, () => ({ ...own, mensagem: 'Arquivo excluído' })),
  })
  await person.click(await screen.findByRole('button', { name: 'Editar /prazo' }))
  const dialog = screen.getByRole('dialog', { name: 'Editar resposta rápida' })

  await person.click(within(dialog).getByRole('button', { name: 'Tirar o arquivo' }))
  await person.click(within(dialog).getByText('Salvar'))

  expect(await screen.findByText('Resposta rápida salva.')).toBeTruthy()
  expect(server.received(updateQuickMessage)[0]?.params).toEqual({ quickMessageId: own.id })
  expect(server.received(removeQuickMessageMedia)).toHaveLength(1)
  expect(server.received(uploadQuickMessageMedia)).toEqual([])
})

it('QUICK-08 an empty file is refused before the upload', async () => {
  const { person } = open([])
  await person.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }))

  fireEvent.change(screen.getByLabelText('Arquivo'), { target: { files: [new File([], 'nada.pdf')] } })

  const dialog = screen.getByRole('dialog', { name: 'Nova resposta rápida' })
  expect(within(dialog).queryByText('nada.pdf')).toBeNull()
  expect(within(dialog).getByLabelText('Arquivo').getAttribute('aria-invalid')).toBe('true')
})

it('QUICK-02 deleting asks first', async () => {
  const { person, server } = open([own], {
    serve: (fake) => fake.on(deleteQuickMessage, () => ({ message: 'deleted' })),
  })
  await person.click(await screen.findByRole('button', { name: 'Excluir /prazo' }))
  const question = screen.getByRole('dialog', { name: 'Excluir a resposta rápida /prazo?' })
  expect(server.received(deleteQuickMessage)).toEqual([])

  await person.click(within(question).getByRole('button', { name: 'Excluir' }))

  expect(await screen.findByText('Resposta rápida excluída.')).toBeTruthy()
  expect(server.received(deleteQuickMessage)[0]?.params).toEqual({ quickMessageId: own.id })
})

it('RT-21 a quick message that a colleague shares appears live', async () => {
  let records = [own]
  const { socket } = open([], {
    serve: (fake) => fake.on(listQuickMessages, () => ({ records, count: records.length, hasMore: false })),
  })
  await table()

  records = [own, shared]
  socket.say(liveChannel.quickMessage(companyId), { action: 'create', record: shared })

  await waitFor(() => expect(screen.getByText('/pix')).toBeTruthy())
})

it('QUICK-02 GEN-18 the list fills the variables in for a sample contact', async () => {
  open([aQuickMessage({ shortcode: 'oi', message: '{{ms}}, {{firstName}}! {desconto}' })])

  expect((await table()).textContent).toMatch(/Bo[am] \w+, Maria! {desconto}/)
})

it('QUICK-03 a shortcode in use is reported at its field', async () => {
  const { person } = open([], {
    serve: (server) =>
      server.on(createQuickMessage, () => {
        throw refused('ERR_SHORTCODE_OWN')
      }),
  })
  await person.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nova resposta rápida' })

  await person.type(within(dialog).getByRole('textbox', { name: 'Atalho' }), 'prazo')
  await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))

  expect(await within(dialog).findByText(/Este atalho já é de outra resposta rápida/)).toBeTruthy()
})

it('QUICK-03 warns of a private one with the shortcode of a shared one', async () => {
  const { person } = open([own, shared])
  await person.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nova resposta rápida' })

  await person.type(within(dialog).getByRole('textbox', { name: 'Atalho' }), '/Pix')

  expect(await within(dialog).findByText(/A empresa compartilha outra resposta \/pix/)).toBeTruthy()
  await person.type(within(dialog).getByRole('textbox', { name: 'Atalho' }), 'el')
  await waitFor(() => expect(within(dialog).queryByText(/A empresa compartilha/)).toBeNull())
})
