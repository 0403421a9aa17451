import type { QuickMessageSuggestion } from '@balcao/contract/quick-messages'
import { type KeyboardEvent, useId, useState } from 'react'
import { useQuickMessages } from '../../../lib/lists/quick-messages'
import { findQuickAnswers, quickAnswerSearchText } from './find-answers'

const noAnswers: readonly QuickMessageSuggestion[] = []

/** Lists quick answers for the text after a slash, or all after a click of the button. The field keeps the focus. */
export function useQuickAnswers(input: string, onChoose: (answer: QuickMessageSuggestion) => void) {
  const listId = useId()
  const [askedAt, setAskedAt] = useState<string | null>(null)
  const typed = quickAnswerSearchText(input)
  const isByButton = typed === undefined && askedAt === input
  const wanted = isByButton ? '' : typed
  const [active, setActive] = useState({ input, at: 0 })
  const [isDismissed, setDismissed] = useState(false)
  // The fetch begins with the slash, so that answers are there for the first letter.
  const query = useQuickMessages(isByButton || input.startsWith('/'))
  if (isDismissed && wanted === undefined) setDismissed(false)
  if (askedAt !== null && askedAt !== input) setAskedAt(null)

  const isAsked = wanted !== undefined && !isDismissed
  const answers = isAsked ? findQuickAnswers(query.data ?? noAnswers, wanted) : noAnswers
  const at = active.input === input ? Math.min(active.at, answers.length - 1) : 0
  const chosen = answers[at]
  const choices = answers.length

  function dismiss(): void {
    setDismissed(true)
    setAskedAt(null)
  }
  function choose(answer: QuickMessageSuggestion): void {
    setAskedAt(null)
    onChoose(answer)
  }

  /** Returns true when the list handled the key. */
  function actOnKey(event: KeyboardEvent): boolean {
    if (!isAsked || event.nativeEvent.isComposing) return false
    if (event.key === 'Escape') return take(event, dismiss)
    // While the list loads, Enter must not send the shortcode to the customer.
    if (query.isLoading && (event.key === 'Enter' || event.key === 'Tab')) return take(event)
    if (chosen === undefined) return false
    switch (event.key) {
      case 'ArrowDown':
        return take(event, () => setActive({ input, at: (at + 1) % choices }))
      case 'ArrowUp':
        return take(event, () => setActive({ input, at: (at + choices - 1) % choices }))
      case 'Enter':
      case 'Tab':
        return !event.shiftKey && take(event, () => choose(chosen))
      default:
        return false
    }
  }

  return {
    isOpen: isAsked && (choices > 0 || isByButton || query.isLoading || query.isError),
    isLoading: query.isLoading,
    /** True when the button has opened the list, but the user has no quick answers. */
    isEmpty: isByButton && query.data !== undefined && choices === 0,
    error: query.error,
    reload: () => void query.refetch(),
    answers,
    chosen,
    listId,
    optionId: (answer: QuickMessageSuggestion) => `${listId}-${answer.id}`,
    point: (answer: QuickMessageSuggestion) => setActive({ input, at: answers.indexOf(answer) }),
    actOnKey,
    choose,
    ask() {
      setDismissed(false)
      setAskedAt(input)
    },
    dismiss,
  }
}
export type QuickAnswers = ReturnType<typeof useQuickAnswers>

function take(event: KeyboardEvent, act: () => void = () => undefined): true {
  event.preventDefault()
  act()
  return true
}
