import { eraseContact, getContact, updateContact } from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import { getPersonalDataExport } from '@balcao/contract/personal-data'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAdmin, companyId } from '../testing/makers'
import { onAWideScreen } from '../testing/on-a-phone'
import { openApp } from '../testing/open-app'
import { openDrawer } from '../testing/open-drawer'
import { ana, talk, talkPath } from '../testing/talk'
import { aContact, aTicket, aTicketContact } from '../testing/ticket-makers'

it('CONVO-19 CONVO-27 a click on the head opens contact data, tags, notes and schedules', async () => {
  const { drawer, head } = await openDrawer()

  await within(drawer).findByRole('heading', { name: 'Marina Duarte' })
  expect(
    within(drawer)
      .getAllByRole('heading')
      .map(({ textContent }) => textContent),
  ).toEqual(['Contato', 'Marina Duarte', 'Tags', 'Observações', 'Agendamentos', 'Outros atendimentos'])
  expect(head.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(drawer)
})

it.each([
  ['beside the conversation', false],
  ['over it, where there is no room beside', true],
])('Escape closes it %s, and the focus returns to the head', async (_, isNarrow) => {
  const { person, head, router } = await openDrawer({ isNarrow })

  await person.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Contato' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(head))
  expect(router.state.location.pathname).not.toBe('/tickets')
})

it('CONVO-26 the number is a link and can be copied', async () => {
  const { person, drawer } = await openDrawer()
  await within(drawer).findByRole('link', { name: '+55 51 99874-2210' })

  await person.click(within(drawer).getByRole('button', { name: 'Copiar número' }))

  expect(await screen.findByText('Copiado.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('+5551998742210')
})

it('CONVO-26 a contact with a hidden number shows no number, and can be edited', async () => {
  const hidden = aContact({ number: '' })
  const { person, drawer, server } = await openDrawer({
    ticket: aTicket({ contact: aTicketContact({ number: '' }) }),
    serve: (fixture) => fixture.on(getContact, () => hidden).on(updateContact, () => hidden),
  })
  await within(drawer).findByText('O WhatsApp esconde o número desta pessoa.')
  expect(within(drawer).queryByRole('link')).toBeNull()

  await person.click(within(drawer).getByRole('button', { name: 'Editar' }))
  await person.click(await screen.findByText('Salvar'))

  expect(await screen.findByText('Contato salvo com sucesso.')).toBeTruthy()
  expect(server.received(updateContact)[0]?.body).not.toHaveProperty('number')
})

it('CONTACT-01 SHELL-45 further data is added and removed in pairs', async () => {
  const { person, drawer, server } = await openDrawer({
    serve: (fixture) =>
      fixture
        .on(getContact, () => aContact({ extraInfo: [{ name: 'Cidade', value: 'Porto Alegre' }] }))
        .on(updateContact, () => aContact()),
  })
  await person.click(await within(drawer).findByRole('button', { name: 'Editar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Editar contato' })

  await person.click(within(dialog).getByRole('button', { name: 'Tirar este dado' }))
  await person.click(within(dialog).getByRole('button', { name: 'Adicionar dado' }))
  await person.type(within(dialog).getByLabelText('Campo'), 'CPF')
  await person.type(within(dialog).getByLabelText('Valor'), '123')
  await person.click(within(dialog).getByText('Salvar'))

  await waitFor(() =>
    expect(server.received(updateContact)[0]?.body.extraInfo).toEqual([{ name: 'CPF', value: '123' }]),
  )
})

it('CONTACT-16 O5 a deleted contact has no editing or schedules; admins can erase its data', async () => {
  const { person, drawer, server } = await openDrawer({
    as: anAdmin(),
    ticket: aTicket({ status: 'closed' }),
    serve: (fixture) =>
      fixture
        .on(getContact, () => aContact({ isRemoved: true }))
        .on(getPersonalDataExport, () => ({ export: null }))
        .on(eraseContact, () => ({ message: 'contact erased' })),
  })

  await within(drawer).findByText('Contato excluído')
  expect(within(drawer).getByRole('link', { name: '+55 51 99874-2210' })).toBeTruthy()
  for (const name of ['Editar', 'Agendar', 'Novo agendamento'])
    expect(within(drawer).queryByRole('button', { name })).toBeNull()
  expect(within(drawer).getByRole('button', { name: 'Exportar os dados' })).toBeTruthy()

  await person.click(within(drawer).getByRole('button', { name: 'Apagar os dados' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar os dados de Marina Duarte?' }))
  await person.type(dialog.getByRole('textbox'), 'Marina Duarte')
  await person.click(dialog.getByRole('button', { name: 'Apagar para sempre' }))

  await screen.findByText('Os dados foram apagados.')
  expect(server.received(eraseContact)[0]?.body).toEqual({ confirmation: 'Marina Duarte' })
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Contato' })).toBeNull())
})

it('CONTACT-16 RT-09 a contact that is deleted meanwhile shows as deleted', async () => {
  let isRemoved = false
  const { drawer, socket } = await openDrawer({
    serve: (fixture) => fixture.on(getContact, () => aContact({ isRemoved })),
  })
  await within(drawer).findByRole('button', { name: 'Editar' })
  expect(within(drawer).getByRole('button', { name: 'Agendar' })).toBeTruthy()
  expect(within(drawer).getByRole('button', { name: 'Novo agendamento' })).toBeTruthy()

  isRemoved = true
  act(() => socket.say(liveChannel.contact(companyId), { action: 'delete', contactId: aContact().id }))

  await within(drawer).findByText('Contato excluído')
  expect(within(drawer).queryByRole('button', { name: 'Editar' })).toBeNull()
  expect(within(drawer).queryByRole('heading', { name: 'Dados pessoais (LGPD)' })).toBeNull()
})

it('survives a reload beside the conversation, and remains closed once closed', async () => {
  const first = await openDrawer()
  expect(localStorage.getItem('contactPanel')).toBe('open')
  await first.person.keyboard('{Escape}')

  await waitFor(() => expect(localStorage.getItem('contactPanel')).toBe('closed'))
})

it('is open from the beginning where it was left open', async () => {
  localStorage.setItem('contactPanel', 'open')
  onAWideScreen()
  openApp({ path: talkPath, as: ana, serve: talk() })

  expect(await screen.findByRole('complementary', { name: 'Contato' })).toBeTruthy()
})

it('shows since when the contact is known', async () => {
  const { drawer } = await openDrawer()

  expect((await within(drawer).findByText('Cliente desde')).nextElementSibling?.textContent).toMatch(
    /^\d\d\/\d\d\/\d{4}$/,
  )
})
