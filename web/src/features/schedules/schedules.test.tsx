import { listContactChoices } from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  retrySchedule,
  type ScheduleView,
  updateSchedule,
} from '@balcao/contract/schedules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { companyClock } from '../../lib/company-clock'
import { suggestedDateTimes } from '../../lib/usual-moments'
import { failed, refused } from '../../testing/fake-server'
import { fakeUploads } from '../../testing/fake-uploads'
import { aSessionUser, companyId } from '../../testing/makers'
import { ana, openDrawer } from '../../testing/open-drawer'
import { pressSave } from '../../testing/press-save'
import { aSchedule, scheduleId } from '../../testing/schedule-makers'
import { contactId } from '../../testing/ticket-makers'
import { parseDateText } from '../../ui/date-text'

const { shown, toField, fromField } = companyClock('America/Sao_Paulo')
const waiting = aSchedule()
const sent = aSchedule({
  id: scheduleId(2),
  body: 'Bom dia, Marina!',
  status: 'ENVIADA',
  sendAt: '2026-11-10T12:00:00.000Z',
  sentAt: '2026-11-10T12:00:03.000Z',
})
const broken = aSchedule({
  id: scheduleId(3),
  body: 'Passe na loja',
  status: 'ERRO',
  failure: 'ERR_NO_DEF_WAPP_FOUND',
  sendAt: '2026-11-09T12:00:00.000Z',
})

async function openSchedules(schedules: readonly ScheduleView[] = [waiting, sent, broken]) {
  const app = await openDrawer({
    serve: (server) =>
      server
        .on(listSchedules, () => ({ schedules: [...schedules], count: schedules.length, hasMore: false }))
        .on(listContactChoices, () => [{ id: contactId(7), name: 'Rui Farias', number: '5551911112222' }])
        .on(createSchedule, ({ body }) =>
          aSchedule({ id: scheduleId(9), body: body.body, sendAt: body.sendAt }),
        )
        .on(updateSchedule, ({ params, body }) => ({
          ...aSchedule({ id: params.scheduleId, updatedAt: '2026-11-21T12:00:00.000Z' }),
          body: body.body ?? '',
        }))
        .on(deleteSchedule, () => ({ message: 'schedule deleted' })),
  })
  return { ...app, section: within(app.drawer).getByRole('region', { name: 'Agendamentos' }) }
}

/** The field's text in the form's format. */
const fieldOf = (shownMoment: string) => parseDateText(shownMoment, true) ?? ''

async function openNew() {
  const app = await openSchedules([])
  await app.person.click(within(app.drawer).getByRole('button', { name: 'Agendar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Novo agendamento' })
  const write = async (text: string) => {
    await app.person.click(within(dialog).getByRole('textbox', { name: 'Mensagem' }))
    await app.person.paste(text)
  }
  return { ...app, dialog, write, save: () => pressSave(app.person, dialog) }
}

it("CONVO-19 SCHED-03 the contact's schedules show with their results", async () => {
  const { section } = await openSchedules()
  await within(section).findByText('Passe na loja')

  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    `Avisar que o linho chegou${shown(waiting.sendAt)} PendenteAna Lima`,
    `Bom dia, Marina!${shown(sent.sendAt)} EnviadoAna Lima`,
    `Passe na loja${shown(broken.sendAt)} Erro de EnvioAna LimaNenhuma conexão padrão encontrada. Verifique a página de conexões.Tentar de novo`,
  ])
})

it('CONVO-26 SHELL-45 SCHED-08 the button opens the form with the contact, an hour ahead', async () => {
  const before = toField(Date.now() + 3_600_000)
  const { dialog, write, save, server } = await openNew()
  const after = toField(Date.now() + 3_600_000)

  expect(within(dialog).getByRole('combobox', { name: 'Contato' })).toHaveProperty('value', 'Marina Duarte')
  const value = fieldOf(within(dialog).getByLabelText<HTMLInputElement>('Enviar em').value)
  expect([before, after]).toContain(value)
  await write('O linho chegou!')
  await save()

  expect(await screen.findByText(`Agendado para ${shown(fromField(value))}.`)).toBeTruthy()
  expect(server.received(createSchedule)[0]?.body).toMatchObject({
    body: 'O linho chegou!',
    contactId: contactId(1),
    sendAt: fromField(value),
    whatsappId: null,
    pictureFollows: false,
  })
})

it('SCHED-12 a late one shows when it was sent, and a failed one can be retried', async () => {
  const late = { ...sent, sentAt: '2026-11-10T15:30:00.000Z' }
  const { person, section, server } = await openSchedules([late, broken])
  server.on(retrySchedule, () => ({
    ...broken,
    status: 'PENDENTE' as const,
    isLeaving: true,
    failure: null,
    updatedAt: '2026-11-21T12:00:00.000Z',
  }))

  expect(await within(section).findByText('Enviado com atraso, 10/11/26 12:30.')).toBeTruthy()
  await person.click(within(section).getByRole('button', { name: 'Tentar de novo' }))

  expect(await within(section).findByText('Saindo')).toBeTruthy()
  expect(server.received(retrySchedule)).toHaveLength(1)
  expect(server.received(updateSchedule)).toEqual([])
})

it('SCHED-12 a retry while the number is disconnected reports it and remains failed', async () => {
  const { person, section, server } = await openSchedules([broken])
  server.on(retrySchedule, () => {
    throw refused('ERR_WAPP_DISCONNECTED')
  })

  await person.click(await within(section).findByRole('button', { name: 'Tentar de novo' }))

  expect(await screen.findByText(/O número está desconectado/)).toBeTruthy()
  expect(within(section).getByText('Erro de Envio')).toBeTruthy()
})

it('SCHED-04 until WhatsApp confirms it, it shows Saindo and cannot be changed', async () => {
  const { person, section } = await openSchedules([{ ...waiting, isLeaving: true, sentBody: 'Olá, Marina!' }])

  expect(await within(section).findByText('Saindo')).toBeTruthy()
  expect(within(section).getByText('Olá, Marina!')).toBeTruthy()
  await person.click(within(section).getByRole('button', { name: 'Ver agendamento' }))

  const dialog = await screen.findByRole('dialog', { name: 'Agendamento saindo' })
  expect(within(dialog).queryByText('Salvar')).toBeNull()
})

it.each([
  ['', 'Obrigatório'],
  ['Oi', 'Mensagem muito curta'],
])('SCHED-05 a message %j is refused: %s', async (text, message) => {
  const { dialog, write, save, server } = await openNew()

  if (text !== '') await write(text)
  await save()

  expect(await within(dialog).findByText(message)).toBeTruthy()
  expect(server.received(createSchedule)).toEqual([])
})

it('LOOK a missing message gets the focus', async () => {
  const { dialog, save } = await openNew()

  await save()

  await within(dialog).findByText('Obrigatório')
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Mensagem')))
})

it('SCHED-06 without a contact and a time nothing is saved', async () => {
  const { person, dialog, write, save, server } = await openNew()
  await write('O linho chegou!')

  await person.clear(within(dialog).getByRole('combobox', { name: 'Contato' }))
  fireEvent.change(within(dialog).getByLabelText('Enviar em'), { target: { value: '' } })
  await save()

  await waitFor(() => expect(within(dialog).getAllByText('Obrigatório')).toHaveLength(2))
  expect(server.received(createSchedule)).toEqual([])
})

it('SCHED-06 a past time is reported at its field', async () => {
  const { dialog, write, save, server } = await openNew()
  server.on(createSchedule, () => {
    throw refused('ERR_SCHEDULE_IN_PAST')
  })

  await write('O linho chegou!')
  await save()

  expect(await within(dialog).findByText('Escolha um horário que ainda não passou.')).toBeTruthy()
})

it("SCHED-08 a button chooses tomorrow at nine, in the company's time zone", async () => {
  const { person, dialog, write, save, server } = await openNew()

  await write('O linho chegou!')
  await person.click(within(dialog).getByRole('button', { name: 'amanhã às 9h' }))
  await save()

  await screen.findByText(/^Agendado para/)
  const tomorrow = toField(Date.now() + 86_400_000).slice(0, 10)
  expect(server.received(createSchedule)[0]?.body).toMatchObject({ sendAt: fromField(`${tomorrow}T09:00`) })
})

it.each([
  ['2026-11-25', ['2026-11-26T09:00', '2026-11-30T09:00']], // a Wednesday
  ['2026-11-29', ['2026-11-30T09:00']], // a Sunday
  ['2026-11-30', ['2026-12-01T09:00', '2026-12-07T09:00']], // a Monday
])('on %s the usual moments are %j', (today, moments) => {
  expect(suggestedDateTimes(today).map(({ moment }) => moment)).toEqual(moments)
})

it("CONVO-26 takes the composer's text, and clears it once scheduled", async () => {
  const { person, drawer } = await openSchedules([])
  const composer = screen.getByPlaceholderText<HTMLTextAreaElement>('Escreva uma mensagem')
  await person.type(composer, 'O linho chegou!')

  await person.click(within(drawer).getByRole('button', { name: 'Agendar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Novo agendamento' })
  expect(within(dialog).getByRole('textbox', { name: 'Mensagem' })).toHaveProperty('value', 'O linho chegou!')
  expect(composer.value).toBe('O linho chegou!')
  await person.click(within(dialog).getByText('Salvar'))

  await screen.findByText(/^Agendado para/)
  await waitFor(() => expect(composer.value).toBe(''))
})

it('SCHED-07 accepts only pictures .png, .jpg and .jpeg', async () => {
  const { dialog } = await openNew()
  const input = within(dialog).getByLabelText<HTMLInputElement>('Imagem')

  fireEvent.change(input, {
    target: { files: [new File(['a'], 'proposta.pdf', { type: 'application/pdf' })] },
  })

  expect(input.accept).toBe('.png,.jpg,.jpeg')
  expect(await within(dialog).findByText('Anexe uma imagem .png, .jpg ou .jpeg.')).toBeTruthy()
})

it('SCHED-07 SCHED-11 announces a picture before its upload, so that it is not sent without', async () => {
  const uploads = fakeUploads()
  const { dialog, write, save, server } = await openNew()
  await write('O linho chegou!')
  const file = new File(['a'], 'linho.png', { type: 'image/png' })
  fireEvent.change(within(dialog).getByLabelText('Imagem'), { target: { files: [file] } })

  await save()

  await waitFor(() => expect(uploads()).toHaveLength(1))
  expect(server.received(createSchedule)[0]?.body).toMatchObject({ pictureFollows: true })
  await uploads()[0]?.answer(200, { ...aSchedule({ id: scheduleId(9) }), mensagem: 'ok' })
  expect(await screen.findByText(/^Agendado para/)).toBeTruthy()
})

it('GEN-18 a button inserts a variable that is filled in on sending', async () => {
  const { person, dialog } = await openNew()

  await person.click(within(dialog).getByRole('button', { name: 'Primeiro nome' }))

  expect(within(dialog).getByRole('textbox', { name: 'Mensagem' })).toHaveProperty('value', '{{firstName}}')
})

it('SCHED-10 a pending one can be changed', async () => {
  const { person, section, server } = await openSchedules([waiting])
  await person.click(await within(section).findByRole('button', { name: 'Editar agendamento' }))
  const dialog = await screen.findByRole('dialog', { name: 'Editar agendamento' })

  await person.click(within(dialog).getByRole('textbox', { name: 'Mensagem' }))
  await person.paste(' hoje')
  await person.click(within(dialog).getByText('Salvar'))

  expect(await within(section).findByText('Avisar que o linho chegou hoje')).toBeTruthy()
  expect(server.received(updateSchedule)[0]).toMatchObject({
    params: { scheduleId: 1 },
    body: { body: 'Avisar que o linho chegou hoje', sendAt: waiting.sendAt, contactId: 1 },
  })
})

it('ERR-11 a failure shows its code, its text, or the fallback, as elsewhere', async () => {
  const { write, save, server } = await openNew()
  const failures = [
    refused('ERR_NO_CONTACT_FOUND'),
    failed(400, { error: 'Too Short!' }),
    failed(502, '<html>Bad gateway</html>'),
  ]
  server.on(createSchedule, () => {
    throw failures[server.received(createSchedule).length - 1]
  })
  await write('O linho chegou!')

  for (const words of ['Nenhum contato encontrado com este ID.', 'Too Short!', 'An error occurred!']) {
    await save()
    expect(await screen.findAllByText(words)).not.toHaveLength(0)
  }
})

it('SCHED-04 a sent one has no save button', async () => {
  const { person, section } = await openSchedules([sent])

  await person.click(await within(section).findByRole('button', { name: 'Ver agendamento' }))
  const dialog = await screen.findByRole('dialog', { name: 'Agendamento enviado' })

  expect(within(dialog).queryByText('Salvar')).toBeNull()
  expect(within(dialog).getByRole('textbox', { name: 'Mensagem' })).toHaveProperty('disabled', true)
})

it('SCHED-10 deleting asks first and explains that it will not be sent', async () => {
  const { person, section, server } = await openSchedules([waiting])
  await person.click(await within(section).findByRole('button', { name: 'Excluir agendamento' }))
  const question = await screen.findByRole('dialog', { name: 'Deseja realmente excluir este registro?' })
  expect(question.textContent).toContain('A mensagem para Marina Duarte, marcada para')

  await person.click(within(question).getByRole('button', { name: 'Excluir agendamento' }))

  expect(await within(section).findByText('Nada agendado para este contato.')).toBeTruthy()
  expect(server.received(deleteSchedule)).toHaveLength(1)
})

it('RT-21 the state of a schedule changes live', async () => {
  const { section, socket } = await openSchedules([waiting])
  await within(section).findByText('Pendente')
  const becomes = (change: Partial<ScheduleView>) =>
    socket.say(liveChannel.schedule(companyId), {
      action: 'update',
      schedules: { ...waiting, updatedAt: waiting.sendAt, ...change },
    })

  becomes({ isLeaving: true })
  expect(await within(section).findByText('Saindo')).toBeTruthy()
  becomes({ status: 'ENVIADA', sentAt: waiting.sendAt })
  expect(await within(section).findByText('Enviado')).toBeTruthy()
})

it('a plan without schedules shows none of it', async () => {
  const plan = ana.company.plan === null ? null : { ...ana.company.plan, useSchedules: false }

  const { drawer } = await openDrawer({ as: aSessionUser({}, { plan }) })

  expect(within(drawer).queryByRole('region', { name: 'Agendamentos' })).toBeNull()
  expect(within(drawer).queryByRole('button', { name: 'Agendar' })).toBeNull()
  // Her menu would be empty.
  expect(screen.queryByRole('button', { name: 'Mais ações' })).toBeNull()
})
