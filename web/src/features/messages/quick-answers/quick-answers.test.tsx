import { liveChannel } from '@balcao/contract/live'
import { sendMessage } from '@balcao/contract/messages'
import {
  getQuickMessage,
  listQuickMessageChoices,
  type QuickMessageSuggestion,
} from '@balcao/contract/quick-messages'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { failed } from '../../../testing/fake-server'
import { fakeUploads } from '../../../testing/fake-uploads'
import { companyId } from '../../../testing/makers'
import { openApp } from '../../../testing/open-app'
import { ana, messageField, serveFiles, storedMessage, talk, talkPath } from '../../../testing/talk'
import { aQuickMessage } from '../../../testing/ticket-makers'

const term = aQuickMessage({
  shortcode: 'prazo',
  message: '{{ms}}, {{firstName}}! O prazo é de 10 dias úteis.',
})
const freight = aQuickMessage({ shortcode: 'frete', message: 'O frete é grátis acima de R$ 500.' })
const price = aQuickMessage({
  shortcode: 'tabela',
  message: 'Segue, {{firstName}}.',
  isMedia: true,
  mediaPath: '/public/1/tabela.jpg',
  mediaName: 'tabela.jpg',
  mediaType: 'image',
  mimetype: 'image/jpeg',
})

function openWith(answers: readonly QuickMessageSuggestion[] = [term, freight, price]) {
  return openApp({
    path: talkPath,
    as: ana,
    serve: (fixture) => talk()(fixture).on(listQuickMessageChoices, () => [...answers]),
  })
}
const list = () => screen.findByRole('listbox', { name: 'Respostas rápidas' })
const labels = async () =>
  within(await list())
    .getAllByRole('option')
    .map((option) => option.textContent)
const chosen = async () => within(await list()).getByRole('option', { selected: true }).textContent

describe('quick answers', () => {
  it('CONVO-11 QUICK-05 open with a slash and one more character, and are filtered live', async () => {
    const { person } = openWith()

    await person.type(await messageField(), '/')
    expect(screen.queryByRole('listbox')).toBeNull()

    await person.type(await messageField(), 'ta')
    expect(await labels()).toEqual(['/tabela - Segue, Marina.'])

    await person.clear(await messageField())
    await person.type(await messageField(), '/dias')
    expect((await labels())[0]).toMatch(/^\/prazo - Bo[am] \w+, Marina! O/)
  })

  it('CONVO-12 fetches the full text of a truncated answer when it is chosen', async () => {
    const beginning = aQuickMessage({ shortcode: 'contrato', message: 'Cláusula 1', isWhole: false })
    const { person, server } = openWith([beginning])
    server.on(getQuickMessage, () => ({ ...beginning, message: 'Cláusula 1. O prazo. Cláusula 2. O fim.' }))
    const field = await messageField()

    await person.type(field, '/contrato')
    expect((await screen.findByTestId('quick-preview')).textContent).toBe('Cláusula 1…')
    await person.keyboard('{Enter}')

    await waitFor(() => expect(field.value).toBe('Cláusula 1. O prazo. Cláusula 2. O fim.'))
    expect(server.received(getQuickMessage)).toMatchObject([{ params: { quickMessageId: beginning.id } }])
  })

  it('CONVO-12 text that is typed during the fetch remains', async () => {
    const beginning = aQuickMessage({ shortcode: 'contrato', message: 'Cláusula 1', isWhole: false })
    const { person, server } = openWith([beginning])
    let answer: () => void = () => undefined
    server.on(getQuickMessage, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { ...beginning, message: 'Cláusula 1. O prazo.' }
    })
    const field = await messageField()

    await person.type(field, '/contrato')
    await person.keyboard('{Enter}')
    await person.type(field, 's')
    await waitFor(() => expect(server.received(getQuickMessage)).toHaveLength(1))
    answer()
    await new Promise((resolve) => setImmediate(resolve)) // the fetch has ended

    expect(field.value).toBe('/contratos')
  })

  it('CONVO-11 do not open in the middle of a text', async () => {
    const { person } = openWith()

    await person.type(await messageField(), 'e/ou')

    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('CONVO-11 CONVO-12 arrow keys move; Enter inserts the text without sending it', async () => {
    const { person, server } = openWith([
      aQuickMessage({ shortcode: 'oi1', message: 'Um' }),
      aQuickMessage({ shortcode: 'oi2', message: 'Dois' }),
      aQuickMessage({ shortcode: 'oi3', message: 'Três' }),
    ])
    await person.type(await messageField(), '/oi')
    expect(await chosen()).toBe('/oi1 - Um')

    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(await chosen()).toBe('/oi3 - Três')
    expect((await messageField()).getAttribute('aria-activedescendant')).toBe(
      within(await list()).getByRole('option', { selected: true }).id,
    )
    await person.keyboard('{Enter}')

    expect((await messageField()).value).toBe('Três')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(server.received(sendMessage)).toEqual([])
    expect(document.activeElement).toBe(await messageField())
  })

  it('CONVO-11 QUICK-05 the button shows all answers, and inserts one into the draft', async () => {
    const { person, server } = openWith()
    const button = () => screen.findByRole('button', { name: 'Respostas rápidas' })
    await person.type(await messageField(), 'Oi! ')

    await person.click(await button())
    expect(await labels()).toHaveLength(3)
    expect(document.activeElement).toBe(await messageField())
    await person.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()

    await person.click(await button())
    await person.click(within(await list()).getByRole('option', { name: /frete/ }))

    expect((await messageField()).value).toBe(`Oi! ${freight.message}`)
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(server.received(sendMessage)).toEqual([])
  })

  it('CONVO-11 typing closes the list of the button, and sending does not reopen it', async () => {
    const { person } = openWith()
    await messageField()
    await person.click(await screen.findByRole('button', { name: 'Respostas rápidas' }))
    await list()

    await person.type(await messageField(), 'Oi')
    expect(screen.queryByRole('listbox')).toBeNull()
    await person.keyboard('{Enter}')

    expect((await messageField()).value).toBe('')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('CONVO-11 without any answer the button shows a hint', async () => {
    const { person } = openWith([])
    await messageField()

    await person.click(await screen.findByRole('button', { name: 'Respostas rápidas' }))

    expect(await screen.findByText('Nenhuma resposta rápida ainda.')).toBeTruthy()
  })

  it('CONVO-12 Tab and a click choose as well', async () => {
    const { person } = openWith()
    await person.type(await messageField(), '/frete')
    await list()
    await person.keyboard('{Tab}')
    expect((await messageField()).value).toBe(freight.message)

    await person.clear(await messageField())
    await person.type(await messageField(), '/frete')
    await person.click(within(await list()).getByRole('option'))
    expect((await messageField()).value).toBe(freight.message)
  })

  it('GEN-18 GEN-19 fills variables in the time zone of the company; the preview shows it', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T14:05:09.000Z'), toFake: ['Date'] })
    try {
      const { person } = openWith([
        aQuickMessage({
          shortcode: 'tudo',
          message: '{{ms}} {{firstName}} ({{name}}) {{protocol}} {{date}} {{hour}} {{outro}}',
        }),
      ])
      const words = 'Bom dia Marina (Marina Duarte) 20261120110509 20/11/2026 11:05:09 {{outro}}'

      await person.type(await messageField(), '/tudo')
      await list()
      expect(screen.getByTestId('quick-preview').textContent).toBe(words)
      await person.keyboard('{Enter}')

      expect((await messageField()).value).toBe(words)
    } finally {
      vi.useRealTimers()
    }
  })

  it('CONVO-11 Escape closes, and then Enter sends the text of the field', async () => {
    const { person, server, router } = openWith()
    await person.type(await messageField(), '/prazo')
    await list()

    await person.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(router.state.location.pathname).toBe(talkPath)

    await person.keyboard('{Enter}')
    expect(server.received(sendMessage)[0]?.body.body).toBe('*Ana Lima:*\n/prazo')
  })

  it('Enter sends nothing while the answers load', async () => {
    const answer: { give: (answers: QuickMessageSuggestion[]) => void } = { give: () => undefined }
    const { person, server } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(
          listQuickMessageChoices,
          () =>
            new Promise<QuickMessageSuggestion[]>((resolve) => {
              answer.give = resolve
            }),
        ),
    })
    await person.type(await messageField(), '/frete{Enter}')
    expect(server.received(sendMessage)).toEqual([])

    answer.give([freight])
    await list()
    await person.keyboard('{Enter}')

    expect((await messageField()).value).toBe(freight.message)
  })

  it('a failed load is reported; without a match Enter sends the text as it is', async () => {
    let isBroken = true
    const { person, server } = openApp({
      path: talkPath,
      as: ana,
      serve: (fixture) =>
        talk()(fixture).on(listQuickMessageChoices, () => {
          if (isBroken) throw failed(500, { error: 'Internal server error' })
          return [freight]
        }),
    })
    await person.type(await messageField(), '/xyz')
    expect(await screen.findByText('As respostas rápidas não abriram')).toBeTruthy()

    isBroken = false
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(screen.queryByText('As respostas rápidas não abriram')).toBeNull())
    await person.type(await messageField(), '{Enter}')

    expect(server.received(sendMessage)[0]?.body.body).toBe('*Ana Lima:*\n/xyz')
  })

  it('CONVO-12 CONVO-15 media is sent after a confirmation, with its text as editable caption', async () => {
    const { person } = openWith()
    const uploads = fakeUploads()
    const asked = serveFiles('tabela')
    await person.type(await messageField(), '/tabela')
    await list()
    await person.keyboard('{Enter}')

    const question = await screen.findByRole('dialog', { name: 'Enviar tabela.jpg?' })
    const caption = within(question).getByLabelText<HTMLTextAreaElement>('Legenda')
    expect(caption.value).toBe('Segue, Marina.')
    expect(uploads()).toEqual([])
    await person.type(caption, ' Até logo!')
    await person.click(within(question).getByRole('button', { name: 'Enviar' }))

    await waitFor(() => expect(uploads()).toHaveLength(1))
    const [upload] = uploads()
    expect(upload?.field('body')).toBe('*Ana Lima:*\nSegue, Marina. Até logo!')
    expect(upload?.files.map(({ name, type }) => [name, type])).toEqual([['tabela.jpg', 'image/jpeg']])
    expect(await upload?.files[0]?.text()).toBe('tabela')
    expect(asked()).toEqual(['/public/1/tabela.jpg'])
    expect((await messageField()).value).toBe('')
    await upload?.answer(200, [storedMessage(upload.field('clientId'), 'Segue, Marina.')])
  })

  it('CONVO-12 media that is not confirmed is not sent', async () => {
    const { person } = openWith()
    const uploads = fakeUploads()
    serveFiles()
    await person.type(await messageField(), '/tabela')
    await list()
    await person.keyboard('{Enter}')

    await person.click(await screen.findByRole('button', { name: 'Cancelar' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(uploads()).toEqual([])
  })

  it('QUICK-05 follow the changes of colleagues', async () => {
    const { person, socket } = openWith([freight])
    socket.subscribe()
    await person.type(await messageField(), '/f')
    expect(await labels()).toEqual(['/frete - O frete é grátis acima de …'])

    const news = (event: object) => socket.say(liveChannel.quickMessage(companyId), event)
    news({ action: 'update', record: { ...freight, message: 'Frete por nossa conta.' } })
    news({ action: 'create', record: aQuickMessage({ shortcode: 'feriado', message: 'Fechamos.' }) })
    await waitFor(async () =>
      expect(await labels()).toEqual(['/feriado - Fechamos.', '/frete - Frete por nossa conta.']),
    )

    news({ action: 'delete', id: freight.id })
    await waitFor(async () => expect(await labels()).toEqual(['/feriado - Fechamos.']))
  })
})
