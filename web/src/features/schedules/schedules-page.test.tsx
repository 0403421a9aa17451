import { getContact } from '@balcao/contract/contacts'
import { channel } from '@balcao/contract/live'
import { type ScheduleView, schedulesBetween, updateSchedule } from '@balcao/contract/schedules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { timeOfDay } from '../../lib/dates'
import type { FakeServer } from '../../testing/fake-server'
import { aSessionUser, companyId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aSchedule, scheduleId } from '../../testing/schedule-makers'
import { aContact, contactId } from '../../testing/ticket-makers'
import { dayOfMoment, daysOf, movedTo, steppedDay } from './calendar-days'

const today = dayOfMoment(Date.now())
const noon = movedTo(today, new Date(2026, 10, 20, 12).toISOString())
const waiting = aSchedule({ sendAt: noon })
const broken = aSchedule({
  id: scheduleId(2),
  contact: { id: contactId(7), name: 'Rui Farias' },
  status: 'ERRO',
  failure: 'ERR_NO_DEF_WAPP_FOUND',
  sendAt: noon,
})

function open(
  schedules: readonly ScheduleView[] = [waiting, broken],
  { path = '/schedules', serve }: { path?: string; serve?: (server: FakeServer) => void } = {},
) {
  return openApp({
    path,
    as: aSessionUser(),
    serve: (server) => {
      server
        .on(schedulesBetween, () => ({ schedules: [...schedules], hasMore: false }))
        .on(updateSchedule, () => waiting)
      serve?.(server)
    },
  })
}
const entry = (name: RegExp) => screen.findByRole('button', { name })

it('SCHED-02 SHELL-09 a month shows each with its contact and its time; week, day and list show their part', async () => {
  const { server, person } = open()

  expect((await entry(/Marina Duarte/)).textContent).toBe(`${timeOfDay(noon)} Marina DuartePendente`)
  expect(screen.getByRole('link', { name: 'Agendamentos' })).toBeTruthy()
  await person.click(screen.getByRole('tab', { name: 'Semana' }))
  await person.click(screen.getByRole('button', { name: 'Próximo' }))

  const nextWeek = daysOf('week', steppedDay('week', today, 1))
  await waitFor(() =>
    expect(dayOfMoment(server.heard(schedulesBetween).at(-1)?.query.from ?? '')).toBe(nextWeek[0]),
  )
  await person.click(screen.getByRole('tab', { name: 'Lista' }))
  expect(await screen.findByRole('list', { name: 'Agendamentos' })).toBeTruthy()
})

it('SCHED-02 one is drawn to another day, where it keeps its time', async () => {
  const { server } = open()
  const dragged = await entry(/Marina Duarte/)
  const other = daysOf('month', today).find((day) => day !== today) ?? ''
  const kept = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, text: string) => kept.set(type, text),
    getData: (type: string) => kept.get(type) ?? '',
  }

  fireEvent.dragStart(dragged, { dataTransfer })
  const cell = document.querySelector(`time[datetime="${other}"]`)?.closest('li')
  if (cell) fireEvent.drop(cell, { dataTransfer })

  await waitFor(() =>
    expect(server.heard(updateSchedule)[0]).toMatchObject({
      params: { scheduleId: 1 },
      body: { sendAt: movedTo(other, noon) },
    }),
  )
})

it('SCHED-02 SCHED-03 a click shows its words, the reason of a failure, and sends it now; it can be changed and deleted', async () => {
  const { person, server } = open()
  await person.click(await entry(/Rui Farias/))
  const dialog = await screen.findByRole('dialog', { name: 'Rui Farias' })
  expect(within(dialog).getByText('Erro de Envio')).toBeTruthy()
  expect(within(dialog).getByText(/Nenhuma conexão padrão encontrada/)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Editar agendamento' })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Excluir agendamento' })).toBeTruthy()

  await person.click(within(dialog).getByRole('button', { name: 'Enviar agora' }))

  expect(await screen.findByText('A mensagem será enviada em instantes.')).toBeTruthy()
  expect(server.heard(updateSchedule)[0]).toMatchObject({ params: { scheduleId: 2 }, body: {} })
})

it('SHELL-09 the contact in the address opens the form with it', async () => {
  open([], {
    path: '/schedules?contactId=1',
    serve: (server) => server.on(getContact, () => aContact({ id: contactId(1), name: 'Marina Duarte' })),
  })

  const dialog = await screen.findByRole('dialog', { name: 'Novo agendamento' })
  expect(within(dialog).getByRole('combobox', { name: 'Contato' })).toHaveProperty('value', 'Marina Duarte')
})

it('SCHED-02 RT-21 a new one is written here, and what colleagues write appears by itself', async () => {
  let schedules: ScheduleView[] = []
  const { person, socket } = open([], {
    serve: (server) => server.on(schedulesBetween, () => ({ schedules, hasMore: false })),
  })
  await person.click(await screen.findByRole('button', { name: 'Novo agendamento' }))
  expect(await screen.findByRole('dialog', { name: 'Novo agendamento' })).toBeTruthy()
  await person.keyboard('{Escape}')

  schedules = [waiting]
  socket.say(channel.schedule(companyId), { action: 'create', schedules: waiting })

  expect(await entry(/Marina Duarte/)).toBeTruthy()
})

it('SCHED-02 the time zone of the company is said', async () => {
  open()

  expect(await screen.findByText(/America\/Sao_Paulo/)).toBeTruthy()
})
