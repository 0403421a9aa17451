import { type RefObject, useEffect, useRef } from 'react'

export interface ComposerFocusState {
  readonly quotedId: number | string | undefined
  readonly files: number
  readonly isRecording: boolean
  readonly isPhone: boolean
  /** True when note mode (writing an internal note) has just closed: the field then takes the focus. */
  readonly takesFocus: boolean
}

/**
 * Whether a change of state moves the focus into the field; `before` is null on mount. On phones the keyboard
 * hides half of the conversation, so only a reply and a closed note mode move the focus.
 */
export function shouldFocusComposer(before: ComposerFocusState | null, now: ComposerFocusState): boolean {
  const isReply = now.quotedId !== undefined && now.quotedId !== before?.quotedId
  const isOpened = now.isPhone !== before?.isPhone || now.takesFocus !== before.takesFocus
  // After adding files the user types a caption, and after a recording the next text.
  const isFieldNext =
    before !== null && (now.files > before.files || (before.isRecording && !now.isRecording))
  return isReply || (isOpened && now.takesFocus) || ((isOpened || isFieldNext) && !now.isPhone)
}

export function useComposerFocus(facts: ComposerFocusState): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  const before = useRef<ComposerFocusState>(null)
  useEffect(() => {
    if (shouldFocusComposer(before.current, facts)) field.current?.focus()
    before.current = facts
  })
  return field
}
