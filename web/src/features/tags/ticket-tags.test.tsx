import { liveChannel } from '@balcao/contract/live'
import { createTag, listTagChoices, type TagWithUsageView } from '@balcao/contract/tags'
import { replaceTicketTags } from '@balcao/contract/ticket-tags'
import { listTickets } from '@balcao/contract/tickets'
import type { TagId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { companyId, times } from '../../testing/makers'
import { anasTicket, openDrawer } from '../../testing/open-drawer'

// Fixtures may brand an id, hence the cast.
const tagId = (id: number) => id as TagId
const vip = { id: tagId(1), name: 'VIP', color: '#C9960C' }
const budget = { id: tagId(2), name: 'Orçamento', color: '#145724' }
const whole = (tag: typeof vip): TagWithUsageView => ({
  ...tag,
  kanban: 0,
  userId: null,
  ticketsCount: 1,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
})
const tagged = { ...anasTicket, tags: [vip] }

/** Stores the chosen tags, as the real server does. */
function testApp(server: FakeServer) {
  const known = [vip, budget]
  return server
    .on(listTickets, () => ({ tickets: [tagged], count: 1, hasMore: false }))
    .on(listTagChoices, () => known.map((tag) => ({ ...tag, ...times, kanban: 0 as const })))
    .on(createTag, ({ body }) => {
      known.push({ id: tagId(3), name: body.name, color: body.color })
      return whole({ id: tagId(3), name: body.name, color: body.color })
    })
    .on(replaceTicketTags, ({ body }) => ({
      ...tagged,
      version: 2,
      tags: known.filter(({ id }) => body.tags.includes(id)),
    }))
}

async function openTags(serve: (server: FakeServer) => unknown = testApp) {
  const app = await openDrawer({ ticket: tagged, serve: (server) => void serve(testApp(server)) })
  const section = within(app.drawer).getByRole('region', { name: 'Tags' })
  return { ...app, section }
}
async function openField(serve?: (server: FakeServer) => unknown) {
  const app = await openTags(serve)
  await app.person.click(within(app.section).getByRole('button', { name: 'Editar tags' }))
  return { ...app, field: await within(app.section).findByRole('combobox', { name: 'Adicionar tag' }) }
}
const chips = (section: HTMLElement) =>
  within(section)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('CONVO-19 the tags of the ticket are coloured labels', async () => {
  const { section } = await openTags()

  const word = within(section).getByText('VIP')

  expect(word.parentElement?.style.background).toBe('#C9960C')
  expect(word.parentElement?.style.color).toBe('#000000')
})

it('CONVO-24 CONVO-25 choosing a tag from the list sends the whole list', async () => {
  const { person, section, field, server } = await openField()

  await person.click(field)
  await person.paste('orca')
  await person.click(await screen.findByRole('option', { name: 'Orçamento' }))

  await waitFor(() => expect(server.received(replaceTicketTags)).toHaveLength(1))
  expect(server.received(replaceTicketTags)[0]?.body).toEqual({ ticketId: tagged.id, tags: [1, 2] })
  expect(chips(section)).toEqual(['VIP', 'Orçamento'])
})

it('CONVO-24 removes a tag at once', async () => {
  const { person, section, server } = await openField((fixture) =>
    fixture.on(replaceTicketTags, () => new Promise(() => undefined)),
  )

  await person.click(within(section).getByRole('button', { name: 'Tirar a tag VIP' }))

  await waitFor(() => expect(chips(section)).toEqual([]))
  expect(server.received(replaceTicketTags)[0]?.body.tags).toEqual([])
})

it('a refused change is rolled back, with the reason', async () => {
  const { person, section } = await openField((fixture) =>
    fixture.on(replaceTicketTags, () => {
      throw refused('ERR_NO_TAG_FOUND')
    }),
  )

  await person.click(within(section).getByRole('button', { name: 'Tirar a tag VIP' }))

  expect(await screen.findByText('Nenhuma tag encontrada com este ID.')).toBeTruthy()
  await waitFor(() => expect(chips(section)).toEqual(['VIP']))
})

it('CONVO-25 TAG-09 an unknown name creates a tag with the default colour on the ticket', async () => {
  const { person, section, field, server } = await openField()

  await person.click(field)
  await person.paste('Troca')
  await person.keyboard('{Enter}')

  await waitFor(() => expect(chips(section)).toEqual(['VIP', 'Troca']))
  expect(server.received(createTag)[0]?.body).toEqual({ name: 'Troca', color: '#A4CCCC', kanban: 0 })
  await waitFor(() => expect(server.received(replaceTicketTags)[0]?.body.tags).toEqual([1, 3]))
})

it('TAG-09 an existing name in another case is that tag', async () => {
  const { person, field, server } = await openField()
  await person.click(field)
  await screen.findByRole('option', { name: 'Orçamento' })

  await person.paste('orçamento')
  await person.keyboard('{Enter}')

  await waitFor(() => expect(server.received(replaceTicketTags)[0]?.body.tags).toEqual([1, 2]))
  expect(server.received(createTag)).toEqual([])
})

it.each([
  ['   ', 'Obrigatório'],
  ['ab', 'Mensagem muito curta'],
])('TAG-03 a new tag %j is refused: %s', async (name, message) => {
  const { person, section, field, server } = await openField()

  await person.type(field, `${name}{Enter}`)

  expect(await within(section).findByText(message)).toBeTruthy()
  expect(server.received(createTag)).toEqual([])
})

it('Escape closes the field, not the drawer', async () => {
  const { person, drawer, field, section } = await openField()
  await person.click(field)
  await screen.findByRole('option', { name: 'Orçamento' })
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()

  await person.keyboard('{Escape}')

  await waitFor(() => expect(within(section).queryByRole('combobox')).toBeNull())
  expect(drawer.isConnected).toBe(true)
})

it('RT-21 a renamed tag changes in the conversation and in the list', async () => {
  const { section, socket } = await openTags()
  const row = await screen.findByRole('article')
  await within(row).findByText('VIP')

  socket.say(liveChannel.tag(companyId), { action: 'update', tags: whole({ ...vip, name: 'Arquiteto' }) })

  expect(await within(section).findByText('Arquiteto')).toBeTruthy()
  expect(await within(row).findByText('Arquiteto')).toBeTruthy()
})

it('TAG-11 a deleted tag leaves the conversation and the list', async () => {
  const { section, socket } = await openTags()
  const row = await screen.findByRole('article')
  await within(row).findByText('VIP')

  socket.say(liveChannel.tag(companyId), { action: 'delete', tagId: vip.id })

  await waitFor(() => expect(screen.queryByText('VIP')).toBeNull())
  expect(within(section).getByText('Nenhuma tag.')).toBeTruthy()
})
