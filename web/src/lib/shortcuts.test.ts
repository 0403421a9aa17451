import { describe, expect, it } from 'vitest'
import {
  canShortcutChangeText,
  isShortcut,
  isTypingTarget,
  type ShortcutName,
  shortcutNames,
  shortcuts,
} from './shortcuts'

const keys = (code: string, held: Partial<Record<'alt' | 'ctrl' | 'meta' | 'shift', boolean>>) => ({
  code,
  altKey: held.alt === true,
  ctrlKey: held.ctrl === true,
  metaKey: held.meta === true,
  shiftKey: held.shift === true,
})

describe('shortcuts', () => {
  it.each<[string, ReturnType<typeof keys>, ShortcutName, boolean]>([
    ['Alt and the key', keys('KeyR', { alt: true }), 'resolve', true],
    ['the key alone', keys('KeyR', {}), 'resolve', false],
    ['AltGr, which is Ctrl and Alt', keys('KeyR', { alt: true, ctrl: true }), 'resolve', false],
    ['with Shift', keys('KeyR', { alt: true, shift: true }), 'resolve', false],
    ['Ctrl+K', keys('KeyK', { ctrl: true }), 'quickSwitch', true],
    ['Cmd+K', keys('KeyK', { meta: true }), 'quickSwitch', true],
    ['Alt+K', keys('KeyK', { alt: true }), 'quickSwitch', false],
  ])('%s', (_, event, name, expected) => {
    expect(isShortcut(event, name)).toBe(expected)
  })

  it('only Ctrl+Z changes a text; on Apple keyboards letters with Alt do too', () => {
    const that = (onApple: boolean) => shortcutNames.filter((name) => canShortcutChangeText(name, onApple))

    expect(that(false)).toEqual(['undo'])
    const withoutAltLetter = ['quickSwitch', 'nextTicket', 'previousTicket']
    expect(that(true)).toEqual(shortcutNames.filter((name) => !withoutAltLetter.includes(name)))
  })

  it('no two are equal', () => {
    expect(new Set(shortcutNames.map((name) => shortcuts[name].words)).size).toBe(shortcutNames.length)
  })

  it('a field with text is in use; in an empty one only letters are typing', () => {
    const field = document.createElement('textarea')
    expect([isTypingTarget(field, false), isTypingTarget(field, true)]).toEqual([false, true])

    field.value = 'Oi'

    expect(isTypingTarget(field, false)).toBe(true)
    expect(isTypingTarget(document.body, true)).toBe(false)
  })
})
