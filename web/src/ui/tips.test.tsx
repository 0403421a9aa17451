import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IconButton } from './icon-button'
import { Tips } from './tips'

const pageWith = (hasButton: boolean) => (
  <>
    {hasButton && (
      <IconButton label="Recarregar">
        <svg data-testid="icon" />
      </IconButton>
    )}
    <p>Olá</p>
    <Tips />
  </>
)
let takeButtonAway: () => void = () => undefined

beforeEach(() => {
  // happy-dom does not know how the focus came.
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

  it('go when what they name is scrolled away, or the window changes its size; not with what moves elsewhere', () => {
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

  it('go with what they name', async () => {
    vi.useRealTimers() // who watches the document has timers of their own
    fireEvent.focusIn(screen.getByRole('button'))
    expect(shown()).toBe('Recarregar')

    takeButtonAway()

    await waitFor(() => expect(shown()).toBeNull())
  })

  it('do not show for what was taken away while the pointer rested on it', () => {
    fireEvent.pointerOver(screen.getByRole('button'), mouse)
    takeButtonAway()

    pass(1_000)

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
