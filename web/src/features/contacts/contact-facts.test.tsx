import { type ContactView, getContact, updateContact } from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import { getTicketByUuid } from '@balcao/contract/tickets'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { formatPhoneNumber } from '../../lib/shown-number'
import { refused } from '../../testing/fake-server'
import { aSessionUser, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aContact, aTicket } from '../../testing/ticket-makers'

const ana = aSessionUser()
const ticket = aTicket({ userId: ana.id, user: { id: ana.id, name: ana.name } })
const marina = aContact({
  email: 'marina@estudiomd.com.br',
  extraInfo: [{ name: 'Cidade', value: 'Porto Alegre' }],
})

async function openPanel(
  update: (body: Partial<ContactView>) => ContactView = (body) => ({ ...marina, ...body }),
) {
  const app = openApp({
    path: `/tickets/${ticket.uuid}`,
    as: ana,
    serve: (server) =>
      server
        .on(getTicketByUuid, () => ticket)
        .on(listMessages, () => ({ messages: [], ticket, count: 0, hasMore: false }))
        .on(getContact, () => marina)
        .on(updateContact, ({ body }) => update({ ...marina, name: body.name ?? marina.name })),
  })
  await app.person.click(await screen.findByTitle('Ver o contato'))
  const panel = await screen.findByRole('complementary', { name: 'Contato' })
  return { ...app, panel }
}

async function openForm(update?: Parameters<typeof openPanel>[0]) {
  const app = await openPanel(update)
  await app.person.click(await within(app.panel).findByRole('button', { name: 'Editar' }))
  return { ...app, form: await screen.findByRole('dialog', { name: 'Editar contato' }) }
}

describe('the contact beside the conversation', () => {
  it('CONVO-26 shows name, number as a link, e-mail and further data', async () => {
    const { panel } = await openPanel()

    expect(await within(panel).findByRole('heading', { name: 'Marina Duarte' })).toBeTruthy()
    expect(within(panel).getByRole('link', { name: '+55 51 99874-2210' }).getAttribute('href')).toBe(
      'tel:+5551998742210',
    )
    expect(within(panel).getByText('marina@estudiomd.com.br')).toBeTruthy()
    expect(within(panel).getByText('Porto Alegre')).toBeTruthy()
  })

  it('RT-09 follows live changes', async () => {
    const { panel, socket } = await openPanel()
    await within(panel).findByRole('heading', { name: 'Marina Duarte' })

    socket.say(liveChannel.contact(companyId), {
      action: 'update',
      contact: { ...marina, name: 'Marina D. Alves', updatedAt: '2026-11-20T13:00:00.000Z' },
    })

    expect(await within(panel).findByRole('heading', { name: 'Marina D. Alves' })).toBeTruthy()
  })

  it.each([
    ['5551998742210', '+55 51 99874-2210'],
    ['555133334444', '+55 51 3333-4444'],
    ['351912345678', '+351912345678'],
  ])('%s shows as %s', (number, expected) => {
    expect(formatPhoneNumber(number)).toBe(expected)
  })
})

describe('the contact form', () => {
  const wrong = [
    ['CONTACT-02 a name of one letter', 'Nome', 'M', 'Too Short!'],
    ['CONTACT-02 a name of 51 letters', 'Nome', 'M'.repeat(51), 'Too Long!'],
    ['CONTACT-03 a number of 7 digits', 'Número do WhatsApp', '(51) 999-87', 'Too Short!'],
    ['CONTACT-04 no e-mail address', 'E-mail', 'marina', 'Invalid email'],
  ] as const

  it.each(wrong)('%s is refused', async (_, label, value, message) => {
    const { person, form, server } = await openForm()
    const input = within(form).getByLabelText(label)

    await person.clear(input)
    await person.type(input, value)
    await person.click(within(form).getByRole('button', { name: 'Salvar' }))

    expect(await within(form).findByText(message)).toBeTruthy()
    expect(server.received(updateContact)).toEqual([])
  })

  it('CONTACT-04 CONTACT-07 an empty e-mail is valid; saving shows a toast', async () => {
    const { person, form, server } = await openForm()

    await person.clear(within(form).getByLabelText('E-mail'))
    await person.click(within(form).getByRole('button', { name: 'Salvar' }))

    expect(await screen.findByText('Contato salvo com sucesso.')).toBeTruthy()
    expect(server.received(updateContact)[0]?.body).toMatchObject({ email: '' })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Editar contato' })).toBeNull())
  })

  it.each([
    ['CONTACT-05', 'ERR_DUPLICATED_CONTACT', 'Já existe um contato com este número.'],
    ['CONTACT-06', 'ERR_WAPP_INVALID_CONTACT', 'Este não é um número de WhatsApp válido.'],
  ] as const)('%s a refusal of the server shows at the number', async (_, code, text) => {
    const { person, form } = await openForm(() => {
      throw refused(code)
    })

    await person.type(within(form).getByLabelText('Nome'), ' Alves')
    await person.click(within(form).getByRole('button', { name: 'Salvar' }))

    expect(await within(form).findByText(text)).toBeTruthy()
  })
})
