import { sendMessageByToken } from '@balcao/contract/external-api'
import { listTickets } from '@balcao/contract/tickets'
import type { MessageId, TicketId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type FakeServer, refused } from '../../testing/fake-server'
import { anAdmin, aSessionUser } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { codeExampleOf, exampleLanguages, templateExampleKinds, testMessageKinds } from './examples'

// ids are branded
const sent = {
  mensagem: 'Mensagem enviada' as const,
  messageId: 4711 as MessageId,
  messageIds: [4711 as MessageId],
  ticketId: 85 as TicketId,
}

const open = (serve?: (server: FakeServer) => void, as = anAdmin()) =>
  openApp({ path: '/messages-api', as, serve: (server) => serve?.(server) })

const textForm = async () => within(await screen.findByRole('form', { name: 'Testar o envio de texto' }))

describe('the page of the messages API', () => {
  it('EXTAPI-01 EXTAPI-06 SHELL-23 documents both calls, with numbers without a mask', async () => {
    const { person } = open()

    expect(await screen.findByText(`POST ${window.location.origin}/api/messages/send`)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'API' }).getAttribute('href')).toBe('/messages-api')
    expect(screen.getByRole('link', { name: 'OpenAPI' }).getAttribute('href')).toBe('/docs/messages-api.json')
    expect(screen.getByText(/O número vai sem máscara/).textContent).toContain('5599999999999')
    const [text, file] = screen.getAllByRole('region', { name: /^Exemplo em curl: / })
    expect(text?.getAttribute('aria-label')).not.toBe(file?.getAttribute('aria-label')) // landmarks need distinct names
    expect(text?.textContent).toContain(`curl -X POST '${window.location.origin}/api/messages/send'`)
    const [javascript] = screen.getAllByRole('tab', { name: 'JavaScript' })
    await person.click(javascript ?? document.body)
    expect(screen.getByRole('region', { name: /^Exemplo em JavaScript: / }).textContent).toContain(
      'await fetch(',
    )
  })

  it('shows how to send a template, and how to ask for templates and the window', async () => {
    open()

    const part = within(
      (await screen.findByRole('heading', { name: 'Modelo de mensagem' })).closest('section') ??
        document.body,
    )
    expect(part.getByText('GET /api/messages/templates')).toBeTruthy()
    expect(part.getByText('GET /api/messages/reply-window')).toBeTruthy()
    const [send, ask] = part.getAllByRole('region', { name: /^Exemplo em curl: / })
    expect(send?.textContent).toContain('"template": {')
    expect(ask?.textContent).toContain('/api/messages/reply-window?number=5599999999999')
    expect(screen.getByText(/Envie um modelo aprovado no campo template/)).toBeTruthy()
    expect(screen.getByText('ERR_TEMPLATE_SEND')).toBeTruthy()
  })

  it('EXTAPI-03 EXTAPI-05 the form sends with its token as a program, and confirms it', async () => {
    const { person, server } = open((fake) => fake.on(sendMessageByToken, () => sent))
    const form = await textForm()

    await person.type(form.getByLabelText('Token da conexão'), ' balcao_1_2_abc ')
    await person.type(form.getByLabelText('Número'), '5511999990000')
    await person.type(form.getByLabelText('Mensagem'), 'Seu pedido chegou')
    await person.click(form.getByRole('button', { name: 'Enviar' }))

    expect(await screen.findByText('Mensagem enviada com sucesso')).toBeTruthy()
    expect(await form.findByText('Mensagem 4711 no atendimento 85.')).toBeTruthy()
    expect(server.received(sendMessageByToken)).toMatchObject([
      { token: 'balcao_1_2_abc', body: { number: '5511999990000', body: 'Seu pedido chegou' } },
    ])
  })

  it('EXTAPI-06 a masked number is refused before it is sent, with a text', async () => {
    const { person, server } = open((fake) => fake.on(sendMessageByToken, () => sent))
    const form = await textForm()

    await person.type(form.getByLabelText('Número'), '+55 (11) 99999-0000')
    await person.click(form.getByRole('button', { name: 'Enviar' }))

    expect(form.getByText(/^Sem máscara: código do país, DDD e número/)).toBeTruthy()
    expect(form.getByText('Informe o token')).toBeTruthy()
    expect(form.getByText('Escreva a mensagem')).toBeTruthy()
    expect(server.received(sendMessageByToken)).toEqual([])
  })

  it('EXTAPI-07 a refused token is reported, and the user remains signed in', async () => {
    const { person } = open((fake) =>
      fake.on(sendMessageByToken, () => {
        throw refused('ERR_API_TOKEN')
      }),
    )
    const form = await textForm()
    await person.type(form.getByLabelText('Token da conexão'), 'errado')
    await person.type(form.getByLabelText('Número'), '5511999990000')
    await person.type(form.getByLabelText('Mensagem'), 'Oi')

    await person.click(form.getByRole('button', { name: 'Enviar' }))

    expect(await screen.findByText(/^O token da API não é válido/)).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Mensagem').value).toBe('Oi')
  })

  it('EXTAPI-04 the form of files requires a file before it sends', async () => {
    const { person, server } = open()
    const form = within(await screen.findByRole('form', { name: 'Testar o envio de arquivo' }))
    await person.type(form.getByLabelText('Token da conexão'), 'balcao_1_2_abc')
    await person.type(form.getByLabelText('Número'), '5511999990000')

    await person.click(form.getByRole('button', { name: 'Enviar' }))

    const [field] = form.getAllByLabelText('Arquivo')
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    expect(form.getByText('Escolha um arquivo para enviar.').id).toBe(field?.getAttribute('aria-describedby'))
    expect((await textForm()).getByLabelText<HTMLInputElement>('Token da conexão').value).toBe(
      'balcao_1_2_abc',
    )
    expect(server.received(sendMessageByToken)).toEqual([])
  })

  it('SHELL-23 SHELL-32 without the module in the plan there is no item and no page', async () => {
    const admin = anAdmin()
    const { plan } = admin.company
    const without = plan && { ...plan, useExternalApi: false }
    open((fake) => fake.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false })), {
      ...admin,
      company: { ...admin.company, plan: without },
    })

    expect(await screen.findByText(/Esta empresa não possui permissão para acessar essa página/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'API' })).toBeNull())
  })

  it('SHELL-30 a user who is no admin can open the page by its url', async () => {
    open(undefined, aSessionUser())

    expect(await screen.findByRole('heading', { name: 'Como funciona' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'API' })).toBeNull()
  })
})

it('every example has the url, the token and a number without a mask', () => {
  const words = { token: 'T', body: 'Oi', file: 'nota.pdf' }
  for (const kind of testMessageKinds)
    for (const language of exampleLanguages) {
      const code = codeExampleOf(kind, language, 'https://balcao.example', words)
      for (const part of ['https://balcao.example/api/messages/send', 'Bearer T', '5599999999999', 'Oi'])
        expect(code).toContain(part)
    }
})

it('every example of templates has the url and the token', () => {
  const words = { token: 'T', body: '', file: '' }
  for (const kind of templateExampleKinds)
    for (const language of exampleLanguages) {
      const code = codeExampleOf(kind, language, 'https://balcao.example', words)
      for (const part of ['https://balcao.example/api/messages/', 'Bearer T', '5599999999999'])
        expect(code).toContain(part)
    }
})
