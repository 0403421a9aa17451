import { useEffect, useRef } from 'react'

/**
 * The shortcuts, by the position of the key (`KeyboardEvent.code`), so that ABNT2 and other layouts use the same key.
 * Letters need Alt, since the composer mostly has the focus.
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
export const shortcutNames = Object.keys(shortcuts) as readonly ShortcutName[] // Object.keys loses the names

/** The help opens by the typed character, a question mark, on any key. */
export const helpKey = '?'

/**
 * Runs `act` on the shortcut; undefined disables it. It also works in a field with a draft, where the keys do not change
 * the text.
 */
export function useShortcut(name: ShortcutName, act: (() => void) | undefined): void {
  useKey(
    (event) =>
      act !== undefined &&
      isShortcut(event, name) &&
      !(changesText(name, isApple()) && isTyping(event.target, false)),
    act,
  )
}

/** Ctrl+Z undoes typing, and on Apple keyboards Alt with a letter types another letter. */
export function changesText(name: ShortcutName, onApple: boolean): boolean {
  const { code, chord } = shortcuts[name]
  return name === 'undo' || (onApple && chord === 'alt' && code.startsWith('Key'))
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform)
}

/** Like `useShortcut`, also in a field that contains text: for acts that are newer than the typed text. */
export function useShortcutInFields(name: ShortcutName, act: (() => void) | undefined): void {
  useKey((event) => act !== undefined && isShortcut(event, name), act)
}

/** Runs `act` on the question mark, outside every field. */
export function useHelpKey(act: () => void): void {
  useKey(
    (event) =>
      event.key === helpKey &&
      !event.ctrlKey &&
      !event.altKey &&
      !event.metaKey &&
      !isTyping(event.target, true),
    act,
  )
}

function useKey(fits: (event: KeyboardEvent) => boolean, act: (() => void) | undefined): void {
  const latest = useRef({ fits, act })
  useEffect(() => {
    latest.current = { fits, act }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || !latest.current.fits(event)) return
      if (document.querySelector('[role="dialog"],[role="menu"]') !== null) return // a dialog or menu on top handles the keys
      event.preventDefault()
      latest.current.act?.()
    }
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

/** Whether the target is a field in use: one that contains text; with `alsoEmpty` any field. */
export function isTyping(target: EventTarget | null, alsoEmpty: boolean): boolean {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    return alsoEmpty || target.value !== ''
  }
  return target instanceof HTMLElement && target.isContentEditable
}
