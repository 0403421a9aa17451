import { deleteHoliday, type HolidayView, listHolidays, saveHolidays } from '@balcao/contract/holidays'
import { liveChannel } from '@balcao/contract/live'
import { listSettings } from '@balcao/contract/people'
import type { HolidayId } from '@balcao/domain/ids'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anAdmin, aSetting, companyId, times } from '../../testing/makers'
import { openApp } from '../../testing/open-app'

const aHoliday = (id: number, day: string, name: string): HolidayView => ({
  id: id as HolidayId,
  day,
  name,
  ...times,
})

async function openHolidays(kept: HolidayView[] = []) {
  const app = openApp({
    path: '/settings?tab=holidays',
    as: anAdmin(),
    serve: (server) =>
      server
        .on(listSettings, () => [aSetting('scheduleType', 'queue')])
        .on(listHolidays, () => kept)
        .on(saveHolidays, ({ body }) =>
          body.holidays.map(({ day, name }, at) => aHoliday(50 + at, day, name)),
        )
        .on(deleteHoliday, () => ({ message: 'holiday deleted' })),
  })
  await screen.findByRole('tab', { name: 'Feriados' })
  return app
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(0, 3).map(({ textContent }) => textContent))

it('BOT-07 suggests the national holidays of a year, ticks legal ones, skips existing ones', async () => {
  const { person, server } = await openHolidays()
  await person.click(await screen.findByRole('button', { name: 'Sugerir feriados nacionais' }))
  const dialog = await screen.findByRole('dialog', { name: 'Feriados nacionais' })
  const ticks = within(dialog).getAllByRole<HTMLInputElement>('checkbox')
  expect(ticks.map(({ checked }) => checked).filter(Boolean)).toHaveLength(10)

  await person.click(within(dialog).getByLabelText(/Natal/))
  await person.click(within(dialog).getByLabelText(/Corpus Christi/))
  await person.click(within(dialog).getByRole('button', { name: 'Adicionar 10' }))

  await screen.findByText('10 feriados adicionados.')
  const names = server.received(saveHolidays)[0]?.body.holidays.map(({ name }) => name)
  expect(names).toContain('Corpus Christi')
  expect(names).not.toContain('Natal')
  await waitFor(() => expect(rows()).toHaveLength(10))
  await person.click(screen.getByRole('button', { name: 'Sugerir feriados nacionais' }))
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /Tiradentes/ })).disabled).toBe(true)
})

it('adds, renames and deletes a day; a colleague’s day shows at once', async () => {
  const { person, server, socket } = await openHolidays([aHoliday(1, '2026-12-25', 'Natal')])
  await screen.findByText('Natal')

  await person.click(screen.getByRole('button', { name: 'Novo feriado' }))
  await person.type(await screen.findByLabelText('Dia'), '25/01/2026')
  await person.type(screen.getByLabelText('Nome'), 'Aniversário de São Paulo')
  await person.click(screen.getByRole('button', { name: 'Salvar' }))
  await screen.findByText('Aniversário de São Paulo')
  socket.say(liveChannel.holiday(companyId), {
    action: 'update',
    holidays: [aHoliday(7, '2026-12-31', 'Véspera')],
  })
  await screen.findByText('Véspera')

  expect(rows()).toEqual([
    ['25/01/2026', 'domingo', 'Aniversário de São Paulo'],
    ['25/12/2026', 'sexta-feira', 'Natal'],
    ['31/12/2026', 'quinta-feira', 'Véspera'],
  ])
  await person.click(screen.getByRole('button', { name: 'Excluir Natal' }))
  await person.click(await screen.findByRole('button', { name: 'Excluir' }))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(server.received(deleteHoliday)[0]?.params).toEqual({ holidayId: 1 })
})
