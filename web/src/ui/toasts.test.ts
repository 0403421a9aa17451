import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { shownToasts, showToast } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  shownToasts.set([])
})

const texts = () => shownToasts.get().map(({ text }) => text)

it('ERR-04 CONST-02 a toast closes after two seconds, on screens that were built later after three', () => {
  showToast('error', 'Acesso não permitido')
  showToast('success', 'Salvo', 3_000)

  vi.advanceTimersByTime(1_999)
  expect(texts()).toEqual(['Acesso não permitido', 'Salvo'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['Salvo'])
  vi.advanceTimersByTime(1_000)
  expect(texts()).toEqual([])
})

it('the same text twice shows once', () => {
  showToast('error', 'Sem conexão')
  showToast('error', 'Sem conexão')

  expect(texts()).toEqual(['Sem conexão'])
})
