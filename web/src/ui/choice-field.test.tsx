import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { MultiSelectField, type SelectOption } from './choice-field'

afterEach(cleanup)

const people: SelectOption<number>[] = [
  { value: 1, name: 'Ana Lima' },
  { value: 2, name: 'Bia Souza' },
  { value: 3, name: 'Caio Ferraz' },
]

function shownOf(choices: readonly SelectOption<number>[], value: readonly number[]) {
  render(
    <MultiSelectField
      label="Usuários"
      choices={choices}
      value={value}
      none="Ninguém"
      onChange={() => undefined}
    />,
  )
  return screen.getByRole('combobox', { name: 'Usuários' }).textContent
}

it('separates the chosen names by commas', () => {
  expect(shownOf(people, [1, 2])).toBe('Ana Lima,Bia Souza')
})

it('shows a coloured choice as a chip, without a comma', () => {
  const queues = people.map((choice) => ({ ...choice, color: '#2E9E6B' }))

  expect(shownOf(queues, [2, 3])).toBe('Bia SouzaCaio Ferraz')
})
