import { readFileSync } from 'node:fs'
import { act } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { chooseTheme, subscribeToThemeChanges } from './theme-mode'

/** The system's preference, which may change while the page is open. */
function aSystem(prefersDark: boolean) {
  const listeners = new Set<() => void>()
  const query = {
    matches: prefersDark,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }
  vi.stubGlobal('matchMedia', (asked: string) => {
    expect(asked).toBe('(prefers-color-scheme: dark)')
    return query
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    turns: (dark: boolean) =>
      act(() => {
        query.matches = dark
        for (const listener of listeners) listener()
      }),
    listeners,
  }
}

const shown = () => document.documentElement.dataset.theme

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

it.each([
  [true, 'dark'],
  [false, 'light'],
] as const)('THEME-02 where the system prefers dark (%s), without a choice, it is %s', (dark, theme) => {
  aSystem(dark)

  onTestFinished(subscribeToThemeChanges())

  expect(shown()).toBe(theme)
  expect(localStorage.getItem('preferredTheme')).toBeNull()
})

it('THEME-02 follows the system until the person chooses, and then the choice', () => {
  const system = aSystem(false)
  const stop = subscribeToThemeChanges()

  system.turns(true)
  expect(shown()).toBe('dark')
  chooseTheme('light')
  system.turns(true)
  expect(shown()).toBe('light')

  stop()
  expect(system.listeners.size).toBe(0)
})

it.each([
  [null, true, 'dark'],
  [null, false, 'light'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
] as const)(
  'THEME-02 before the first paint, with %s stored and a dark system (%s), it is %s',
  (stored, dark, theme) => {
    aSystem(dark)
    if (stored !== null) localStorage.setItem('preferredTheme', stored)

    // The page runs it as a plain script before its modules.
    new Function(readFileSync(`${import.meta.dirname}/../../public/before-modules.js`, 'utf8'))()

    expect(shown()).toBe(theme)
  },
)
