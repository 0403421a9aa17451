import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openApp } from '../../testing/open-app'
import { ana, bubbleOf, messageField, serveFiles, talk, talkPath } from '../../testing/talk'
import { aMessage, aPicture, messageId } from '../../testing/ticket-makers'

const says = (id: number, body: string) =>
  aMessage({ id: messageId(id), body, createdAt: `2026-11-20T12:0${id}:00.000Z` })

/** Opens three messages, the second a picture, with the focus in the composer. */
async function open() {
  const picture = aPicture({ id: messageId(2), createdAt: '2026-11-20T12:02:00.000Z' })
  const app = openApp({
    path: talkPath,
    as: ana,
    serve: talk([says(1, 'Veja https://ipe.example'), picture, says(3, 'Chega sexta')]),
  })
  serveFiles()
  const field = await messageField()
  const list = (await bubbleOf('Chega sexta')).closest('section')
  if (list === null) throw new Error('no list')
  await screen.findAllByRole('button', { name: 'Abrir a foto', hidden: true })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { ...app, field, list }
}
const spoken = () => document.activeElement?.getAttribute('aria-label')

it('Shift+Tab from the composer passes the messages in one step', async () => {
  const { person, list, field } = await open()
  const passed: Element[] = []
  for (let at = 0; at < 40 && document.activeElement?.closest('header') === null; at += 1) {
    await person.tab({ shift: true })
    if (document.activeElement !== null && list.contains(document.activeElement))
      passed.push(document.activeElement)
  }

  expect(passed).toEqual([list])
  expect(document.activeElement?.closest('header')).not.toBeNull()
  expect(field.isConnected).toBe(true)
})

it('the arrow keys move between the messages, each with its name and text', async () => {
  const { person, list } = await open()
  list.focus()

  await person.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(await bubbleOf('Chega sexta'))
  const words = document.getElementById(document.activeElement?.getAttribute('aria-describedby') ?? '')
  expect(words?.textContent).toBe('Chega sexta')
  await person.keyboard('{ArrowUp}{ArrowUp}')
  expect(spoken()).toMatch(/^Marina Duarte, \d\d:\d\d$/)
  expect(document.activeElement?.textContent).toContain('Veja')
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(await bubbleOf('Chega sexta'))
})

it('Tab visits the controls of that message alone, and leaves the list', async () => {
  const { person, list } = await open()
  list.focus()
  await person.keyboard('{ArrowUp}{ArrowUp}')

  await person.tab()
  expect(spoken()).toBe('Abrir a foto')
  await person.tab()
  expect(spoken()).toBe('Opções da mensagem')
  await person.tab()

  expect(list.contains(document.activeElement)).toBe(false)
  expect([...list.querySelectorAll('a, button')].map((one) => one.getAttribute('tabindex'))).toEqual(
    [...list.querySelectorAll('a, button')].map(() => '-1'),
  )
  expect(list.getAttribute('tabindex')).toBe('0')
})

it.each(['{Enter}', '{ContextMenu}', '{Shift>}{F10}{/Shift}'])(
  '%s opens the menu of the message',
  async (key) => {
    const { person, list } = await open()
    list.focus()
    await person.keyboard(`{ArrowUp}${key}`)

    expect(
      await within(await screen.findByRole('menu')).findByRole('menuitem', { name: 'Responder' }),
    ).toBeTruthy()
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect((await bubbleOf('Chega sexta')).contains(document.activeElement)).toBe(true)
  },
)
