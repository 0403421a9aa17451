import { type RefObject, useEffect, useRef } from 'react'

/** What decides where the focus goes. */
export interface FocusFacts {
  /** The message that the draft replies to. */
  readonly quotedId: number | string | undefined
  readonly files: number
  readonly isRecording: boolean
  readonly isPhone: boolean
  /** The note mode has just closed. */
  readonly takesFocus: boolean
}

/**
 * Whether a change moves the focus into the field; `before` is null at its mount. On phones the keyboard would hide half of
 * the conversation, so there only a reply and a closed note mode move it.
 */
export function movesFocus(before: FocusFacts | null, now: FocusFacts): boolean {
  const isReply = now.quotedId !== undefined && now.quotedId !== before?.quotedId
  const isOpened = now.isPhone !== before?.isPhone || now.takesFocus !== before.takesFocus
  // After new or restored files the field takes their caption; after a recording the next text.
  const isFieldNext =
    before !== null && (now.files > before.files || (before.isRecording && !now.isRecording))
  return isReply || (isOpened && now.takesFocus) || ((isOpened || isFieldNext) && !now.isPhone)
}

/** The field of the composer, which gets the focus when its facts say so. */
export function useComposerFocus(facts: FocusFacts): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  const before = useRef<FocusFacts>(null)
  useEffect(() => {
    if (movesFocus(before.current, facts)) field.current?.focus()
    before.current = facts
  })
  return field
}
