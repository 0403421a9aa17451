import { waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Saves a form once its former click is over: a form ignores clicks for 400 ms after one (GEN-13). */
export async function pressSave(person: UserEvent, form: HTMLElement): Promise<void> {
  const button = within(form).getByRole<HTMLButtonElement>('button', { name: 'Salvar' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await person.click(button)
}
