import type { BaseSyntheticEvent } from 'react'

/**
 * Focuses the first field with an error. Pass this function as second argument to `handleSubmit` of
 * react-hook-form.
 */
export function focusFirstError(_values: unknown, event?: BaseSyntheticEvent): void {
  const form: unknown = event?.target
  if (form instanceof HTMLElement) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
