import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IconButton } from './icon-button'
import { Tooltips } from './tips'

const pageWith = (hasButton: boolean) => (
  <>
    {hasButton && (
      <IconButton label="Recarregar">
        <svg data-testid="icon" />
      </IconButton>
    )}
    <p>Olá</p>
    <Tooltips />
  </>
)
let takeButtonAway: () => void = () => undefined

beforeEach(() => {
  // happy-dom does not support :focus-visible.
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, words) {
    return words === ':focus-visible' || this.closest(words) === this
  })
  vi.useFakeTimers()
  const { rerender } = render(pageWith(true))
  takeButtonAway = () => rerender(pageWith(false))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null
const mouse = { pointerType: 'mouse', bubbles: true }
const finger = { pointerType: 'touch', bubbles: true }

describe('the tooltip of an icon', () => {
  it('shows once the pointer rests on it, and hides when the pointer leaves', () => {
    fireEvent.pointerOver(screen.getByTestId('icon'), mouse)
    pass(299)
    expect(shown()).toBeNull()
    fireEvent.pointerOver(screen.getByRole('button'), mouse) // still on it
    pass(1)
    expect(shown()).toBe('Recarregar')

    fireEvent.pointerOver(screen.getByText('Olá'), mouse)

    expect(shown()).toBeNull()
  })

  it('does not show for a passing pointer, nor after a click', () => {
    fireEvent.pointerOver(screen.getByRole('button'), mouse)
    fireEvent.pointerOver(screen.getByText('Olá'), mouse)
    pass(1_000)
    expect(shown()).toBeNull()

    fireEvent.pointerOver(screen.getByRole('button'), mouse)
    fireEvent.pointerDown(screen.getByRole('button'), mouse)
    pass(1_000)
    expect(shown()).toBeNull()
  })

  it('shows at once on keyboard focus, and hides on Escape or on blur', () => {
    const button = screen.getByRole('button')
    fireEvent.focusIn(button)
    expect(shown()).toBe('Recarregar')

    fireEvent.keyDown(button, { key: 'Escape' })
    expect(shown()).toBeNull()

    fireEvent.focusIn(button)
    fireEvent.focusOut(button)
    expect(shown()).toBeNull()
  })

  it('hides when its element scrolls away or the window resizes; other scrolling leaves it', () => {
    const button = screen.getByRole('button')
    fireEvent.focusIn(button)
    fireEvent.scroll(screen.getByText('Olá'))
    expect(shown()).toBe('Recarregar')
    fireEvent.scroll(button.parentElement ?? document)
    expect(shown()).toBeNull()

    fireEvent.focusIn(button)
    fireEvent(window, new Event('resize'))
    expect(shown()).toBeNull()
  })

  it('hides when its element is removed', async () => {
    vi.useRealTimers() // a mutation observer needs real timers
    fireEvent.focusIn(screen.getByRole('button'))
    expect(shown()).toBe('Recarregar')

    takeButtonAway()

    await waitFor(() => expect(shown()).toBeNull())
  })

  it('does not show for an element that was removed while the pointer rested on it', () => {
    fireEvent.pointerOver(screen.getByRole('button'), mouse)
    takeButtonAway()

    pass(1_000)

    expect(shown()).toBeNull()
  })

  it('shows under a resting finger, long enough to be read; not during a scroll', () => {
    const button = screen.getByRole('button')
    fireEvent.pointerDown(button, finger)
    pass(700)
    expect(shown()).toBe('Recarregar')
    fireEvent.pointerUp(button, finger)
    pass(1_499)
    expect(shown()).toBe('Recarregar')
    pass(1)
    expect(shown()).toBeNull()

    fireEvent.pointerDown(button, finger)
    fireEvent.pointerCancel(button, finger)
    pass(1_000)
    expect(shown()).toBeNull()
  })
})
