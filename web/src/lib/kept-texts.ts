import { useSyncExternalStore } from 'react'
import { observable } from './observable'

/** What is being written to a ticket: a message, the message it answers (as JSON), or a note about it. */
const keys = { message: 'drafts', quote: 'draftQuotes', note: 'noteDrafts' } as const
type Kind = keyof typeof keys

/** Rises when a text is kept or forgotten. */
const changes = observable(0)
/** What was read of the storage last: a list asks for many tickets at once. */
const lastRead = new Map<string, { readonly stored: string; readonly texts: Record<string, string> }>()

/** Texts being written, by the ticket they are for: kept over a reload of this tab, and gone with it. */
export function keptText(id: number, kind: Kind = 'message'): string {
  return readAll(keys[kind])[id] ?? ''
}

/** The same, as it changes. */
export function useKeptText(id: number, kind: Kind): string {
  return useSyncExternalStore(changes.subscribe, () => keptText(id, kind))
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
  changes.set(changes.get() + 1)
}

export function forgetTexts(): void {
  try {
    for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  } catch {
    // Refused storage holds nothing to remove.
  }
  changes.set(changes.get() + 1)
}

function readAll(key: string): Record<string, string> {
  try {
    const stored = sessionStorage.getItem(key) ?? '{}'
    const last = lastRead.get(key)
    if (last?.stored === stored) return last.texts
    const texts = textsIn(stored)
    lastRead.set(key, { stored, texts })
    return texts
  } catch {
    return {}
  }
}

function textsIn(stored: string): Record<string, string> {
  const read: unknown = JSON.parse(stored)
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
