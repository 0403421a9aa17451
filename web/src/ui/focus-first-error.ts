import type { BaseSyntheticEvent } from 'react'

/** Focuses the first wrong field of the submitted form. In place of saving, for `handleSubmit` of react-hook-form. */
export function focusFirstError(_values: unknown, event?: BaseSyntheticEvent): void {
  const form: unknown = event?.target
  if (form instanceof HTMLElement) form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
