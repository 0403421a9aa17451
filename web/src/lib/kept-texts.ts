/** What is being written to a ticket: a message, the message it answers (as JSON), or a note about it. */
const keys = { message: 'drafts', quote: 'draftQuotes', note: 'noteDrafts' } as const
type Kind = keyof typeof keys

/** Texts being written, by the ticket they are for: kept over a reload of this tab, and gone with it. */
export function keptText(id: number, kind: Kind = 'message'): string {
  return readAll(keys[kind])[id] ?? ''
}

/** An empty text forgets it. */
export function keepText(id: number, text: string, kind: Kind = 'message'): void {
  const { [id]: _, ...others } = readAll(keys[kind])
  try {
    sessionStorage.setItem(
      keys[kind],
      JSON.stringify(text.trim() === '' ? others : { ...others, [id]: text }),
    )
  } catch {
    // Refused or full: what is written lives as long as the page.
  }
}

export function forgetTexts(): void {
  try {
    for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  } catch {
    // Refused storage holds nothing to remove.
  }
}

function readAll(key: string): Record<string, string> {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof read !== 'object' || read === null) return {}
    return Object.fromEntries(
      Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
