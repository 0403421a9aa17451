import { liveChannel } from '@balcao/contract/live'
import { createTag, deleteTag, listTags, type TagWithUsageView, updateTag } from '@balcao/contract/tags'
import type { TagId } from '@balcao/domain/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { aSessionUser, companyId } from '../../testing/makers'
import { measureElements } from '../../testing/measured-elements'
import { openApp, openPage } from '../../testing/open-app'

const aTag = (id: number, name: string, change: Partial<TagWithUsageView> = {}): TagWithUsageView => ({
  id: id as TagId, // a fixture may brand an id
  name,
  color: '#145724',
  kanban: 0,
  userId: null,
  ticketsCount: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
const vip = aTag(1, 'VIP', { ticketsCount: 3 })
const proposal = aTag(2, 'Proposta', { kanban: 1 })
const page = (tags: TagWithUsageView[], more = {}) => ({ tags, count: tags.length, hasMore: false, ...more })
const supervisor = aSessionUser({ profile: 'supervisor' })

function open(serve?: (server: FakeServer) => unknown, as = aSessionUser(), opens = openPage) {
  const serveAll = (server: FakeServer) => {
    server.on(listTags, () => page([proposal, vip]))
    serve?.(server)
  }
  return opens({ path: '/tags', as, serve: serveAll })
}
async function openForm(person: ReturnType<typeof openPage>['person'], button: string) {
  await person.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

it('TAG-02 SHELL-10 SHELL-35 lists coloured chips with tickets, debounced search, live', async () => {
  const { server, socket, person } = open(undefined, aSessionUser(), openApp)

  const row = await screen.findByRole('row', { name: /VIP/ })
  expect(within(row).getByTitle('VIP').parentElement?.style.background).toBe('#145724')
  expect(within(row).getByRole('cell', { name: '3' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Tags' }).getAttribute('href')).toBe('/tags')

  server.on(listTags, () => page([{ ...vip, name: 'Ouro' }]))
  socket.say(liveChannel.tag(companyId), { action: 'update', tags: { ...vip, name: 'Ouro' } })
  await screen.findByRole('row', { name: /Ouro/ })

  server.on(listTags, ({ query }) => page(query.searchParam === 'nada' ? [] : [vip]))
  await person.type(screen.getByRole('searchbox', { name: 'Buscar pelo nome' }), 'nada')
  await screen.findByText('Procuramos no nome das tags.')
  expect(server.received(listTags).filter(({ query }) => query.searchParam !== '')).toHaveLength(1)
})

it('TAG-02 GEN-11 the end of a list during a refetch gets new tags and the next page', async () => {
  let answer = () => {}
  const list = { height: 5_000 }
  onTestFinished(
    measureElements({ clientHeight: { get: () => 500 }, scrollHeight: { get: () => list.height } }),
  )
  const { server, socket } = open((fake) => fake.on(listTags, () => page([vip], { count: 2, hasMore: true })))
  const row = await screen.findByRole('row', { name: /VIP/ })
  server.on(listTags, async ({ query }) => {
    if (query.pageNumber === 2) return page([proposal], { count: 2 })
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return page([{ ...vip, name: 'Ouro' }], { count: 2, hasMore: true })
  })
  const asked = server.received(listTags).length
  socket.say(liveChannel.tag(companyId), { action: 'update', tags: { ...vip, name: 'Ouro' } })
  await waitFor(() => expect(server.received(listTags).length).toBeGreaterThan(asked))

  list.height = 500
  fireEvent.scroll(row.closest('[class*=page]') ?? document.body)
  answer()

  await screen.findByRole('row', { name: /Proposta/ })
  expect(screen.getByRole('row', { name: /Ouro/ })).toBeTruthy()
  expect(screen.getByText('2 tags')).toBeTruthy()
  expect(server.received(listTags).at(-1)?.query.pageNumber).toBe(2)
})

it('TAG-02 TAG-03 requires name and colour; without the permission sends no lane', async () => {
  const { server, person } = open((fake) =>
    fake.on(createTag, ({ body }) => aTag(3, body.name, { color: body.color })),
  )
  const form = await openForm(person, 'Nova tag')

  await person.click(form.getByRole('button', { name: 'Salvar' }))
  await form.findByText('Obrigatório')
  await person.type(form.getByLabelText('Nome'), 'ab')
  await form.findByText('Mensagem muito curta')
  await person.type(form.getByLabelText('Nome'), 'c')
  await person.clear(form.getByLabelText('Cor'))
  await person.type(form.getByLabelText('Cor'), 'azul')
  await person.click(form.getByRole('button', { name: 'Salvar' }))
  await form.findByText('Cor inválida')
  expect(server.received(createTag)).toEqual([])
  await person.click(form.getByRole('button', { name: '#B3261E' }))
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(createTag)[0]?.body).toMatchObject({ name: 'abc', color: '#B3261E', kanban: 0 })
})

it('TAG-02 TAG-09 a repeated name reports that the old tag is unchanged', async () => {
  const { person } = open((fake) => fake.on(createTag, () => vip))
  const form = await openForm(person, 'Nova tag')

  await person.type(form.getByLabelText('Nome'), 'vip')
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findByText(/A tag VIP já existia/)
})

it('TAG-04 supervisors set the switch of the board', async () => {
  const { server, person } = open(
    (fake) => fake.on(updateTag, () => aTag(1, 'VIP', { kanban: 1 })),
    supervisor,
  )
  const form = await openForm(person, 'Editar VIP')

  await person.click(form.getByRole('switch', { name: 'Usar no Kanban' }))
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findByText('Operação realizada com sucesso!')
  const [inbound] = server.received(updateTag)
  expect([inbound?.params, inbound?.body]).toEqual([
    { tagId: 1 },
    { name: 'VIP', color: '#145724', kanban: 1 },
  ])
})

it('TAG-04 an attendant has no switch, and leaves the lanes unchanged', async () => {
  const { server, person } = open((fake) => fake.on(updateTag, () => vip))

  const lane = await screen.findByRole('row', { name: /Proposta/ })
  expect(within(lane).getByText('Kanban')).toBeTruthy()
  expect(within(lane).queryByRole('button')).toBeNull()
  const form = await openForm(person, 'Editar VIP')
  expect(form.queryByRole('switch')).toBeNull()
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await waitFor(() => expect(server.received(updateTag)[0]?.body).toEqual({ name: 'VIP', color: '#145724' }))
})

it('TAG-02 deleting asks first, and shows how many tickets have the tag', async () => {
  const { server, person } = open((fake) => fake.on(deleteTag, () => ({ message: 'tag deleted' })))
  const dialog = await openForm(person, 'Excluir VIP')

  expect(dialog.getByText(/Ela sai de 3 atendimentos\./)).toBeTruthy()
  expect(server.received(deleteTag)).toEqual([])
  await person.click(dialog.getByRole('button', { name: 'Excluir' }))

  await screen.findByText('Operação realizada com sucesso!')
  expect(server.received(deleteTag)[0]?.params).toEqual({ tagId: 1 })
})

it('TAG-02 adding the first tag moves the focus to the button for the next one', async () => {
  const stored: TagWithUsageView[] = []
  const { person } = open((fake) =>
    fake
      .on(listTags, () => page([...stored]))
      .on(createTag, ({ body }) => {
        stored.push(aTag(3, body.name))
        return aTag(3, body.name)
      }),
  )
  const form = await openForm(person, 'Nova tag')
  await person.type(form.getByLabelText('Nome'), 'Urgente')
  await person.click(form.getByRole('button', { name: '#B3261E' }))
  await person.click(form.getByRole('button', { name: 'Salvar' }))

  await screen.findByRole('row', { name: /Urgente/ })

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Nova tag' })))
})

it('TAG-02 a tag can be added although the list failed to load', async () => {
  open((fake) =>
    fake.on(listTags, () => {
      throw refused('ERR_NO_PERMISSION')
    }),
  )

  await screen.findByRole('alert')

  expect(screen.getByRole('button', { name: 'Nova tag' })).toBeTruthy()
})
