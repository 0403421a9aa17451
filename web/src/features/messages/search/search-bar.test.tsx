import { listMessages, searchMessages } from '@balcao/contract/messages'
import type { MessageId } from '@balcao/domain/ids'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { onAPhone } from '../../../testing/on-a-phone'
import { openApp } from '../../../testing/open-app'
import { ana, anasTicket, bubbleOf, messageField, talk, talkPath } from '../../../testing/talk'
import { aMessage, messageId } from '../../../testing/ticket-makers'

const says = (id: number, body: string) =>
  aMessage({ id: messageId(id), body, createdAt: `2026-11-20T12:0${id}:00.000Z` })
const said = [says(1, 'Um SOFÁ cinza'), says(2, 'Bom dia'), says(3, 'o *sofa* chegou')]

type Found = { found: MessageId[]; next: MessageId | null }
const hits = (ids: readonly number[], next: number | null = null): Found => ({
  found: ids.map(messageId),
  next: next === null ? null : messageId(next),
})

function open(answer: (query: { searchParam?: unknown; before?: unknown }) => Found = () => hits([3, 1])) {
  return openApp({
    path: talkPath,
    as: ana,
    serve: (server) => talk(said)(server).on(searchMessages, ({ query }) => answer(query)),
  })
}
const field = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Buscar nesta conversa' })
const marks = () => [...document.querySelectorAll('article mark')].map(({ textContent }) => textContent)
const current = () => document.querySelector('[data-found="true"]')?.textContent

async function search(app: ReturnType<typeof open>, words: string) {
  await app.person.click(await screen.findByRole('button', { name: 'Buscar nesta conversa' }))
  await app.person.type(await field(), words)
}

describe('the search inside a conversation', () => {
  it('marks the matches, shows the newest hit and counts the hits', async () => {
    const app = open()
    await screen.findByText('Bom dia')

    await search(app, 'sofá')

    expect(await screen.findByText('1 de 2')).toBeTruthy()
    expect(app.server.received(searchMessages)).toEqual([
      expect.objectContaining({ params: { ticketId: anasTicket.id }, query: { searchParam: 'sofá' } }),
    ])
    expect(marks()).toEqual(['SOFÁ', 'sofa'])
    expect(current()).toBe('o sofa chegou')
    expect((await bubbleOf('Bom dia')).querySelector('mark')).toBeNull()
  })

  it('Enter and the arrow keys step to older hits, Shift to newer ones', async () => {
    const app = open()
    await search(app, 'sofá')
    await screen.findByText('1 de 2')

    await app.person.keyboard('{Enter}')
    expect(current()).toBe('Um SOFÁ cinza')
    expect(screen.getByText('2 de 2')).toBeTruthy()
    await app.person.keyboard('{Enter}') // there is no older one
    expect(screen.getByText('2 de 2')).toBeTruthy()
    await app.person.keyboard('{Shift>}{Enter}{/Shift}')
    expect(current()).toBe('o sofa chegou')
    await app.person.keyboard('{ArrowUp}')
    expect(current()).toBe('Um SOFÁ cinza')
    await app.person.click(screen.getByRole('button', { name: 'Resultado mais novo' }))
    expect(current()).toBe('o sofa chegou')
  })

  it('jumps to a hit that is not loaded', async () => {
    const app = open(() => hits([-40]))

    await search(app, 'girassol')

    await waitFor(() =>
      expect(app.server.received(listMessages).at(-1)?.query).toMatchObject({ around: -40 }),
    )
  })

  it('continues after a part without a hit, and shows that more may follow', async () => {
    const app = open(({ before }) => (before === undefined ? hits([], 900) : hits([1], 0 - 5)))

    await search(app, 'sofá')

    expect(await screen.findByText('1 de 1+')).toBeTruthy()
    expect(app.server.received(searchMessages).map(({ query }) => query)).toEqual([
      { searchParam: 'sofá' },
      { searchParam: 'sofá', before: 900 },
    ])
  })

  it('shows that nothing was found, that letters are missing, and that it failed', async () => {
    let isBroken = true
    const app = open(() => {
      if (isBroken) throw new Error('broken')
      return hits([])
    })

    await search(app, 's')
    expect(await screen.findByText('Digite pelo menos 2 letras')).toBeTruthy()
    await app.person.keyboard('ofá')
    expect((await screen.findByRole('alert', undefined, { timeout: 3_000 })).textContent).toContain(
      'A busca falhou.',
    )
    isBroken = false
    await app.person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    expect(await screen.findByText('Nenhuma mensagem encontrada')).toBeTruthy()
  })

  it('opens by Alt+L beside a draft; Escape closes it, clears the marks and focuses the draft', async () => {
    const app = open()
    await app.person.type(await messageField(), 'Já vejo')

    await app.person.keyboard('{Alt>}[KeyL]{/Alt}')
    await app.person.type(await field(), 'sofá')
    await screen.findByText('1 de 2')
    await app.person.keyboard('{Escape}')

    expect(screen.queryByRole('searchbox', { name: 'Buscar nesta conversa' })).toBeNull()
    expect(marks()).toEqual([])
    expect(document.activeElement).toBe(await messageField())
    expect((await messageField()).value).toBe('Já vejo')
  })

  it('is in the menu on phones, where the head has no room', async () => {
    onAPhone()
    const app = open()
    await app.person.click(await screen.findByRole('button', { name: 'Mais ações' }))

    await app.person.click(await screen.findByRole('menuitem', { name: 'Buscar nesta conversa' }))

    expect(await field()).toBeTruthy()
  })
})
