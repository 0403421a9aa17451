import { useEffect, useEffectEvent } from 'react'

/**
 * The shortcuts by the position of their key (`KeyboardEvent.code`), so that all layouts use the same key. Letters
 * need Alt, because the composer mostly has the focus.
 */
export const shortcuts = {
  quickSwitch: { code: 'KeyK', chord: 'ctrl', words: 'Ctrl+K' },
  nextTicket: { code: 'ArrowDown', chord: 'alt', words: 'Alt+↓' },
  previousTicket: { code: 'ArrowUp', chord: 'alt', words: 'Alt+↑' },
  accept: { code: 'KeyA', chord: 'alt', words: 'Alt+A' },
  resolve: { code: 'KeyR', chord: 'alt', words: 'Alt+R' },
  transfer: { code: 'KeyT', chord: 'alt', words: 'Alt+T' },
  snooze: { code: 'KeyS', chord: 'alt', words: 'Alt+S' },
  reply: { code: 'KeyM', chord: 'alt', words: 'Alt+M' },
  note: { code: 'KeyO', chord: 'alt', words: 'Alt+O' },
  search: { code: 'KeyB', chord: 'alt', words: 'Alt+B' },
  searchConversation: { code: 'KeyL', chord: 'alt', words: 'Alt+L' },
  undo: { code: 'KeyZ', chord: 'ctrl', words: 'Ctrl+Z' },
} as const
export type ShortcutName = keyof typeof shortcuts
// `Object.keys` returns strings; these are the names of `shortcuts`.
export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[]

/** The character that opens the help; its key differs between layouts. */
export const helpKey = '?'

/** Runs `act` on the shortcut; undefined disables it. In a field with text, shortcuts whose keys edit text are off. */
export function useShortcut(name: ShortcutName, act: (() => void) | undefined): void {
  useKey(
    (event) =>
      act !== undefined &&
      isShortcut(event, name) &&
      !(canShortcutChangeText(name, isApple()) && isTypingTarget(event.target, false)),
    act,
  )
}

/** Whether the keys would edit a field: Ctrl+Z undoes typing, and Alt types characters on Apple keyboards. */
export function canShortcutChangeText(name: ShortcutName, onApple: boolean): boolean {
  const { code, chord } = shortcuts[name]
  return name === 'undo' || (onApple && chord === 'alt' && code.startsWith('Key'))
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** Like `useShortcut`, but works in every text field, even if the keys of the shortcut would edit its text. */
export function useShortcutInFields(name: ShortcutName, act: (() => void) | undefined): void {
  useKey((event) => act !== undefined && isShortcut(event, name), act)
}

/** Runs `act` when a question mark is typed outside of fields. */
export function useHelpKey(act: () => void): void {
  useKey(
    ({ key, ctrlKey, altKey, metaKey, target }) =>
      key === helpKey && !(ctrlKey || altKey || metaKey) && !isTypingTarget(target, true),
    act,
  )
}

function useKey(fits: (event: KeyboardEvent) => boolean, act: (() => void) | undefined): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing || !fits(event)) return
    // An open dialog or menu has its own keys, so shortcuts are off.
    if (document.querySelector('[role="dialog"],[role="menu"]') !== null) return
    event.preventDefault()
    act?.()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

export function isShortcut(
  event: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  name: ShortcutName,
): boolean {
  const { code, chord } = shortcuts[name]
  const control = event.ctrlKey || event.metaKey
  const isChord = chord === 'alt' ? event.altKey && !control : control && !event.altKey
  return event.code === code && isChord && !event.shiftKey
}

/** Whether the target is a field that contains text; with `alsoEmpty` also an empty field. */
export function isTypingTarget(target: EventTarget | null, alsoEmpty: boolean): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return alsoEmpty || target.value !== ''
  }
  return target instanceof HTMLElement && target.isContentEditable
}
