import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import i18n from '../lib/i18n/i18n'
import { lazyOverlay, prefetchOverlays } from './overlays'
import { shownToasts } from './toasts'

interface PartProps {
  readonly open: boolean
  readonly onClose: () => void
}

const Drawn = ({ open }: PartProps) => (open ? <p>Ana Lima</p> : null)

beforeEach(() => void i18n.changeLanguage('pt-BR'))
afterEach(() => {
  cleanup()
  shownToasts.set([])
})

/** A page with a button that opens a part whose code comes from `load`. */
function openPage(load: () => Promise<ComponentType<PartProps>>) {
  const Part = lazyOverlay<PartProps>(load)
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {isOpen ? 'Aberto' : 'Abrir'}
        </button>
        <Part open={isOpen} onClose={() => setOpen(false)} />
      </>
    )
  }
  render(<Page />)
  return () => act(async () => fireEvent.click(screen.getByRole('button')))
}

it('a part whose code fails to load closes with a notice; the next opening retries', async () => {
  const load = vi.fn(async () => Drawn).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const open = openPage(load)

  await open()
  expect(screen.getByRole('button').textContent).toBe('Abrir')
  expect(shownToasts.get()).toMatchObject([{ kind: 'error', text: i18n.t('partFailed') }])

  await open()
  expect(screen.getByText('Ana Lima')).toBeTruthy()
})

it('Escape before the code arrives cancels the opening, and nothing else', async () => {
  let come: (part: ComponentType<PartProps>) => void = () => undefined
  const open = openPage(
    () =>
      new Promise((resolve) => {
        come = resolve
      }),
  )
  const nextEscape = vi.fn()
  document.addEventListener('keydown', nextEscape, { once: true })

  await open()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await act(async () => come(Drawn))

  expect(screen.queryByText('Ana Lima')).toBeNull()
  expect(screen.getByRole('button').textContent).toBe('Abrir')
  expect(nextEscape).not.toHaveBeenCalled()
  document.removeEventListener('keydown', nextEscape)
})

it('a prefetched part opens at once, also without the network', async () => {
  const load = vi.fn().mockResolvedValueOnce(Drawn).mockRejectedValue(new TypeError('Failed to fetch'))
  openPage(load)
  await act(async () => prefetchOverlays())

  fireEvent.click(screen.getByRole('button'))

  expect(screen.getByText('Ana Lima')).toBeTruthy()
})
