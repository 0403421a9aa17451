import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastStack } from './toast-stack'
import { shownToasts, showToast, showToastWithAction } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  shownToasts.set([])
})

const text = 'Bia transferiu Marina para você.'
const card = () => screen.getByText(text).parentElement as HTMLElement
const isThere = () => screen.queryByText(text) !== null
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

it('a notice with a button remains during hover or focus, and its time then restarts', () => {
  render(<ToastStack />)
  act(() => showToastWithAction(text, { name: 'Ver', act: () => undefined }))
  const button = screen.getByRole('button', { name: 'Ver' })

  fireEvent.pointerEnter(card())
  pass(60_000)
  expect(isThere()).toBe(true)
  fireEvent.pointerLeave(card())
  pass(5_999)
  expect(isThere()).toBe(true)
  act(() => button.focus())
  pass(60_000)
  expect(isThere()).toBe(true)

  act(() => button.blur())
  pass(6_000)
  expect(isThere()).toBe(false)
})

it('ERR-04 a notice without a button closes in its time, also under the pointer', () => {
  render(<ToastStack />)
  act(() => showToast('success', text))

  fireEvent.pointerEnter(card())
  pass(2_000)

  expect(isThere()).toBe(false)
})
