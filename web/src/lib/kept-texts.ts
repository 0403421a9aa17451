const key = 'drafts'

/** Texts being written, by the ticket they are for: kept over a reload of this tab, and gone with it. */
export function keptText(id: number): string {
  return readAll()[id] ?? ''
}

/** An empty text forgets it. */
export function keepText(id: number, text: string): void {
  const { [id]: _, ...others } = readAll()
  try {
    sessionStorage.setItem(key, JSON.stringify(text.trim() === '' ? others : { ...others, [id]: text }))
  } catch {
    // Refused or full: what is written lives as long as the page.
  }
}

export function forgetTexts(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Refused storage holds nothing to remove.
  }
}

function readAll(): Record<string, string> {
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
