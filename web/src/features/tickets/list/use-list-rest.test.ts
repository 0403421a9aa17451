import { limits } from '@balcao/domain/limits'
import { renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { viewerOf } from '../../../lib/session'
import { aSessionUser } from '../../../testing/makers'
import { readTicketListUrlState } from '../list-view'
import { useEarliestFetchTime } from './list-pane'

const now = 1_700_000_000_000
const viewOf = (address: string) =>
  readTicketListUrlState(new URLSearchParams(address), viewerOf(aSessionUser()))

it('GEN-10 a changed filter waits 500 ms; the text, which its field debounces, adds no wait', () => {
  vi.useFakeTimers({ now })
  onTestFinished(() => void vi.useRealTimers())
  const { result, rerender } = renderHook(({ address }) => useEarliestFetchTime(viewOf(address)), {
    initialProps: { address: 'tab=search' },
  })
  const restAfter = (address: string) => {
    vi.advanceTimersByTime(1_000)
    rerender({ address })
    return Math.max(0, result.current - Date.now())
  }

  expect(restAfter('tab=search&q=so')).toBe(0)
  expect(restAfter('tab=search&q=sof')).toBe(0)
  expect(restAfter('tab=search&q=sof&tags=3')).toBe(limits.searchDebounce)
  expect(restAfter('tab=closed')).toBe(limits.searchDebounce)
})
