/** A marked line disappears: moves the focus to the button of the next line, or of the previous one. */
export function focusNextLine(button: HTMLElement): void {
  const line = button.closest('li')
  const next = line?.nextElementSibling ?? line?.previousElementSibling
  next?.querySelector('button')?.focus()
}
