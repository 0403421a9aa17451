import { liveChannel } from '@balcao/contract/live'
import {
  type DeadLetter,
  dismissDeadLetter,
  listDeadLetters,
  replayAllDeadLetters,
  replayDeadLetter,
} from '@balcao/contract/reception'
import type { InboundEventId } from '@balcao/domain/ids'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { reduceDeadLetters } from '../../lib/lists/dead-letters'
import { type FakeServer, failed, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId, connectionId } from '../../testing/makers'
import { onAPhone } from '../../testing/on-a-phone'
import { openApp } from '../../testing/open-app'

const anEntry = (id = 1, change: Partial<DeadLetter> = {}): DeadLetter => ({
  id: id as InboundEventId, // branding is parsing
  connection: { id: connectionId(1), name: 'Loja Centro' },
  from: 'Marina Duarte',
  heardAt: '2026-11-20T12:00:00.000Z',
  attempts: 5,
  reason: 'SyntaxError: Unexpected token …',
  ...change,
})

function openDeadLetters(entries: DeadLetter[] = [anEntry()], serve?: (server: FakeServer) => void) {
  const waiting = [...entries]
  const leave = (id: InboundEventId) => {
    const at = waiting.findIndex((entry) => entry.id === id)
    if (at < 0) throw refused('ERR_NOT_FOUND')
    waiting.splice(at, 1)
    return { message: 'gone' }
  }
  return openApp({
    path: '/connections/dead-letters',
    as: anAdmin(),
    serve: (server) => {
      server
        .on(listDeadLetters, () => ({ entries: [...waiting], count: waiting.length, hasMore: false }))
        .on(replayDeadLetter, ({ params }) => leave(params.entryId))
        .on(dismissDeadLetter, ({ params }) => leave(params.entryId))
        .on(replayAllDeadLetters, () => {
          waiting.splice(0)
          return { message: 'entries replayed' }
        })
      serve?.(server)
    },
  })
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)

describe('dead letters', () => {
  it('each shows sender, connection, time and reason, with the technical detail beside it', async () => {
    openDeadLetters([anEntry(), anEntry(2, { from: null, reason: 'error: could not extend file (53100)' })])

    const known = await rowOf('Marina Duarte')
    expect(known.getByText('Pela conexão Loja Centro')).toBeTruthy()
    expect(known.getByText(/^20\/11\/26/)).toBeTruthy()
    expect(known.getByText(/formato que esta versão do Balcão não conhece/)).toBeTruthy()
    expect(known.getByText('SyntaxError: Unexpected token …')).toBeTruthy()
    expect((await rowOf('Contato ainda desconhecido')).getByText(/sem espaço em disco/)).toBeTruthy()
  })

  it('a replay removes it from the list', async () => {
    const { person, server } = openDeadLetters([anEntry(), anEntry(2, { from: 'Rui' })])

    await person.click((await rowOf('Rui')).getByRole('button', { name: 'Tentar de novo' }))

    await waitFor(() => expect(screen.queryByText('Rui')).toBeNull())
    expect(server.received(replayDeadLetter).map(({ params }) => params.entryId)).toEqual([2])
    expect(screen.getByText('Marina Duarte')).toBeTruthy()
  })

  it('replay all needs one call; a single entry has no such button', async () => {
    const { person, server } = openDeadLetters([anEntry(), anEntry(2, { from: 'Rui' })])

    await person.click(await screen.findByRole('button', { name: 'Tentar todas de novo' }))

    await screen.findByRole('heading', { name: 'Nenhuma mensagem ficou para trás' })
    expect(server.received(replayAllDeadLetters)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Tentar todas de novo' })).toBeNull()
  })

  it('dismissing names the loss and asks first', async () => {
    const { person, server } = openDeadLetters()

    await person.click(await screen.findByRole('button', { name: 'Descartar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Descartar esta mensagem?' }))
    expect(
      dialog.getByText(/O que Marina Duarte mandou em .* não vai entrar em nenhum atendimento/),
    ).toBeTruthy()
    expect(server.received(dismissDeadLetter)).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Descartar mensagem' }))

    await screen.findByRole('heading', { name: 'Nenhuma mensagem ficou para trás' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reports that a colleague was quicker, and refetches the list', async () => {
    let isGone = false
    const { person } = openDeadLetters([anEntry()], (server) =>
      server
        .on(listDeadLetters, () =>
          isGone
            ? { entries: [], count: 0, hasMore: false }
            : { entries: [anEntry()], count: 1, hasMore: false },
        )
        .on(replayDeadLetter, () => {
          isGone = true
          throw refused('ERR_NOT_FOUND')
        }),
    )

    await person.click(await screen.findByRole('button', { name: 'Tentar de novo' }))

    await screen.findByRole('heading', { name: 'Nenhuma mensagem ficou para trás' })
    expect(screen.getByText('Registro não encontrado.')).toBeTruthy()
  })

  it('appear and disappear live', async () => {
    const { socket } = openDeadLetters([])
    await screen.findByRole('heading', { name: 'Nenhuma mensagem ficou para trás' })

    act(() => socket.say(liveChannel.inboundEvents(companyId), { action: 'create', entry: anEntry() }))
    await screen.findByText('Marina Duarte')
    act(() => socket.say(liveChannel.inboundEvents(companyId), { action: 'clear' }))

    await screen.findByRole('heading', { name: 'Nenhuma mensagem ficou para trás' })
  })

  it('SHELL-47 on a phone each is a card with its buttons', async () => {
    onAPhone()
    openDeadLetters()

    const cards = await screen.findByRole('list', { name: 'Mensagens que não entraram' })

    expect(within(cards).getByRole('button', { name: 'Tentar de novo' })).toBeTruthy()
  })

  it('ERR-07 a failed load is reported and can be retried', async () => {
    let works = false
    const { person } = openDeadLetters([], (server) =>
      server.on(listDeadLetters, () => {
        if (!works) throw failed(500, { error: 'Internal server error' })
        return { entries: [anEntry()], count: 1, hasMore: false }
      }),
    )
    await screen.findByRole('heading', { name: 'Não foi possível carregar a lista de registros' })

    works = true
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    await screen.findByText('Marina Duarte')
  })
})

describe('the warning', () => {
  const open = (path: string, as = anAdmin()) =>
    openApp({
      path,
      as,
      serve: (server) =>
        server.on(listDeadLetters, () => ({ entries: [anEntry()], count: 3, hasMore: false })),
    })

  it('shows to an admin on every other page, with a link to the list', async () => {
    const { person, router } = open('/connections')

    await screen.findByText('3 mensagens do WhatsApp não puderam ser guardadas e esperam por você.')
    await person.click(screen.getByRole('link', { name: 'Ver e resolver' }))

    await screen.findByText('Marina Duarte')
    expect(router.state.location.pathname).toBe('/connections/dead-letters')
    expect(screen.queryByRole('link', { name: 'Ver e resolver' })).toBeNull()
  })

  it.each(['user', 'supervisor'] as const)(
    'a %s gets none: nothing is fetched, and the page is closed',
    async (profile) => {
      const { server } = open('/connections/dead-letters', aSessionUser({ profile }))

      await screen.findByRole('heading', { name: 'Acesso não permitido' })
      expect(server.received(listDeadLetters)).toEqual([])
    },
  )
})

describe('the reducer of dead letters', () => {
  const page = (ids: number[], count: number, hasMore: boolean) => ({
    entries: ids.map((id) => anEntry(id)),
    count,
    hasMore,
  })

  it('appends a new one to the last page, and only counts it while more can be loaded', () => {
    const created = { action: 'create', entry: anEntry(9) } as const

    expect(reduceDeadLetters([page([1], 1, false)], created)).toEqual([page([1, 9], 2, false)])
    expect(reduceDeadLetters([page([1], 5, true)], created)).toEqual([page([1], 6, true)])
  })

  it('ignores a repeated event', () => {
    const pages = [page([1, 2], 2, false)]

    expect(reduceDeadLetters(pages, { action: 'create', entry: anEntry(2) })).toEqual(pages)
    expect(reduceDeadLetters(pages, { action: 'delete', entryId: 7 as InboundEventId })).toEqual(pages)
  })
})
