import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Goes to the target in the url, once for each visit: a message, `#message-12`, as in the results of a search; or a note
 * with the message above it, `#note-5-message-12`, as in a mention.
 */
export function useAskedMessage(goTo: (messageId: number, noteId: number | null) => void): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: goTo is new in every render; `key` is each visit
  useEffect(() => {
    const place = placeNamed(hash)
    if (place !== undefined) goTo(place.messageId, place.noteId)
  }, [hash, key])
}

function placeNamed(hash: string): { messageId: number; noteId: number | null } | undefined {
  const [, noteDigits, digits] = /^#(?:note-(\d{1,10})-)?message-(-?\d{1,16})$/.exec(hash) ?? []
  if (digits === undefined) return undefined
  return { messageId: Number(digits), noteId: noteDigits === undefined ? null : Number(noteDigits) }
}
