import { useSyncExternalStore } from 'react'
import { observable } from './observable'

const keys = { message: 'drafts', quote: 'draftQuotes', note: 'noteDrafts' } as const
type Kind = keyof typeof keys

const changes = observable(0)
/** Caches the parsed value of each storage key, because a list reads the drafts of many tickets at once. */
const lastRead = new Map<string, { readonly stored: string; readonly texts: Record<string, string> }>()

/** The stored draft of a ticket. Drafts survive a reload of this tab, and are deleted with the tab. */
export function storedDraftText(id: number, kind: Kind = 'message'): string {
  return readAll(keys[kind])[id] ?? ''
}

export function useStoredDraftText(id: number, kind: Kind): string {
  return useSyncExternalStore(changes.subscribe, () => storedDraftText(id, kind))
}

/** Stores the draft of a ticket; an empty text deletes it. */
export function storeDraftText(id: number, text: string, kind: Kind = 'message'): void {
  const { [id]: _, ...others } = readAll(keys[kind])
  try {
    sessionStorage.setItem(
      keys[kind],
      JSON.stringify(text.trim() === '' ? others : { ...others, [id]: text }),
    )
  } catch {
    // Storage refused or full: the draft lasts as long as the page.
  }
  changes.set(changes.get() + 1)
}

export function removeDraftTexts(): void {
  try {
    for (const key of Object.values(keys)) sessionStorage.removeItem(key)
  } catch {
    // The browser refuses the storage, so there is nothing to remove.
  }
  changes.set(changes.get() + 1)
}

function readAll(key: string): Record<string, string> {
  try {
    const stored = sessionStorage.getItem(key) ?? '{}'
    const last = lastRead.get(key)
    if (last?.stored === stored) return last.texts
    const texts = parseTexts(stored)
    lastRead.set(key, { stored, texts })
    return texts
  } catch {
    return {}
  }
}

function parseTexts(stored: string): Record<string, string> {
  const read: unknown = JSON.parse(stored)
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
