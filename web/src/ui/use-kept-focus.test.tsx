import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import i18n from '../lib/i18n/i18n'
import { AppDialog } from './dialog'
import { PageLayout } from './page'

await i18n.changeLanguage('pt-BR')
afterEach(cleanup)

const none: readonly string[] = []

/** An empty page whose button, which opens a form, moves to the head with the first record. */
function openPage(first = none) {
  let setRecords: (records: readonly string[]) => void = () => undefined
  let close: () => void = () => undefined
  function Records() {
    const [records, set] = useState(first)
    const [isOpen, setOpen] = useState(false)
    setRecords = set
    close = () => setOpen(false)
    const add = (
      <button type="button" onClick={() => setOpen(true)}>
        Nova tag
      </button>
    )
    return (
      <PageLayout actions={records.length > 0 ? add : undefined}>
        {records.map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
        {records.length === 0 && <div data-actions>{add}</div>}
        {isOpen && (
          <AppDialog title="Tag" open onClose={close}>
            <input aria-label="Nome" />
          </AppDialog>
        )}
      </PageLayout>
    )
  }
  render(
    <main>
      <Records />
    </main>,
  )
  return {
    become: (...records: string[]) => act(() => setRecords(records)),
    close: () => act(() => close()),
  }
}
const addButton = () => screen.getByRole('button', { name: 'Nova tag', hidden: true })
async function openForm() {
  addButton().focus()
  fireEvent.click(addButton())
  ;(await screen.findByRole('textbox', { name: 'Nome' })).focus()
}

it('adding the first record focuses the button in the head, after its own was unmounted', async () => {
  const { become, close } = openPage()
  await openForm()

  become('VIP')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nome' }))
  close()

  expect(document.activeElement).toBe(addButton())
})

it('also when the list shows the record only after the form has closed', async () => {
  const { become, close } = openPage()
  await openForm()
  const pressed = addButton()

  close()
  expect(document.activeElement).toBe(pressed)
  become('VIP')

  expect(pressed.isConnected).toBe(false)
  expect(document.activeElement).toBe(addButton())
})

it('deleting the last record focuses the button of the empty list', () => {
  const { become } = openPage(['VIP'])
  screen.getByRole('button', { name: 'VIP' }).focus()

  become()

  expect(document.activeElement).toBe(addButton())
})

it('takes no focus after a click on the background, or from outside the page', () => {
  const { become } = openPage(['VIP', 'Retorno'])
  become('VIP')
  expect(document.activeElement).toBe(document.body)

  const vip = screen.getByRole('button', { name: 'VIP' })
  vip.focus()
  fireEvent.pointerDown(document.body)
  vip.blur()
  become('Ouro')

  expect(document.activeElement).toBe(document.body)
})
