import { iconButton } from './dom.js'
import { t } from './texts.js'

const KEPT_AS = 'balcao.phones.theme'
const THEMES = ['system', 'light', 'dark']
const NAMES = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' }

/** A button that cycles through the themes: system, light, dark. */
export function themeButton() {
  const button = iconButton('theme', '', () =>
    choose(THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length]),
  )
  const show = () => {
    document.documentElement.dataset.theme = current()
    const label = t('theme', { theme: t(NAMES[current()]) })
    button.setAttribute('aria-label', label)
    button.title = label
  }
  const choose = (theme) => {
    localStorage.setItem(KEPT_AS, theme)
    show()
  }
  show()
  return button
}

function current() {
  const kept = localStorage.getItem(KEPT_AS)
  return THEMES.includes(kept) ? kept : 'system'
}
