import { el, iconButton } from './dom.js'
import { t } from './texts.js'

/**
 * A sheet over one phone's screen that makes everything below it inert. Escape and the cross close it, and the focus
 * returns to its previous element. Returns `close`.
 * @param screen the phone's screen
 */
export function openSheet(screen, title, content, { whenClosed } = {}) {
  const before = document.activeElement
  const below = [...screen.children].filter(({ inert }) => !inert)
  const close = () => {
    if (!veil.isConnected) return
    veil.remove()
    for (const part of below) part.inert = false
    if (before?.isConnected) before.focus({ preventScroll: true })
    whenClosed?.()
  }
  const sheet = el(
    'section',
    { class: 'sheet', role: 'dialog', 'aria-modal': true, 'aria-label': title, tabindex: -1 },
    el('header', { class: 'sheet-head' }, el('h3', { text: title }), iconButton('close', t('close'), close)),
    content,
  )
  const veil = el(
    'div',
    {
      class: 'veil',
      on: {
        click: ({ target }) => target === veil && close(),
        keydown: (event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        },
      },
    },
    sheet,
  )
  for (const part of below) part.inert = true
  screen.append(veil)
  const first = sheet.querySelector('[autofocus], input, textarea, .sheet-body button') ?? sheet
  first.focus({ preventScroll: true })
  return close
}

/** Asks for confirmation of a destructive act. */
export function askFirst(screen, question, loss, yes, act) {
  const content = el(
    'div',
    { class: 'sheet-body' },
    loss && el('p', { text: loss }),
    el(
      'div',
      { class: 'buttons' },
      el('button', {
        type: 'button',
        class: 'button outline',
        text: t('cancel'),
        on: { click: () => close() },
      }),
      el('button', {
        type: 'button',
        class: 'button danger',
        text: yes,
        on: {
          click: () => {
            close()
            act()
          },
        },
      }),
    ),
  )
  const close = openSheet(screen, question, content)
}

/** A form in a sheet: `submit` gets its fields by name and may throw the error that is shown below them. */
export function openForm(screen, title, fields, yes, submit) {
  const trouble = el('p', { class: 'trouble', role: 'alert' })
  const button = el('button', { type: 'submit', class: 'button primary', text: yes })
  const form = el('form', { class: 'sheet-body form', novalidate: true }, fields, trouble, button)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    trouble.textContent = ''
    const wrong = form.querySelector(':invalid')
    if (wrong) {
      trouble.textContent = wrong.validationMessage
      wrong.focus()
      return
    }
    button.disabled = true
    try {
      await submit(new FormData(form))
      close()
    } catch (cause) {
      trouble.textContent = cause.message
    } finally {
      button.disabled = false
    }
  })
  const close = openSheet(screen, title, form)
}

let fields = 0

/** A field with its label above. */
export function field(label, input) {
  input.id ||= `field-${++fields}`
  return el('div', { class: 'field' }, el('label', { for: input.id, text: label }), input)
}
