import { liveChannel } from '@balcao/contract/live'
import {
  createPrompt,
  deletePrompt,
  listPrompts,
  type PromptView,
  updatePrompt,
} from '@balcao/contract/prompts'
import { listQueues } from '@balcao/contract/queues'
import { credentialMask } from '@balcao/domain/settings'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aPrompt } from '../../testing/assistant-makers'
import type { FakeServer } from '../../testing/fake-server'
import { anAdmin, aQueue, aSessionUser, companyId, queueId } from '../../testing/makers'
import { openApp, openPage } from '../../testing/open-app'

const page = (...prompts: PromptView[]) => ({ prompts, count: prompts.length, hasMore: false })

const open = (
  prompts: PromptView[],
  serve?: (server: FakeServer) => void,
  as = anAdmin(),
  opens = openPage,
) =>
  opens({
    path: '/prompts',
    as,
    serve: (server) => {
      server.on(listPrompts, () => page(...prompts))
      server.on(listQueues, () => [aQueue({ id: queueId(1), name: 'Vendas' })])
      serve?.(server)
    },
  })

describe('the prompts page', () => {
  it('PROMPT-02 SHELL-17 the drawer leads to a table with its columns', async () => {
    open([aPrompt()], undefined, anAdmin(), openApp)

    const row = await screen.findByRole('row', { name: /Assistente da loja/ })
    for (const words of ['Vendas', '250', '12', '3.400', 'Respondida'])
      expect(row.textContent).toContain(words)
    expect(within(row).getByRole('button', { name: 'Excluir Assistente da loja' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open.Ai' })).toBeTruthy()
  })

  it('PROMPT-03 PROMPT-05 PROMPT-06 PROMPT-10 PROMPT-11 a new one has defaults, needs a queue', async () => {
    const { person, server } = open([], (fake) => fake.on(createPrompt, () => aPrompt()))
    await screen.findByRole('heading', { name: 'Nenhum prompt ainda' })
    await person.click(screen.getByRole('button', { name: 'Adicionar prompt' }))
    const dialog = await screen.findByRole('dialog')
    const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name).value

    expect([field('Máx. de tokens'), field('Temperatura'), field('Máx. de mensagens')]).toEqual([
      '100',
      '1',
      '10',
    ])
    await person.click(within(dialog).getByLabelText('Voz'))
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Texto', 'Francisca', 'Yara']),
    )
    expect(screen.getAllByRole('option')).toHaveLength(16)
    await person.click(screen.getByRole('option', { name: 'Texto' }))

    await person.type(within(dialog).getByLabelText('Nome'), 'AI')
    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect((await within(dialog).findAllByText('Informe o setor')).length).toBeGreaterThan(0)
    expect(server.received(createPrompt)).toEqual([])

    await person.click(within(dialog).getByLabelText('Fila'))
    await person.click(await screen.findByRole('option', { name: 'Vendas' }))
    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Prompt salvo com sucesso!')
    expect(server.received(createPrompt)[0]?.body).toMatchObject({
      name: 'AI',
      queueId: 1,
      voice: 'texto',
      maxTokens: 100,
    })
  })

  it('PROMPT-13 a stored key shows as a mask and is sent only when another one is typed', async () => {
    const { person, server } = open([aPrompt()], (fake) => fake.on(updatePrompt, () => aPrompt()))
    await person.click(await screen.findByRole('button', { name: 'Editar Assistente da loja' }))
    const dialog = await screen.findByRole('dialog')
    const key = within(dialog).getByLabelText<HTMLInputElement>('Chave da API')

    expect([key.value, key.type, key.placeholder]).toEqual(['', 'password', credentialMask])
    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Prompt salvo com sucesso!')
    expect(server.received(updatePrompt)[0]?.body).toMatchObject({ apiKey: '' })
  })

  it("PROMPT-09 deleting asks, and the server's text is an info toast", async () => {
    const { person } = open([aPrompt()], (fake) =>
      fake.on(deletePrompt, () => ({ message: 'Prompt excluído com sucesso!' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Excluir Assistente da loja' }))
    await person.click(await screen.findByRole('button', { name: 'Excluir prompt' }))

    expect(
      (await screen.findByText('Prompt excluído com sucesso!'))
        .closest('[data-kind]')
        ?.getAttribute('data-kind'),
    ).toBe('info')
  })

  it('PROMPT-12 refetches the list when any prompt changes', async () => {
    const { server, socket } = open([aPrompt()])
    await screen.findByRole('row', { name: /Assistente da loja/ })

    server.on(listPrompts, () => page(aPrompt({ name: 'Nova' })))
    socket.say(liveChannel.prompt(companyId), { action: 'update', prompt: aPrompt({ name: 'Nova' }) })

    await screen.findByRole('row', { name: /Nova/ })
  })

  it('PROMPT-12 shows a new cost at once, without refetching the list', async () => {
    const { socket } = open([aPrompt()])
    await screen.findByRole('row', { name: /Assistente da loja/ })
    const { id: promptId } = aPrompt()

    socket.say(liveChannel.prompt(companyId), {
      action: 'spending',
      promptId,
      spending: { calls: 13, tokensIn: 5_000, tokensOut: 2_777 },
      lastCallAt: '2026-11-20T12:00:00.000Z',
      lastFailure: null,
    })

    // The fake server still answers the old sum.
    expect(await screen.findByText(/7\.777/)).toBeTruthy()
  })

  it('SHELL-30 the page is read-only for a user who is no admin', async () => {
    open([aPrompt()], undefined, aSessionUser())

    const row = await screen.findByRole('row', { name: /Assistente da loja/ })
    expect(within(row).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Adicionar prompt' })).toBeNull()
  })
})
