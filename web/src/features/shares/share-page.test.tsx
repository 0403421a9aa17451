import { getSessionUser, login } from '@balcao/contract/people'
import { shareTargetPath } from '@balcao/contract/share'
import { getTicketByUuid, listTickets, type TicketView } from '@balcao/contract/tickets'
import { limits } from '@balcao/domain/limits'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import '../../app/share-page' // loaded before the tests: a busy machine needs longer for its chunks than a test waits
import { endSessionLocally, resumeSession } from '../../lib/session'
import { fakeCaches } from '../../testing/fake-caches'
import type { FakeServer } from '../../testing/fake-server'
import { aSessionUser, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { ana, anasTicket, messageField, talk } from '../../testing/talk'
import { aTicket, aTicketContact, contactId, ticketId } from '../../testing/ticket-makers'
import { draftOf, emptyMessageDraft, storeDraft } from '../messages/drafts'
import { deleteShare, readShareContent, storeShare } from './kept-shares'

const ruis = aTicket({
  id: ticketId(2),
  status: 'closed',
  contact: aTicketContact({ id: contactId(2), name: 'Rui Alves' }),
})
const bias = aTicket({
  id: ticketId(3),
  status: 'pending',
  contact: aTicketContact({ id: contactId(3), name: 'Bia Nunes' }),
})
const photo = () => new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
const largePhoto = () =>
  new File([new Uint8Array(limits.uploads.image + 1)], 'enorme.jpg', { type: 'image/jpeg' })
const tooLarge = 'enorme.jpg é grande demais: o limite é 16 MB. Não vai junto.'
const offer = () => new File(['pdf'], 'oferta.pdf', { type: 'application/pdf' })

beforeEach(() => {
  fakeCaches()
  for (const { id } of [anasTicket, ruis, bias]) storeDraft(id, emptyMessageDraft) // removes the drafts of an earlier test
})

/** Shares from another app; returns the address to which the worker redirects. */
async function share(text: string, ...files: readonly File[]): Promise<string> {
  const form = new FormData()
  form.append('text', text)
  for (const file of files) form.append('files', file)
  const posted = new Request(`http://localhost${shareTargetPath}`, { method: 'POST', body: form })
  const outcome = await storeShare(posted, Date.now())
  if ('problem' in outcome) throw new Error(outcome.problem)
  return `/share?id=${outcome.id}`
}

/** Ana's ticket is open; a search finds Rui's closed ticket and Bia's pending one. */
function tickets(own: readonly TicketView[] = [anasTicket]) {
  return (server: FakeServer) =>
    talk()(server)
      .on(listTickets, ({ query }) => {
        const found = query.searchParam === '' ? own : [ruis, bias].filter(hasWords(query.searchParam))
        return { tickets: [...found], count: found.length, hasMore: false }
      })
      .on(getTicketByUuid, ({ params }) => (params.uuid === ruis.uuid ? ruis : anasTicket))
}
const hasWords = (words: string) => (ticket: TicketView) => ticket.contact.name.includes(words)

const open = (path: string, serve = tickets()) => openApp({ path, as: ana, serve })
const shown = async () =>
  within(await screen.findByRole('region', { name: 'O que foi compartilhado' })).findAllByRole('listitem')
const shownText = () => screen.queryByRole('region', { name: 'Texto compartilhado' })?.textContent
const field = () => screen.findByRole('combobox', { name: 'Para qual atendimento?' })
const options = () => screen.findAllByRole('option')
const draftNames = ({ id }: TicketView) => draftOf(id).attachments.map(({ file }) => file.name)

describe("LOOK a phone's share becomes the draft of a ticket", () => {
  it("shows files, sizes and text, and the person's open tickets without typing", async () => {
    const path = await share('Este aqui', photo(), offer())

    open(path)

    expect((await shown()).map(({ textContent }) => textContent)).toEqual([
      'sofa.jpg · 3 B',
      'PDFoferta.pdf · 3 B',
    ])
    expect(await screen.findByText('Este aqui')).toBeTruthy()
    expect((await options()).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Marina Duarte'),
    ])
    expect(await screen.findByText('1 atendimento seu')).toBeTruthy()
  })

  it('Enter opens the chosen ticket and appends files and text to its draft', async () => {
    storeDraft(anasTicket.id, {
      ...emptyMessageDraft,
      text: 'Bom dia!',
      attachments: [{ id: 'a', file: offer(), caption: 'A oferta' }],
    })
    const { person, router } = open(await share('Este aqui', photo()))
    await options()

    await person.type(await field(), '{Enter}')

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${anasTicket.uuid}`))
    const strip = within(await screen.findByRole('list', { name: 'Arquivos para enviar' }))
    expect(strip.getAllByRole('listitem')).toHaveLength(2)
    expect(draftNames(anasTicket)).toEqual(['oferta.pdf', 'sofa.jpg'])
    const composer = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Legenda' })
    expect(composer.value).toBe('Bom dia!\nEste aqui')
  })

  it('leaves the page once a ticket has it', async () => {
    const path = await share('Este aqui')
    const { person, router } = open(path)
    await person.click((await options())[0] as HTMLElement)
    expect((await messageField()).value).toBe('Este aqui')

    await router.navigate(path)

    expect(await screen.findByRole('heading', { name: 'Nada espera por um atendimento' })).toBeTruthy()
  })

  it('becomes the draft of one ticket only, also from two tabs', async () => {
    const path = await share('Este aqui')
    const { person, router } = open(path)
    await options()
    await caches.delete('shares') // as another tab would

    await person.type(await field(), '{Enter}')

    expect(await screen.findByText('Isto já foi para um atendimento ou foi descartado.')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/share')
    expect(draftOf(anasTicket.id)).toEqual(emptyMessageDraft)
  })

  it('a search finds any ticket; a closed one stores the files behind its closed composer', async () => {
    const { person, router } = open(await share('', photo()))

    await person.type(await field(), 'Rui')
    await screen.findByRole('option', { name: /Rui Alves.*Finalizado/ })
    await person.keyboard('{Enter}')

    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${ruis.uuid}`))
    expect(await screen.findByText('Reabra o atendimento para responder.')).toBeTruthy()
    expect(draftNames(ruis)).toEqual(['sofa.jpg'])
  })

  it('TICKET-13 a pending one does not open: the list shows it, and its draft has the share', async () => {
    const { person, router } = open(await share('Este aqui', photo()))

    await person.type(await field(), 'Bia')
    await screen.findByRole('option', { name: /Bia Nunes.*Aguardando/ })
    await person.keyboard('{Enter}')

    await waitFor(() =>
      expect(router.state.location).toMatchObject({ pathname: '/tickets', search: '?sub=pending' }),
    )
    expect(await screen.findByText('Está no rascunho do atendimento. Aceite-o para enviar.')).toBeTruthy()
    expect([draftOf(bias.id).text, ...draftNames(bias)]).toEqual(['Este aqui', 'sofa.jpg'])
  })

  it('Back leads from the ticket to the page before the share', async () => {
    await share('Este aqui')
    const { person, router } = open('/todolist')
    await person.click(await screen.findByRole('link', { name: 'Escolher o atendimento' }))
    await person.click((await options())[0] as HTMLElement)
    await messageField()

    await router.navigate(-1)

    expect(router.state.location.pathname).toBe('/todolist')
  })

  it('a file that cannot be sent is refused by name, and is left out', async () => {
    const { person } = open(await share('', largePhoto(), offer()))

    expect(await screen.findByText(tooLarge)).toBeTruthy()
    await options()
    await person.type(await field(), '{ArrowDown}{Enter}')

    await waitFor(() => expect(draftNames(anasTicket)).toEqual(['oferta.pdf']))
  })

  it('a share without anything to send offers no ticket', async () => {
    open(await share('', largePhoto()))

    await screen.findByText(tooLarge)

    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.getByRole('button', { name: 'Descartar' })).toBeTruthy()
  })

  it('several shares wait separately; the newest is shown first', async () => {
    await share('o primeiro')
    const { person, router } = open(await share('o segundo'))
    await screen.findByText('o segundo')

    await person.click(await screen.findByRole('link', { name: /^o primeiro · \d\d:\d\d$/ }))
    await waitFor(() => expect(shownText()).toBe('o primeiro'))
    await options()
    await person.type(await field(), '{Enter}')

    expect((await messageField()).value).toBe('o primeiro')
    expect(await screen.findByText('O que você compartilhou ainda espera por um atendimento.')).toBeTruthy()
    await person.click(screen.getByRole('link', { name: 'Escolher o atendimento' }))
    expect(await screen.findByText('o segundo')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/share')
  })

  it('a notice on every page reports waiting shares until a ticket has them', async () => {
    await share('Este aqui')
    const { person, router } = open('/todolist')

    await person.click(await screen.findByRole('link', { name: 'Escolher o atendimento' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/share'))
    expect(screen.queryByText(/ainda espera por um atendimento/)).toBeNull()
    await options()
    await person.type(await field(), '{Enter}')

    await messageField()
    expect(screen.queryByText(/ainda espera por um atendimento/)).toBeNull()
  })

  it('discarding asks first, and deletes the share', async () => {
    const path = await share('Este aqui')
    const { person } = open(path)
    await screen.findByText('Este aqui')

    await person.click(await screen.findByRole('button', { name: 'Descartar' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Descartar' }))

    expect(await screen.findByRole('heading', { name: 'Nada espera por um atendimento' })).toBeTruthy()
    expect(await screen.findByText(/toque em Compartilhar e escolha Balcão/)).toBeTruthy()
    expect(await readShareContent(path.slice('/share?id='.length))).toBeNull()
  })
})

describe('LOOK the page of a share explains', () => {
  it('sharing, when no share exists', async () => {
    open('/share')

    expect(await screen.findByText(/toque em Compartilhar e escolha Balcão/)).toBeTruthy()
  })

  it.each([
    ['missed', /Compartilhe de novo/],
    ['tooMany', /Já esperam 10/],
    ['tooLarge', /até 256 MB/],
    ['full', /sem espaço/],
  ])('a refused share: %s', async (problem, words) => {
    open(`/share?problem=${problem}`)

    expect((await screen.findByRole('alert')).textContent).toMatch(words)
  })

  it('that the share was cut, and its remaining part', async () => {
    open(await share('a'.repeat(limits.messageText.max + 1)))

    expect(await screen.findByText(/só os primeiros 100 arquivos e 65536 caracteres/)).toBeTruthy()
  })

  it('that a later share was refused, beside the waiting one', async () => {
    await share('o primeiro')

    open('/share?problem=tooMany')

    expect((await screen.findByRole('alert')).textContent).toMatch(/por último não chegou.*Já esperam 10/)
    expect(await screen.findByText('o primeiro')).toBeTruthy()
  })

  it('that the requested share no longer exists, with and without another one', async () => {
    const gone = await share('o que foi')
    await deleteShare(gone.slice('/share?id='.length))
    const { router } = open(gone)
    expect(await screen.findByText('Isto já foi para um atendimento ou foi descartado.')).toBeTruthy()

    await share('o que espera')
    await router.navigate('/todolist')
    await waitFor(() => expect(screen.queryByText(/Isto já foi/)).toBeNull())
    await router.navigate(gone)

    expect((await screen.findByRole('alert')).textContent).toMatch(/O que você abriu já foi .* Este outro/)
    expect(await screen.findByText('o que espera')).toBeTruthy()
  })

  it('that another tab was quicker, not that nothing was shared', async () => {
    const path = await share('Este aqui')
    const { person } = open('/todolist')
    const toShare = await screen.findByRole('link', { name: 'Escolher o atendimento' })
    await deleteShare(path.slice('/share?id='.length))
    vi.spyOn(caches, 'has').mockReturnValue(new Promise(() => undefined)) // the list of shares is not refetched yet

    await person.click(toShare)

    expect(await screen.findByText('Isto já foi para um atendimento ou foi descartado.')).toBeTruthy()
    expect(screen.queryByText('Não veio nenhum arquivo nem texto.')).toBeNull()
  })

  it('that the share cannot be read; it can be discarded', async () => {
    const posted = new Request('http://localhost/share/arrival', { method: 'POST', body: 'no form' })
    await storeShare(posted, Date.now())

    open('/share')

    expect(await screen.findByText('Não deu para ler o que foi compartilhado')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descartar' })).toBeTruthy()
  })

  it('that there are no own tickets or matches, and how to clear the search', async () => {
    const { person } = open(await share('Este aqui'), tickets([]))
    expect(await screen.findByText('Você não está atendendo ninguém agora')).toBeTruthy()

    await person.type(await field(), 'Zoraide')
    await person.click(await screen.findByRole('button', { name: 'Limpar busca' }))

    expect(await screen.findByText('Você não está atendendo ninguém agora')).toBeTruthy()
  })

  it('a failed load of the tickets, and retries', async () => {
    const { person, server } = open(await share('Este aqui'), (fixture) =>
      tickets()(fixture).on(listTickets, () => {
        throw new Error('out of order')
      }),
    )
    await screen.findByText('Os atendimentos não vieram')

    tickets()(server)
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    expect(await options()).toHaveLength(1)
  })
})

describe('LOOK the ticket list of a share explains', () => {
  it('a failed search, also above an own ticket that matches, and retries', async () => {
    const { person, server } = open(await share('Este aqui'))
    await options()
    server.on(listTickets, () => {
      throw new Error('out of order')
    })
    await person.type(await field(), 'Mar')

    expect((await screen.findByRole('alert')).textContent).toMatch(/Os atendimentos não vieram/)
    expect(await options()).toHaveLength(1)
    server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
    await person.click(screen.getByRole('button', { name: 'Tentar de novo' }))

    expect(await screen.findByText(/Procuramos nos nomes/)).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('that more tickets match', async () => {
    open(await share('Este aqui'), (server) =>
      tickets()(server).on(listTickets, () => ({ tickets: [anasTicket, ruis], count: 41, hasMore: true })),
    )

    expect(await screen.findByText(/^Aparecem os 2 mais recentes/)).toBeTruthy()
  })
})

describe('LOOK a share and the session', () => {
  const visit = {
    name: 'Dona',
    reason: 'Ajudar',
    since: new Date().toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
  }
  /** Resumes the session with another token, as after a sign-in, or at the beginning and end of a visit. */
  function resumeAs(token: string): Promise<void> {
    localStorage.setItem('token', token)
    return resumeSession()
  }

  it('waits behind the login, which leads to it', async () => {
    const path = await share('Antes de entrar')
    const { person, router } = openApp({
      path,
      serve: (server) => tickets()(server).on(login, () => ({ token: 'fresh', user: ana })),
    })
    await person.type(await screen.findByLabelText('E-mail'), 'ana@casaipe.com.br')
    await person.type(screen.getByLabelText('Senha'), 'segredo')
    await person.click(screen.getByRole('button', { name: 'Entrar' }))

    expect(await screen.findByText('Antes de entrar')).toBeTruthy()
    expect(router.state.location).toMatchObject({ pathname: '/share', search: path.slice('/share'.length) })
  })

  it('is deleted when its person signs out', async () => {
    await share('da Ana')
    const { router } = open('/share')
    await screen.findByText('da Ana')

    endSessionLocally()

    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await waitFor(async () => expect(await caches.has('shares')).toBe(false))
  })

  it('AUTH-03 a sign-in after a sign-out on this page opens the start page', async () => {
    const path = await share('da Ana')
    const { router } = open(path)
    await screen.findByText('da Ana')

    endSessionLocally()
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    await resumeAs('fresh')

    await waitFor(() => expect(router.state.location.pathname).not.toBe('/login'))
    expect(router.state.location.pathname).not.toBe('/share')
  })

  it('A6 is hidden while its person is on a support visit, and returns afterwards', async () => {
    const path = await share('da dona')
    const owner = aSessionUser({ id: userId(7), super: true })
    const visitor = aSessionUser({ id: userId(99) }, { support: { ...visit, userId: userId(99) } })
    const { router, server } = openApp({ path, as: owner, serve: tickets() })
    await screen.findByText('da dona')

    server.on(getSessionUser, () => visitor)
    await resumeAs('visit')
    expect(await screen.findByText(/espera pela sua volta/)).toBeTruthy()
    expect(screen.queryByText('da dona')).toBeNull()

    server.on(getSessionUser, () => owner)
    await resumeAs('home')
    expect(await screen.findByText('da dona')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/share')
  })

  it('is not shown to another person', async () => {
    await share('da Ana')
    await (await caches.open('shares')).put('/share/owner', new Response(String(ana.id)))

    openApp({ path: '/share', as: aSessionUser({ id: userId(9), name: 'Rui' }), serve: tickets() })

    expect(await screen.findByRole('heading', { name: 'Nada espera por um atendimento' })).toBeTruthy()
  })
})

it('LOOK the browser accepts shares once the page was opened, for one address only', async () => {
  const register = vi.fn(async (_: string, { scope }: { readonly scope: string }) => scope)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { serviceWorker: { register } }))

  open('/share')

  await waitFor(() => expect(register.mock.calls.map(([, { scope }]) => scope)).toEqual([shareTargetPath]))
})
