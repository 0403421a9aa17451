/** Returns the text with the addition at the cursor of the field, or at the end without a field. */
export function insertAtCursor(field: HTMLTextAreaElement | null, text: string, addition: string): string {
  const from = field?.selectionStart ?? text.length
  const to = field?.selectionEnd ?? text.length
  const after = from + addition.length
  // The browser leaves the cursor at the end of the new text, so it is set after the next render.
  queueMicrotask(() => requestAnimationFrame(() => field?.setSelectionRange(after, after)))
  return text.slice(0, from) + addition + text.slice(to)
}
