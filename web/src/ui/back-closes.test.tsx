import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { onAPhone, onAWideScreen } from '../testing/on-a-phone'
import { useCloseOnBack } from './back-closes'

function Layers() {
  const [panel, setPanel] = useState(false)
  const [menu, setMenu] = useState(false)
  useCloseOnBack(panel, () => setPanel(false))
  useCloseOnBack(menu, () => setMenu(false))
  return (
    <>
      <button type="button" onClick={() => setPanel(!panel)}>
        panel {panel ? 'open' : 'closed'}
      </button>
      <button type="button" onClick={() => setMenu(!menu)}>
        menu {menu ? 'open' : 'closed'}
      </button>
      <button
        type="button"
        onClick={() => {
          setPanel(false)
          setMenu(true)
        }}
      >
        swap
      </button>
    </>
  )
}
const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const entry = () => (window.history.state as { page?: string; layers?: number }) ?? {}
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))
const back = () => act(async () => window.history.back())

beforeEach(() => {
  window.history.pushState({ page: 'list' }, '')
  window.history.pushState({ page: 'conversation' }, '')
})
afterEach(cleanup)

it('Back closes the last layer first, and leaves the page only after all layers', async () => {
  onAPhone()
  render(<Layers />)
  await press(/panel/)
  await press(/menu/)

  await back()
  await waitFor(() => expect(shown()).toEqual(['panel open', 'menu closed', 'swap']))
  await back()
  await waitFor(() => expect(shown()).toEqual(['panel closed', 'menu closed', 'swap']))
  expect(entry()).toEqual({ page: 'conversation' })
  await back()

  await waitFor(() => expect(entry()).toEqual({ page: 'list' }))
})

it('closing a layer by its own button removes its history entry', async () => {
  onAPhone()
  render(<Layers />)
  await press(/panel/)
  expect(entry()).toEqual({ page: 'conversation', layers: 1 })

  await press(/panel/)

  await waitFor(() => expect(entry()).toEqual({ page: 'conversation' }))
})

it('a layer that follows another in one step takes over its entry', async () => {
  onAPhone()
  render(<Layers />)
  await press(/panel/)
  await press(/swap/)
  expect(shown()).toEqual(['panel closed', 'menu open', 'swap'])

  await back()

  await waitFor(() => expect(shown()).toEqual(['panel closed', 'menu closed', 'swap']))
  expect(entry()).toEqual({ page: 'conversation' })
})

it('Back skips the entry of a layer whose page was left', async () => {
  onAPhone()
  const { unmount } = render(<Layers />)
  await press(/panel/)
  window.history.pushState({ page: 'another' }, '')
  unmount()
  expect(entry()).toEqual({ page: 'another' })

  await back()

  await waitFor(() => expect(entry()).toEqual({ page: 'conversation' }))
})

it('beside a conversation, on a wide screen, no layer owns a history entry', async () => {
  onAWideScreen()
  render(<Layers />)
  await press(/panel/)

  expect(entry()).toEqual({ page: 'conversation' })
})
