import { el, iconButton } from './dom.js'
import { t } from './texts.js'

/** A dialog over the whole page; Escape, the cross and a click beside it close it. Returns `close`. */
export function openDialog(title, content, className = '') {
  const close = () => dialog.close()
  const head = el(
    'header',
    { class: 'sheet-head' },
    el('h3', { text: title }),
    iconButton('close', t('close'), close),
  )
  const dialog = el('dialog', { class: `dialog ${className}`, 'aria-label': title }, head, content)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', ({ target }) => target === dialog && close())
  document.body.append(dialog)
  dialog.showModal()
  return close
}

/** Asks for confirmation of a destructive act. */
export function confirmInDialog(question, loss, yes, act) {
  const button = (className, text, click) =>
    el('button', { type: 'button', class: `button ${className}`, text, on: { click } })
  const content = el(
    'div',
    { class: 'sheet-body' },
    el('p', { text: loss }),
    el(
      'div',
      { class: 'buttons' },
      button('outline', t('cancel'), () => close()),
      button('danger', yes, () => {
        close()
        act()
      }),
    ),
  )
  const close = openDialog(question, content)
}
