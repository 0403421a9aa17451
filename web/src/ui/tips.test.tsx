import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IconButton } from './icon-button'
import { Tips } from './tips'

beforeEach(() => {
  // happy-dom does not know how the focus came.
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, words) {
    return words === ':focus-visible' || this.closest(words) === this
  })
  vi.useFakeTimers()
  render(
    <>
      <IconButton label="Recarregar">
        <svg data-testid="icon" />
      </IconButton>
      <p>Olá</p>
      <Tips />
    </>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null
const mouse = { pointerType: 'mouse', bubbles: true }
const finger = { pointerType: 'touch', bubbles: true }

describe('the words of an icon', () => {
  it('show once the pointer rests on it, and go when it leaves', () => {
    fireEvent.pointerOver(screen.getByTestId('icon'), mouse)
    pass(299)
    expect(shown()).toBeNull()
    fireEvent.pointerOver(screen.getByRole('button'), mouse) // still on it
    pass(1)
    expect(shown()).toBe('Recarregar')

    fireEvent.pointerOver(screen.getByText('Olá'), mouse)

    expect(shown()).toBeNull()
  })

  it('do not show for a pointer that only passes, nor after a click', () => {
    fireEvent.pointerOver(screen.getByRole('button'), mouse)
    fireEvent.pointerOver(screen.getByText('Olá'), mouse)
    pass(1_000)
    expect(shown()).toBeNull()

    fireEvent.pointerOver(screen.getByRole('button'), mouse)
    fireEvent.pointerDown(screen.getByRole('button'), mouse)
    pass(1_000)
    expect(shown()).toBeNull()
  })

  it('show at once with the keyboard’s focus, and go with Escape or with the focus', () => {
    const button = screen.getByRole('button')
    fireEvent.focusIn(button)
    expect(shown()).toBe('Recarregar')

    fireEvent.keyDown(button, { key: 'Escape' })
    expect(shown()).toBeNull()

    fireEvent.focusIn(button)
    fireEvent.focusOut(button)
    expect(shown()).toBeNull()
  })

  it('show under a finger that rests, long enough to be read; not while the page is scrolled', () => {
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
