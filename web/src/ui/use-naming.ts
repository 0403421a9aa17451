import type { UserId } from '@balcao/domain/ids'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { hasNoMatchingMember, insertMention, membersMatching, mentionBeingTyped } from '../lib/mentions'

interface Member {
  readonly id: UserId
  readonly name: string
}

interface NamingParts {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly members: readonly Member[]
  readonly onText: (text: string) => void
}

export type MentionSuggestions = ReturnType<typeof useMentionSuggestions>

export function useMentionSuggestions({ field, text, members, onText }: NamingParts) {
  const listId = useId()
  /** The text and cursor at the last call of `look`. The text may change without it, for example by an emoji picker. */
  const [looked, setLooked] = useState({ text: '', cursor: 0 })
  const [chosen, setChosen] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const naming = looked.text === text ? mentionBeingTyped(text, looked.cursor) : null
  const wanted = naming === dismissed ? null : naming
  const found = wanted === null ? [] : membersMatching(members, wanted)
  const at = Math.min(chosen, Math.max(0, found.length - 1))
  const isOpen = found.length > 0
  const isNobody = wanted !== null && members.length > 0 && hasNoMatchingMember(members, wanted)

  function take(member: Member): void {
    const next = insertMention(text, looked.cursor, member)
    onText(next.text)
    setChosen(0)
    setLooked(next)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.cursor, next.cursor)
    })
  }

  /** Returns true when the panel handled the key. */
  function actOnKey(event: KeyboardEvent): boolean {
    const member = found[at]
    if (member === undefined) return isNobody && event.key === 'Escape' && dismiss(event)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen((at + step + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(member)
    else if (event.key === 'Escape') return dismiss(event)
    else return false
    event.preventDefault()
    return true
  }

  function dismiss(event: KeyboardEvent): true {
    setDismissed(naming)
    event.preventDefault()
    return true
  }

  return {
    isOpen,
    /** True if no member's name matches the typed one. */
    isNobody,
    listId,
    found,
    at,
    activeId: isOpen ? `${listId}-${at}` : undefined,
    take,
    actOnKey,
    /** Call this when the text or the cursor has changed. */
    look: () => setLooked({ text: field.current?.value ?? '', cursor: field.current?.selectionStart ?? 0 }),
  }
}
