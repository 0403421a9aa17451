import { getContact } from '@balcao/contract/contacts'
import { liveChannel } from '@balcao/contract/live'
import { listUserChoices } from '@balcao/contract/people'
import {
  listSchedulesBetween,
  retrySchedule,
  type ScheduleView,
  updateSchedule,
} from '@balcao/contract/schedules'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { companyClock } from '../../lib/company-clock'
import type { FakeServer } from '../../testing/fake-server'
import { aSessionUser, companyId, userId } from '../../testing/makers'
import { openApp } from '../../testing/open-app'
import { aSchedule, scheduleId } from '../../testing/schedule-makers'
import { aContact, contactId } from '../../testing/ticket-makers'
import { dayAfterStep, daysOfView, sameTimeOnDay } from './calendar-days'

const clock = companyClock('America/Sao_Paulo')
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const today = clock.dayOf(Date.now())
const tomorrow = dayAfterStep('day', today, 1)
const noon = clock.fromField(`${today}T12:00`)
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
        .on(listSchedulesBetween, () => ({ schedules: [...schedules], hasMore: false }))
        .on(updateSchedule, () => waiting)
        .on(retrySchedule, () => ({ ...broken, status: 'PENDENTE' as const, isLeaving: true, failure: null }))
        .on(listUserChoices, () => [])
      serve?.(server)
    },
  })
}
const entry = (name: RegExp) => screen.findByRole('button', { name })

it('SCHED-02 SHELL-09 the month shows contact and time; week, day and list show their part', async () => {
  const { server, person } = open()

  expect((await entry(/Marina Duarte/)).textContent).toBe(`12:00 Marina DuartePendente`)
  expect(screen.getByRole('link', { name: 'Agendamentos' })).toBeTruthy()
  await person.click(screen.getByRole('tab', { name: 'Semana' }))
  await person.click(screen.getByRole('button', { name: 'Próximo' }))

  const nextWeek = daysOfView('week', dayAfterStep('week', today, 1))
  await waitFor(() =>
    expect(clock.dayOf(server.received(listSchedulesBetween).at(-1)?.query.from ?? '')).toBe(nextWeek[0]),
  )
  await person.click(screen.getByRole('tab', { name: 'Lista' }))
  expect(await screen.findByRole('list', { name: 'Agendamentos' })).toBeTruthy()
})

/** Lays the days out below each other, a hundred pixels each; entries in their days. */
function laidOut(): void {
  vi.stubGlobal('innerHeight', 10_000) // everything is on screen
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const lies = this.closest('ol > li') === null ? document.querySelector('[data-dragging]') : this
    const day = lies?.closest('ol > li')
    const at = [...(day?.parentElement?.children ?? [])].indexOf(day as Element) // -1 outside the layout
    const isDay = lies === day
    return new DOMRect(0, at * 100 + (isDay ? 0 : 30), 200, isDay ? 100 : 20)
  })
}

it.each([
  [
    'the mouse',
    async (entry: HTMLElement) => {
      const { top } = entry.getBoundingClientRect()
      fireEvent.mouseDown(entry, { clientX: 10, clientY: top + 5, button: 0 })
      fireEvent.mouseMove(document, { clientX: 10, clientY: top + 40 })
      fireEvent.mouseMove(document, { clientX: 10, clientY: top + 105 })
      await screen.findByText(/Marina Duarte sobre/)
      fireEvent.mouseUp(document)
    },
  ],
  [
    'a finger',
    async (entry: HTMLElement) => {
      const { top } = entry.getBoundingClientRect()
      const at = (clientY: number) => ({ touches: [{ clientX: 10, clientY, identifier: 1, target: entry }] })
      fireEvent.touchStart(entry, at(top + 5))
      await screen.findByText(/Marina Duarte levantado|Marina Duarte sobre/)
      fireEvent.touchMove(entry, at(top + 105))
      await screen.findByText(new RegExp(`Marina Duarte sobre .*${Number(tomorrow.slice(8))}`))
      fireEvent.touchEnd(entry)
    },
  ],
  [
    'the keyboard',
    async (entry: HTMLElement) => {
      entry.focus()
      fireEvent.keyDown(entry, { code: 'Space', key: ' ' })
      await screen.findByText(new RegExp(`Marina Duarte sobre .*${Number(today.slice(8))}`))
      fireEvent.keyDown(document, { code: 'ArrowRight' })
      await screen.findByText(new RegExp(`Marina Duarte sobre .*${Number(tomorrow.slice(8))}`))
      fireEvent.keyDown(document, { code: 'Space', key: ' ' })
    },
  ],
] as const)('SCHED-02 with %s an entry moves to another day and retains its time', async (_, carry) => {
  const { server } = open()
  const carried = await entry(/Marina Duarte/)
  laidOut()

  await carry(carried)

  await waitFor(() =>
    expect(server.received(updateSchedule)[0]).toMatchObject({
      params: { scheduleId: 1 },
      body: { sendAt: sameTimeOnDay(tomorrow, noon, clock) },
    }),
  )
})

it('SCHED-12 a sent entry cannot be moved', async () => {
  const { server } = open([{ ...waiting, status: 'ENVIADA', sentAt: noon }])
  const sent = await entry(/Marina Duarte/)
  laidOut()

  fireEvent.mouseDown(sent, { clientX: 10, clientY: 10, button: 0 })
  fireEvent.mouseMove(document, { clientX: 10, clientY: 400 })
  fireEvent.mouseUp(document)

  expect(screen.queryByText(/Marina Duarte levantado/)).toBeNull()
  expect(server.received(updateSchedule)).toEqual([])
})

it('SCHED-09 filters the calendar by author', async () => {
  const { person, server } = open([waiting], {
    serve: (fake) => fake.on(listUserChoices, () => [{ id: userId(5), name: 'Rui Mota', queues: [] }]),
  })
  await person.click(await screen.findByRole('combobox', { name: 'Quem escreveu' }))
  await person.click(await screen.findByRole('option', { name: 'Rui Mota' }))

  await waitFor(() =>
    expect(server.received(listSchedulesBetween).at(-1)?.query).toMatchObject({ userId: 5 }),
  )
})

it('SCHED-02 a full day of the month shows its first entries, and all on request', async () => {
  const many = Array.from({ length: 9 }, (_, at) => ({
    ...waiting,
    id: scheduleId(20 + at),
    contact: { id: contactId(20 + at), name: `Contato ${at}` },
  }))
  const { person } = open(many)
  expect(await screen.findAllByRole('button', { name: /Contato \d/ })).toHaveLength(5)

  await person.click(screen.getByRole('button', { name: 'mais 4' }))

  expect(await screen.findAllByRole('button', { name: /Contato \d/ })).toHaveLength(9)
  expect(screen.getByRole('tab', { name: 'Dia', selected: true })).toBeTruthy()
})

it('SCHED-02 SCHED-03 a click shows text and failure; it can be retried, changed and deleted', async () => {
  const { person, server } = open()
  await person.click(await entry(/Rui Farias/))
  const dialog = await screen.findByRole('dialog', { name: 'Rui Farias' })
  expect(within(dialog).getByText('Erro de Envio')).toBeTruthy()
  expect(within(dialog).getByText(/Nenhuma conexão padrão encontrada/)).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Editar agendamento' })).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Excluir agendamento' })).toBeTruthy()

  await person.click(within(dialog).getByRole('button', { name: 'Tentar de novo' }))

  expect(await screen.findByText('A mensagem será enviada em instantes.')).toBeTruthy()
  expect(server.received(retrySchedule)[0]).toMatchObject({ params: { scheduleId: 2 } })
})

it('SCHED-02 an entry links to its conversation', async () => {
  const ticketUuid = '7d7d1f9e-0000-4000-8000-000000000001'
  const { person } = open([{ ...waiting, ticketUuid }])

  await person.click(await entry(/Marina Duarte/))

  const dialog = await screen.findByRole('dialog', { name: 'Marina Duarte' })
  const link = within(dialog).getByRole('link', { name: 'Abrir a conversa' })
  expect(link.getAttribute('href')).toBe(`/tickets/${ticketUuid}`)
})

it('SHELL-09 the contact in the URL opens the form with it', async () => {
  open([], {
    path: '/schedules?contactId=1',
    serve: (server) => server.on(getContact, () => aContact({ id: contactId(1), name: 'Marina Duarte' })),
  })

  const dialog = await screen.findByRole('dialog', { name: 'Novo agendamento' })
  expect(within(dialog).getByRole('combobox', { name: 'Contato' })).toHaveProperty('value', 'Marina Duarte')
})

it('SCHED-02 RT-21 adds one here, and shows new ones of colleagues live', async () => {
  let schedules: ScheduleView[] = []
  const { person, socket } = open([], {
    serve: (server) => server.on(listSchedulesBetween, () => ({ schedules, hasMore: false })),
  })
  await person.click(await screen.findByRole('button', { name: 'Novo agendamento' }))
  expect(await screen.findByRole('dialog', { name: 'Novo agendamento' })).toBeTruthy()
  await person.keyboard('{Escape}')

  schedules = [waiting]
  socket.say(liveChannel.schedule(companyId), { action: 'create', schedules: waiting })

  expect(await entry(/Marina Duarte/)).toBeTruthy()
})

it("SCHED-02 days and times are in the company's time zone, and the page shows it", async () => {
  const late = { ...waiting, sendAt: clock.fromField(`${today}T23:30`) }
  open([late])

  const shown = await entry(/Marina Duarte/)
  expect(shown.textContent).toContain('23:30 Marina Duarte')
  expect(shown.closest('li')?.querySelector('h3 time')?.getAttribute('datetime')).toBe(today)
  expect(screen.getByText(/Fuso da empresa: Horário .*Brasília\./)).toBeTruthy()
  expect(screen.getByText(/enviado uma vez, assim que ele volta/)).toBeTruthy()
})

it('SCHED-02 a second click counts from the first, also before the page has drawn it', async () => {
  const { router } = open([], { path: '/schedules?view=week&date=2026-03-31' })
  await screen.findByRole('tab', { name: 'Semana', selected: true })

  act(() => {
    screen.getByRole('tab', { name: 'Mês' }).click()
    screen.getByRole('button', { name: 'Próximo' }).click()
  })

  expect(router.state.location.search).toBe('?view=month&date=2026-04-30')
})

it('SCHED-02 the URL has view and day, and restores them', async () => {
  const { person, server, router } = open([], { path: '/schedules?view=week&date=2026-03-05' })
  await screen.findByRole('tab', { name: 'Semana', selected: true })
  await waitFor(() =>
    expect(clock.dayOf(server.received(listSchedulesBetween).at(-1)?.query.from ?? '')).toBe('2026-03-01'),
  )

  await person.click(screen.getByRole('button', { name: 'Próximo' }))
  await person.click(screen.getByRole('tab', { name: 'Dia' }))

  expect(router.state.location.search).toBe('?view=day&date=2026-03-12')
  await act(() => router.navigate(-1))
  expect(screen.getByRole('tab', { name: 'Semana', selected: true })).toBeTruthy()
})
