import { showCallsOn } from './calls.js'
import { makeChatList } from './chat-list.js'
import { makeChat } from './chat-view.js'
import * as control from './control.js'
import { makeDevices } from './devices.js'
import { el, icon } from './dom.js'
import { t, timeOf } from './texts.js'
import { shop } from './world.js'

/**
 * One phone: its frame, and the screen that shows the list, a conversation or the linked devices.
 * @param owner `{ role, phone, name }`
 * @param way `{ tell, notice, openPhoto, drafts }`
 */
export function makePhone(owner, way) {
  const clock = el('span', { text: timeOf(new Date()) })
  const status = el(
    'div',
    { class: 'status', 'aria-hidden': 'true' },
    clock,
    el('span', { class: 'pill-hole' }),
    el('span', { class: 'signs' }, el('i'), el('i'), el('i'), el('b')),
  )
  const place = el('div', { class: 'place' })
  const screen = el('div', { class: 'screen' }, status, place)
  const element = el('section', { class: 'phone', 'aria-label': t('phoneOf', { name: owner.name }) }, screen)
  const stopCalls = showCallsOn(screen, owner, way.tell)
  let view

  screen.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && view.name !== 'list') void showList()
  })
  const ticking = setInterval(() => {
    clock.textContent = timeOf(new Date())
  }, 10_000)

  function show(next) {
    const hadFocus = place.contains(document.activeElement)
    view?.leave()
    view = next
    place.replaceChildren(view.element)
    const shown = refresh()
    return hadFocus ? shown.then(focusFirst) : shown
  }
  /** Skipped on touch devices, where a keyboard would cover the screen. */
  function focusFirst() {
    const first = matchMedia('(hover: none)').matches ? 'button' : 'textarea, .chat-row, button'
    place.querySelector(first)?.focus({ preventScroll: true })
  }
  function showList() {
    return show(
      makeChatList(owner, {
        screen,
        open: (row) => way.tell(showChat(row)),
        openDevices: () => way.tell(showDevices()),
      }),
    )
  }
  async function showChat(row) {
    const chat = makeChat(owner, row, { ...way, screen, back: () => way.tell(showList()) })
    await show(chat)
    chat.entered()
  }
  function showDevices() {
    return show(makeDevices(owner, { ...way, screen, back: () => way.tell(showList()) }))
  }
  /** A customer's phone opens the conversation with the shop, and an unlinked shop's phone its camera. */
  async function start() {
    if (owner.role === 'shop')
      return (shop(owner.phone)?.devices.length ?? 0) > 0 ? showList() : showDevices()
    const rows = await control.chats(owner)
    const [first] = rows
    return first ? showChat(first) : showList()
  }
  async function refresh() {
    await view?.refresh()
  }
  function leave() {
    clearInterval(ticking)
    stopCalls()
    view?.leave()
  }
  /** It became visible on a narrow screen. */
  function entered() {
    view?.entered()
  }
  return { owner, element, start, refresh, entered, leave }
}

/** The title of a phone, with the buttons that arrange the desk. */
export function phoneTitle({ role, name }, buttons) {
  return el(
    'header',
    { class: 'phone-title' },
    icon(role === 'shop' ? 'shop' : 'person'),
    el(
      'h2',
      {},
      el('span', { class: 'tiny faint', text: t(role === 'shop' ? 'shopPhone' : 'customerPhone') }),
      el('span', { class: 'owner', text: name }),
    ),
    buttons,
  )
}
