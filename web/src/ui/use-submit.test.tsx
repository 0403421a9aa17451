import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { useDelayedSubmit } from './use-submit'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it.each([
  ['a form', undefined, 400],
  ['a form of the owner of the platform', 500, 500],
])('GEN-12 GEN-13 %s is saved once after its delay, and is pending meanwhile', async (_, given, delay) => {
  const save = vi.fn(async () => undefined)
  const form = renderHook(() => useDelayedSubmit(save, given))

  act(() => {
    void form.result.current.submit('Vendas')
    void form.result.current.submit('Vendas')
  })
  await advance(delay - 1)
  expect([form.result.current.isWaiting, save.mock.calls]).toEqual([true, []])
  await advance(1)

  expect([form.result.current.isWaiting, save.mock.calls]).toEqual([false, [['Vendas']]])
})

it('GEN-13 only the forms of companies, plans and helps wait 500 ms', () => {
  const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
    eager: true,
    query: '?raw',
    import: 'default',
  })

  const waiting = Object.entries(sources).filter(
    ([path, source]) => !path.includes('.test.') && /useDelayedSubmit\([\s\S]*adminSubmitDelay/.test(source),
  )

  expect(waiting.map(([path]) => path)).toEqual([
    '../features/companies/company-dialog.tsx',
    '../features/helps/help-dialog.tsx',
    '../features/plans/plan-dialog.tsx',
  ])
})
