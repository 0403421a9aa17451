import { limits } from '@balcao/domain/limits'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setToastTime, shownToasts, showToast } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  setToastTime(limits.toast.usual)
  shownToasts.set([])
})

const texts = () => shownToasts.get().map(({ text }) => text)

it('ERR-04 CONST-02 a toast closes after two seconds, on screens of the outbound area after three, wherever the person goes meanwhile', () => {
  showToast('error', 'Acesso não permitido')
  setToastTime(limits.toast.onOutbound)
  showToast('success', 'Salvo')
  setToastTime(limits.toast.usual)

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
