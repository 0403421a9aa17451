import { getContact, updateContact } from '@balcao/contract/contacts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openDrawer } from '../testing/open-drawer'
import { aContact, aTicket, aTicketContact } from '../testing/ticket-makers'

it('CONVO-19 CONVO-27 a click on the head opens contact data, tags, notes and schedules; the focus goes there', async () => {
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
])('Escape closes it %s, and the focus comes back to the head', async (_, isNarrow) => {
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

it('CONVO-26 of a person whose number WhatsApp hides no number shows, and the rest can be edited', async () => {
  const hidden = aContact({ number: '' })
  const { person, drawer, server } = await openDrawer({
    ticket: aTicket({ contact: aTicketContact({ number: '' }) }),
    serve: (scene) => scene.on(getContact, () => hidden).on(updateContact, () => hidden),
  })
  await within(drawer).findByText('O WhatsApp esconde o número desta pessoa.')
  expect(within(drawer).queryByRole('link')).toBeNull()

  await person.click(within(drawer).getByRole('button', { name: 'Editar' }))
  await person.click(await screen.findByText('Salvar'))

  expect(await screen.findByText('Contato salvo com sucesso.')).toBeTruthy()
  expect(server.heard(updateContact)[0]?.body).not.toHaveProperty('number')
})

it('CONTACT-01 SHELL-45 further data is added and taken off in pairs', async () => {
  const { person, drawer, server } = await openDrawer({
    serve: (scene) =>
      scene
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
    expect(server.heard(updateContact)[0]?.body.extraInfo).toEqual([{ name: 'CPF', value: '123' }]),
  )
})
