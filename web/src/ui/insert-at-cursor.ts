/** Inserts `addition` at the cursor, and moves the cursor behind it; appends it without a field. */
export function insertAtCursor(field: HTMLTextAreaElement | null, text: string, addition: string): string {
  const from = field?.selectionStart ?? text.length
  const to = field?.selectionEnd ?? text.length
  const after = from + addition.length
  // The browser would leave the cursor at the end of the new text.
  queueMicrotask(() => requestAnimationFrame(() => field?.setSelectionRange(after, after)))
  return text.slice(0, from) + addition + text.slice(to)
}
