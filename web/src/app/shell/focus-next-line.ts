/** A line that is marked goes: its neighbour's button takes the focus, below it or else above. */
export function focusNextLine(button: HTMLElement): void {
  const line = button.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  next?.querySelector('button')?.focus()
}
