/** Moves the focus before a line that was marked as seen disappears. */
export function focusNextNotificationLine(button: HTMLElement): void {
  const line = button.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  next?.querySelector('button')?.focus()
}
