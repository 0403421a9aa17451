import { liveChannel } from '@balcao/contract/live'
import { type MessageView, reactToMessage } from '@balcao/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { companyId } from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'
import { ana, anasTicket, serveFiles, talk, talkPath } from '../../../testing/talk'
import { aPicture, messageId } from '../../../testing/ticket-makers'

const sofa = (id: number, change: Partial<MessageView> = {}) =>
  aPicture({ id: messageId(id), createdAt: '2026-11-20T12:00:00.000Z', ...change })

/**
 * Opens the menu of the second of two pictures, with the focus on its second item. A third picture makes an album of them.
 */
async function openMenu() {
  const app = openApp({
    path: talkPath,
    as: ana,
    serve: (fixture) => talk([sofa(1), sofa(2)])(fixture).on(reactToMessage, () => sofa(2)),
  })
  serveFiles()
  const [, button] = await screen.findAllByLabelText('Opções da mensagem')
  app.socket.subscribe()
  if (button === undefined) throw new Error('no menu')
  await app.person.click(button)
  const menu = await screen.findByRole('menu')
  await app.person.keyboard('{ArrowDown}')
  const third = () =>
    app.socket.say(liveChannel.message(companyId), {
      action: 'create',
      message: sofa(3),
      ticket: anasTicket,
      contact: anasTicket.contact,
    })
  return { ...app, menu, third }
}
const album = () => screen.findByLabelText('Fotos de Marina Duarte')
const buttonInAlbum = async () => within(await album()).getAllByLabelText('Opções da mensagem')[1]

describe('CONVO-04 an open menu remains when its picture joins an album', () => {
  it("keeps its item focused, and returns the focus to that picture's button", async () => {
    const { person, menu, third } = await openMenu()
    const choice = within(menu).getByRole('menuitem', { name: 'Reagir' })
    expect(document.activeElement).toBe(choice)

    third()
    await album()

    expect(screen.getByRole('menu')).toBe(menu)
    expect(document.activeElement).toBe(choice)
    expect((await buttonInAlbum())?.getAttribute('aria-expanded')).toBe('true')
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    const button = await buttonInAlbum()
    expect(document.activeElement).toBe(button)
    expect(button?.getAttribute('aria-expanded')).toBe('false')
  })

  it('applies the chosen act to that picture', async () => {
    const { person, server, third } = await openMenu()
    third()
    await album()

    await person.click(screen.getByRole('menuitem', { name: 'Reagir' }))
    await person.click(await screen.findByRole('button', { name: '👍' }))

    await waitFor(() => expect(server.received(reactToMessage)[0]?.params).toEqual({ messageId: 2 }))
    expect(screen.queryByRole('dialog', { name: 'Escolher uma reação' })).toBeNull()
  })

  it('keeps the reactions open too', async () => {
    const { person, server, third } = await openMenu()
    await person.click(screen.getByRole('menuitem', { name: 'Reagir' }))
    const thumb = await screen.findByRole('button', { name: '👍' })
    third()
    await album()

    await person.click(thumb)

    await waitFor(() => expect(server.received(reactToMessage)[0]?.params).toEqual({ messageId: 2 }))
  })
})

it('CONVO-04 the menu of a message that is deleted meanwhile closes', async () => {
  const { socket } = await openMenu()

  socket.say(liveChannel.message(companyId), { action: 'update', message: sofa(2, { isDeleted: true }) })

  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(screen.getByText('Mensagem apagada')).toBeTruthy()
})
