import { shareTargetPath } from '@balcao/contract/share'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { registerShareWorkerWhenInstalled } from './providers'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Starts a page, installed or in a tab. Returns the addresses for which a worker is registered `seconds` later. */
function starts(how: 'installed' | 'in a tab') {
  vi.stubGlobal('matchMedia', (asked: string) => ({
    matches: asked === '(display-mode: standalone)' && how === 'installed',
  }))
  const scopes: string[] = []
  const register = async (_: string, { scope }: { readonly scope: string }) => void scopes.push(scope)
  vi.stubGlobal('navigator', { serviceWorker: { register } })
  const stop = registerShareWorkerWhenInstalled()
  onTestFinished(stop)
  const after = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    await vi.dynamicImportSettled()
    return scopes
  }
  return { after, stop }
}

describe('LOOK the browser accepts shares', () => {
  it('five seconds after the start of an installed page, for one address only', async () => {
    const { after } = starts('installed')

    expect(await after(4.9)).toEqual([])
    expect(await after(0.2)).toEqual([shareTargetPath])
  })

  it('not when the page was closed before', async () => {
    const { after, stop } = starts('installed')
    await after(1)

    stop()

    expect(await after(60)).toEqual([])
  })

  it('not in an ordinary tab; at once when it is installed', async () => {
    const { after } = starts('in a tab')
    expect(await after(60)).toEqual([])

    window.dispatchEvent(new Event('appinstalled'))

    expect(await after(0)).toEqual([shareTargetPath])
  })
})
