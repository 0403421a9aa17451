import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastStack } from './toast-stack'
import { closeUndoOffer, offerUndo } from './undo'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  closeUndoOffer()
})

const button = () => screen.queryByRole('button', { name: 'Desfazer' })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

it('LOOK an act can be undone for five seconds, once', () => {
  const undo = vi.fn()
  render(<ToastStack />)
  act(() => offerUndo('Atendimento finalizado.', undo))

  pass(4_999)
  fireEvent.click(button() as HTMLElement)
  expect(undo).toHaveBeenCalledTimes(1)
  expect(button()).toBeNull()

  act(() => offerUndo('Atendimento finalizado.', undo))
  pass(5_000)
  expect(button()).toBeNull()
})

it('LOOK the bar remains during hover or focus', () => {
  render(<ToastStack />)
  act(() => offerUndo('Atendimento finalizado.', () => undefined))
  const bar = screen.getByText('Atendimento finalizado.').parentElement as HTMLElement

  fireEvent.pointerEnter(bar)
  pass(60_000)
  expect(button()).not.toBeNull()

  fireEvent.pointerLeave(bar)
  pass(4_999)
  act(() => button()?.focus())
  pass(60_000)
  expect(button()).not.toBeNull()

  act(() => button()?.blur())
  pass(5_000)
  expect(button()).toBeNull()
})

it('LOOK Ctrl+Z in a field with text undoes the latest: the act, or text typed after it', () => {
  const undo = vi.fn()
  render(
    <>
      <input aria-label="Mensagem" defaultValue="Chega na" />
      <ToastStack />
    </>,
  )
  const field = screen.getByRole('textbox', { name: 'Mensagem' })
  const press = () => fireEvent.keyDown(field, { code: 'KeyZ', ctrlKey: true })
  act(() => offerUndo('sofa.jpg foi tirado.', undo))
  expect(button()?.title).toBe('Ctrl+Z')

  const isLeftToTheField = press()
  expect([undo.mock.calls.length, isLeftToTheField]).toEqual([1, false])

  act(() => offerUndo('sofa.jpg foi tirado.', undo))
  fireEvent.input(field, { target: { value: 'Chega na sexta' } })
  expect(press()).toBe(true)
  expect([undo.mock.calls.length, button()?.title]).toEqual([1, ''])
  fireEvent.keyDown(document.body, { code: 'KeyZ', ctrlKey: true })
  expect(undo).toHaveBeenCalledTimes(2)
})

it('LOOK of two acts only the later can be undone', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  render(<ToastStack />)
  act(() => offerUndo('Atendimento com Marina finalizado.', first))
  pass(3_000)
  act(() => offerUndo('Atendimento com Rui finalizado.', second))

  pass(3_000)
  fireEvent.click(button() as HTMLElement)

  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(1)
})
