import { readFileSync } from 'node:fs'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { chooseDensity, subscribeToDensityChanges, useDensity } from './density'

const shown = () => document.documentElement.dataset.density

beforeEach(() => {
  localStorage.clear()
  onTestFinished(() => {
    localStorage.clear()
    delete document.documentElement.dataset.density
  })
})

it('rows are comfortable by default, and a choice is stored in the browser', () => {
  onTestFinished(subscribeToDensityChanges())
  const density = renderHook(useDensity)
  expect(shown()).toBe('comfortable')
  expect(localStorage.getItem('preferredDensity')).toBeNull()

  act(() => chooseDensity('compact'))

  expect(shown()).toBe('compact')
  expect(density.result.current).toBe('compact')
  expect(localStorage.getItem('preferredDensity')).toBe('compact')
})

it('follows a choice in another tab, until it is unsubscribed', () => {
  const stop = subscribeToDensityChanges()
  const chooseElsewhere = (chosen: string) => {
    localStorage.setItem('preferredDensity', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'preferredDensity', newValue: chosen }))
  }

  chooseElsewhere('compact')
  expect(shown()).toBe('compact')

  stop()
  chooseElsewhere('comfortable')
  expect(shown()).toBe('compact')
})

it.each([
  [null, 'comfortable'],
  ['compact', 'compact'],
  ['something older', 'comfortable'],
])('with %s stored it is %s, already before the first paint', (stored, density) => {
  if (stored !== null) localStorage.setItem('preferredDensity', stored)

  // The page runs it as a plain script before its modules.
  new Function(readFileSync(`${import.meta.dirname}/../../public/before-modules.js`, 'utf8'))()
  expect(shown()).toBe(density)

  onTestFinished(subscribeToDensityChanges())
  expect(shown()).toBe(density)
})
