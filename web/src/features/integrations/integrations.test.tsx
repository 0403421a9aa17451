import {
  createIntegration,
  deleteIntegration,
  type IntegrationView,
  listIntegrations,
  testIntegration,
  updateIntegration,
} from '@balcao/contract/integrations'
import { liveChannel } from '@balcao/contract/live'
import type { IntegrationId } from '@balcao/domain/ids'
import { credentialMask } from '@balcao/domain/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anIntegration } from '../../testing/assistant-makers'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser, companyId } from '../../testing/makers'
import { openApp, openPage } from '../../testing/open-app'

const open = (
  list: IntegrationView[],
  serve?: (server: FakeServer) => void,
  as = anAdmin(),
  opens = openPage,
) =>
  opens({
    path: '/queue-integration',
    as,
    serve: (server) => {
      server.on(listIntegrations, ({ query }) => {
        const queueIntegrations = list.filter(({ name }) => name.includes(query.searchParam))
        return { queueIntegrations, count: queueIntegrations.length, hasMore: false }
      })
      serve?.(server)
    },
  })

async function openNew(serve?: (server: FakeServer) => void) {
  const app = open([], serve)
  await screen.findByRole('heading', { name: 'Nenhuma integração ainda' })
  await app.person.click(screen.getByRole('button', { name: 'Adicionar integração' }))
  const dialog = await screen.findByRole('dialog')
  const choose = async (label: string, option: string) => {
    await app.person.click(within(dialog).getByLabelText(label))
    await app.person.click(await screen.findByRole('option', { name: option }))
  }
  return { ...app, dialog, choose }
}
const labels = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('label')].map(({ textContent }) => textContent)

describe('the integrations page', () => {
  it('INTEG-04 SHELL-18 lists mark, id and name, and the result of the last call', async () => {
    open([anIntegration()], undefined, anAdmin(), openApp)

    const row = await screen.findByRole('row', { name: /Fluxo da loja/ })
    for (const words of ['7', 'Webhook', 'Demorou demais']) expect(row.textContent).toContain(words)
    expect(row.querySelector('svg > rect')).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Integrações' })).toBeTruthy()
  })

  it('INTEG-04 can be searched, and deletes one after a question', async () => {
    const { person } = open(
      [anIntegration(), anIntegration({ id: 8 as IntegrationId, name: 'Outro' })],
      (fake) => fake.on(deleteIntegration, () => ({ message: 'ok' })),
    )
    await screen.findByRole('row', { name: /Outro/ })

    await person.type(screen.getByLabelText('Buscar integrações'), 'Fluxo')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Outro/ })).toBeNull())
    await person.click(await screen.findByRole('button', { name: 'Excluir Fluxo da loja' }))
    await person.click(await screen.findByRole('button', { name: 'Excluir integração' }))

    await screen.findByText('Integração excluída com sucesso!')
  })

  it('INTEG-02 INTEG-03 INTEG-09 a new one is a typebot, and the fields follow the type', async () => {
    const { dialog, choose } = await openNew()

    expect(labels(dialog)).toEqual([
      'Tipo',
      'Nome',
      'URL do Typebot',
      'Typebot - Slug',
      'Minutos para expirar',
      'Intervalo entre mensagens (ms)',
      'Palavra para encerrar',
      'Palavra para recomeçar',
      'Mensagem de resposta inválida',
      'Mensagem ao recomeçar',
    ])
    const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name).value
    expect([field('Minutos para expirar'), field('Intervalo entre mensagens (ms)')]).toEqual(['1', '1000'])
    await choose('Tipo', 'Dialogflow')
    expect(labels(dialog)).toEqual(['Tipo', 'Nome', 'Idioma', 'Nome do projeto', 'Conteúdo do JSON'])
    await choose('Tipo', 'n8n')
    expect(labels(dialog)).toEqual(['Tipo', 'Nome', 'URL', 'Segredo da assinatura'])
    await choose('Tipo', 'Webhook')
    expect(labels(dialog)).toEqual(['Tipo', 'Nome', 'URL', 'Segredo da assinatura'])
  })

  it('INTEG-05 INTEG-06 INTEG-07 INTEG-08 required fields show an error in the form', async () => {
    const { person, server, dialog, choose } = await openNew()
    const save = () => person.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    const wrong = () => dialog.querySelectorAll('[aria-invalid="true"]').length

    await save()
    await waitFor(() => expect(wrong()).toBe(3)) // name, address, slug
    await choose('Tipo', 'Webhook')
    await save()
    await waitFor(() => expect(wrong()).toBe(2)) // name, address
    await choose('Tipo', 'Dialogflow')
    await person.type(within(dialog).getByLabelText('Nome'), 'Agente')
    await save()
    await waitFor(() => expect(within(dialog).getAllByText('Required')).toHaveLength(1))
    await person.click(within(dialog).getByLabelText('Idioma'))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Escolha o idioma',
      'Português (Brasil)',
      'Inglês',
      'Espanhol',
    ])
    expect(server.received(createIntegration)).toEqual([])
  })

  it('INTEG-13 adding and changing show a toast', async () => {
    const { person, server, dialog, choose } = await openNew((fake) =>
      fake.on(createIntegration, () => anIntegration()).on(updateIntegration, () => anIntegration()),
    )
    await choose('Tipo', 'Webhook')
    await person.type(within(dialog).getByLabelText('Nome'), 'Fluxo da loja')
    await person.type(within(dialog).getByLabelText('URL'), 'https://bot.example/fluxo')
    await person.click(within(dialog).getByRole('button', { name: 'Gerar' }))
    server.on(listIntegrations, () => ({ queueIntegrations: [anIntegration()], count: 1, hasMore: false }))
    await person.click(within(dialog).getByRole('button', { name: 'Salvar' }))

    await screen.findByText('Integração adicionada com sucesso!')
    const [sent] = server.received(createIntegration)
    expect(sent?.body).toMatchObject({ type: 'webhook', name: 'Fluxo da loja', projectName: 'Fluxo da loja' })
    expect(sent?.body.signingSecret).toMatch(/^[0-9a-f]{48}$/)
    await person.click(await screen.findByRole('button', { name: 'Editar Fluxo da loja' }))
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Integração editada com sucesso!')
  })

  it("INTEG-12 INTEG-13 Testar Bot calls with the form's values, and shows answer or error", async () => {
    const { person, server } = open(
      [anIntegration({ type: 'dialogflow', language: 'pt-BR', jsonContent: credentialMask })],
      (fake) => fake.on(testIntegration, () => ({ message: 'Olá, sou o robô' })),
    )
    await person.click(await screen.findByRole('button', { name: 'Editar Fluxo da loja' }))
    const dialog = await screen.findByRole('dialog')
    const test = () => person.click(within(dialog).getByRole('button', { name: 'Testar Bot' }))

    await test()
    await screen.findByText('Integração testada com sucesso!')
    await within(dialog).findByText('O bot disse: Olá, sou o robô')
    expect(server.received(testIntegration)[0]?.body).toMatchObject({
      type: 'dialogflow',
      integrationId: 7,
      language: 'pt-BR',
    })
    server.on(testIntegration, () => {
      throw refused('ERR_BOT_FAILED', { what: 'unauthorized' })
    })
    await test()
    await screen.findByText('As credenciais foram recusadas.')
  })

  it('E1 a private address is refused at its field, in a test or a save', async () => {
    const { person, dialog, choose } = await openNew((fake) => {
      const refuses = () => {
        throw refused('ERR_PRIVATE_ADDRESS')
      }
      fake.on(createIntegration, refuses).on(testIntegration, refuses)
    })
    await choose('Tipo', 'n8n')
    await person.type(within(dialog).getByLabelText('Nome'), 'Fluxo')
    const field = within(dialog).getByLabelText('URL')
    const press = (name: string) => person.click(within(dialog).getByRole('button', { name }))

    for (const button of ['Testar Bot', 'Salvar']) {
      await person.clear(field)
      await person.type(field, 'http://10.0.0.7/')
      await waitFor(() => expect(field.getAttribute('aria-invalid')).not.toBe('true'))
      await press(button)
      await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    }

    expect(within(dialog).getByText(/^Este endereço é de uma rede interna/)).toBeTruthy()
  })

  it('PERM-14 PERM-13 SHELL-32 without useIntegrations the page redirects after a second', async () => {
    const admin = anAdmin()
    const { plan } = admin.company
    const company = { ...admin.company, plan: plan && { ...plan, useIntegrations: false } }
    const { router } = open([], undefined, { ...admin, company })

    await screen.findByText(
      'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
      { selector: 'h2' },
    )
    expect(screen.queryByRole('link', { name: 'Integrações' })).toBeNull()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('SHELL-30 the page is read-only for a user who is no admin', async () => {
    open([anIntegration()], undefined, aSessionUser())

    const row = await screen.findByRole('row', { name: /Fluxo da loja/ })

    expect(within(row).queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Adicionar integração' })).toBeNull()
  })

  it('RT-22 refetches the list when any integration changes: a failed call shows at once', async () => {
    const { server, socket } = open([anIntegration({ lastFailure: null })])
    await screen.findByText('Respondida')
    const failed = anIntegration({ lastFailure: 'server-error', isPaused: true })

    server.on(listIntegrations, () => ({ queueIntegrations: [failed], count: 1, hasMore: false }))
    socket.say(liveChannel.queueIntegration(companyId), { action: 'update', queueIntegration: failed })

    await screen.findByText('Erro do serviço')
    await screen.findByText('Pausada')
  })
})
