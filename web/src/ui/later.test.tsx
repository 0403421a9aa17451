import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import i18n from '../lib/i18n/i18n'
import { lazyComponent } from './later'
import { ToastStack } from './toast-stack'
import { shownToasts } from './toasts'

const gone = new TypeError('Failed to fetch dynamically imported module')

beforeEach(() => void i18n.changeLanguage('pt-BR'))
afterEach(() => {
  cleanup()
  shownToasts.set([])
  vi.restoreAllMocks()
})

interface DialogProps {
  readonly onClose: () => void
}

/** A page with a draft, and a button that opens a dialog whose code comes from `load`. */
function openPage(load: () => Promise<ComponentType<DialogProps>>) {
  const Dialog = lazyComponent(load)
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <input aria-label="Mensagem" />
        <button type="button" onClick={() => setOpen(true)}>
          Transferir
        </button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  showPage(<Page />)
  fireEvent.change(written(), { target: { value: 'Já confiro' } })
  return () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Transferir' })))
}

function showPage(page: ReactNode) {
  return render(
    <>
      {page}
      <ToastStack />
    </>,
  )
}

const written = () => screen.getByLabelText<HTMLInputElement>('Mensagem')
const Drawn = () => <p>Para qual fila?</p>

it('a dialog whose code fails to load closes with a notice, without a reload', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
  const open = openPage(() => Promise.reject(gone))

  await open()

  expect(screen.getByText(i18n.t('partFailed'))).toBeTruthy()
  expect(written().value).toBe('Já confiro')
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Recarregar' }))
  expect(reload).toHaveBeenCalledOnce()
})

it('the notice can be closed; the next opening retries, and then shows the dialog', async () => {
  const open = openPage(vi.fn(async () => Drawn).mockRejectedValueOnce(gone))
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Fechar' }))
  expect(screen.queryByText(i18n.t('partFailed'))).toBeNull()

  await open()

  await screen.findByText('Para qual fila?')
  expect(written().value).toBe('Já confiro')
})

it('a part that cannot be closed shows the failure in its place, with a retry', async () => {
  const Conversation = lazyComponent(vi.fn(async () => Drawn).mockRejectedValueOnce(gone))
  await act(async () => void showPage(<Conversation />))
  expect(screen.getByRole('alert').textContent).toContain('Esta parte não carregou')
  expect(screen.getByRole('button', { name: 'Recarregar' })).toBeTruthy()

  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' })))

  await screen.findByText('Para qual fila?')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows the fallback until the code is loaded', async () => {
  let come: (Part: ComponentType) => void = () => undefined
  const Emojis = lazyComponent(
    () => new Promise<ComponentType>((resolve) => (come = resolve)),
    <p>Carregando</p>,
  )
  showPage(<Emojis />)
  expect(screen.getByText('Carregando')).toBeTruthy()

  await act(async () => come(Drawn))

  await screen.findByText('Para qual fila?')
  expect(screen.queryByText('Carregando')).toBeNull()
})

it('shows no failure for a part that was unmounted before its code arrived', async () => {
  let fail: (cause: unknown) => void = () => undefined
  const Dialog = lazyComponent<DialogProps>(() => new Promise((_, reject) => (fail = reject)))
  const onClose = vi.fn()
  const page = showPage(<Dialog onClose={onClose} />)

  page.unmount()
  await act(async () => fail(gone))

  expect(shownToasts.get()).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})
