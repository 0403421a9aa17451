/** The text with `addition` where the cursor stands, and the cursor after it; at the end when there is no field. */
export function insertAtCursor(field: HTMLTextAreaElement | null, text: string, addition: string): string {
  const from = field?.selectionStart ?? text.length
  const to = field?.selectionEnd ?? text.length
  const after = from + addition.length
  // Once the new text is in the field, the browser would leave the cursor at its end.
  queueMicrotask(() => requestAnimationFrame(() => field?.setSelectionRange(after, after)))
  return text.slice(0, from) + addition + text.slice(to)
}
