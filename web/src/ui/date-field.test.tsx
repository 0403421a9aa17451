import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { chooseLanguage } from '../lib/i18n/i18n'
import { DateField } from './date-field'
import { NumberField } from './number-field'

beforeAll(() => chooseLanguage('pt-BR'))
afterEach(cleanup)
afterAll(() => chooseLanguage('pt-BR'))

function openDate({
  value = '',
  hasTime = false,
  error,
}: {
  value?: string
  hasTime?: boolean
  error?: string
} = {}) {
  const given: string[] = []
  function Form() {
    const [date, setDate] = useState(value)
    const change = (next: string) => {
      given.push(next)
      setDate(next)
    }
    return <DateField label="Dia" value={date} hasTime={hasTime} error={error} onChange={change} />
  }
  render(<Form />)
  const input = screen.getByLabelText<HTMLInputElement>('Dia')
  return { person: userEvent.setup(), input, given }
}

it('GEN-14 shows and accepts day, month and year in any language of the browser', async () => {
  const { person, input, given } = openDate({ value: '2026-11-25' })
  expect([input.value, input.type, input.placeholder]).toEqual(['25/11/2026', 'text', 'dd/mm/aaaa'])

  await person.clear(input)
  await person.type(input, '03122026')

  expect(input.value).toBe('03/12/2026')
  expect(given.at(-1)).toBe('2026-12-03')
})

it('GEN-14 has a time where it is requested', async () => {
  const { person, input, given } = openDate({ hasTime: true })

  await person.type(input, '1/2/2026 9:30')
  await person.tab()
  expect(input.value).toBe('01/02/2026 09:30')
  expect(given.at(-1)).toBe('2026-02-01T09:30')
})

it('an invalid day is reported on leaving the field, and is no date for the form', async () => {
  const { person, input, given } = openDate()

  await person.type(input, '31022026')
  expect(screen.queryByText('Escreva uma data como 25/11/2026.')).toBeNull()
  await person.tab()

  expect(screen.getByText('Escreva uma data como 25/11/2026.')).toBeTruthy()
  expect(given.at(-1)).toBe('31/02/2026')
  await person.clear(input)
  expect(given.at(-1)).toBe('')
})

it('typing in the middle of a date leaves the caret in place', async () => {
  const { person, input, given } = openDate({ value: '2026-11-25' })

  await person.type(input, '0', { initialSelectionStart: 0, initialSelectionEnd: 1 })

  expect(input.value).toBe('05/11/2026')
  expect(input.selectionStart).toBe(1)
  expect(given.at(-1)).toBe('2026-11-05')
})

it('a day is chosen in the calendar by mouse, and the focus returns to its button', async () => {
  const { person, given } = openDate({ value: '2026-11-25T14:00', hasTime: true })

  await person.click(screen.getByRole('button', { name: 'Abrir o calendário' }))
  const calendar = await screen.findByRole('dialog', { name: 'Calendário' })
  expect(within(calendar).getByRole('heading').textContent).toBe('novembro de 2026')
  await person.click(within(calendar).getByRole('button', { name: 'Próximo mês' }))
  await person.click(within(calendar).getByRole('button', { name: '3 de dezembro de 2026' }))

  expect(given.at(-1)).toBe('2026-12-03T14:00')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir o calendário' }))
})

it('the calendar works by keyboard: days, weeks, ends of a week, months', async () => {
  const { person, given } = openDate({ value: '2026-11-25' })
  await person.click(screen.getByRole('button', { name: 'Abrir o calendário' }))
  const calendar = await screen.findByRole('dialog', { name: 'Calendário' })
  const at = () => document.activeElement?.getAttribute('aria-label')
  expect(at()).toBe('25 de novembro de 2026')
  expect(within(calendar).getByRole('button', { pressed: true }).textContent).toBe('25')

  const walked: (string | null | undefined)[] = []
  for (const key of [
    'ArrowRight',
    'ArrowDown',
    'Home',
    'End',
    'PageDown',
    'PageUp',
    'ArrowUp',
    'ArrowLeft',
  ]) {
    await person.keyboard(`{${key}}`)
    walked.push(at())
  }
  await person.keyboard('{Enter}')

  expect(walked).toEqual([
    '26 de novembro de 2026',
    '3 de dezembro de 2026',
    '29 de novembro de 2026',
    '5 de dezembro de 2026',
    '5 de janeiro de 2027',
    '5 de dezembro de 2026',
    '28 de novembro de 2026',
    '27 de novembro de 2026',
  ])
  expect(given).toEqual(['2026-11-27'])
})

it('Escape closes the calendar without a change', async () => {
  const { person, input, given } = openDate({ value: '2026-11-25' })
  await person.click(screen.getByRole('button', { name: 'Abrir o calendário' }))
  await screen.findByRole('dialog', { name: 'Calendário' })

  await person.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([input.value, given]).toEqual(['25/11/2026', []])
})

function openNumber(props: { value?: string | number; decimals?: number; isPrice?: boolean } = {}) {
  const given: string[] = []
  function Form() {
    const [number, setNumber] = useState<string | number>(props.value ?? '')
    const change = (next: string) => {
      given.push(next)
      setNumber(next)
    }
    return <NumberField {...props} label="Valor" value={number} onChange={change} />
  }
  render(<Form />)
  return { person: userEvent.setup(), input: screen.getByLabelText<HTMLInputElement>('Valor'), given }
}

it('a price has a comma in Portuguese, and the wire format for the form', async () => {
  const { person, input, given } = openNumber({ value: 49.9, decimals: 2, isPrice: true })
  expect(input.value).toBe('49,90')

  await person.clear(input)
  await person.type(input, '1.234,5')
  await person.tab()

  expect(input.value).toBe('1234,50')
  expect(given.at(-1)).toBe('1234.5')
})

it('in English the decimal sign is a point', async () => {
  await chooseLanguage('en')
  const { person, input, given } = openNumber({ value: '49.9', decimals: 2, isPrice: true })
  expect(input.value).toBe('49.90')

  await person.clear(input)
  await person.type(input, '0.7')

  expect(given.at(-1)).toBe('0.7')
  await chooseLanguage('pt-BR')
})

it('an invalid number is passed on as text, which every schema refuses', async () => {
  const { person, input, given } = openNumber()

  await person.type(input, 'dez')
  await person.tab()

  expect([input.value, given.at(-1)]).toEqual(['dez', 'dez'])
})
