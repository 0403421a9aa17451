import * as control from './control.js'
import { openDialog } from './dialog.js'
import { avatar, el, icon, iconButton, patch } from './dom.js'
import { makePhone, phoneTitle } from './phone.js'
import { field } from './sheet.js'
import { phoneText, t } from './texts.js'
import { customers, groups, loadWorld, ownerOf, shops } from './world.js'

const KEPT_AS = 'balcao.phones'
const CUSTOMERS_AT_FIRST = 2

/**
 * The phones side by side, in the user's arrangement; on a narrow screen one at a time, chosen above.
 * @param way the callbacks of every phone: `{ tell, notice, openPhoto }`
 */
export function makeDesk(way) {
  const phones = new Map()
  const drafts = new Map()
  const row = el('div', { class: 'phones' })
  const switcher = el('nav', { class: 'switcher', 'aria-label': t('phonesOnDesk') })
  const element = el('div', { class: 'desk' }, switcher, row)
  let placed = kept()
  let shown

  function draw() {
    placed = placed.filter(ownerOf)
    for (const [key, phone] of phones) if (!placed.some((one) => keyOf(one) === key)) remove(key, phone)
    const items = placed.map((one) => ({ key: keyOf(one), draw: (before) => before ?? add(one) }))
    if (items.length === 0) items.push({ key: 'empty', draw: (before) => before ?? emptyDesk() })
    patch(row, items)
    if (!placed.some((one) => keyOf(one) === shown)) shown = placed[0] && keyOf(placed[0])
    show(shown)
  }
  function add(one) {
    const owner = ownerOf(one)
    const key = keyOf(one)
    const phone = makePhone(owner, { ...way, drafts })
    phones.set(key, phone)
    way.tell(phone.start())
    const buttons = el(
      'div',
      { class: 'arrange' },
      iconButton('left', `${t('moveLeft')}: ${owner.name}`, () => move(key, -1)),
      iconButton('right', `${t('moveRight')}: ${owner.name}`, () => move(key, 1)),
      iconButton('close', `${t('takeAway')}: ${owner.name}`, () =>
        change(placed.filter((other) => keyOf(other) !== key)),
      ),
    )
    return el('div', { class: 'column' }, phoneTitle(owner, buttons), phone.element)
  }
  function remove(key, phone) {
    phone.leave()
    phones.delete(key)
  }
  function move(key, by) {
    const at = placed.findIndex((one) => keyOf(one) === key)
    const to = at + by
    if (to < 0 || to >= placed.length) return
    const next = [...placed]
    next.splice(to, 0, ...next.splice(at, 1))
    change(next)
  }
  function change(next) {
    placed = next
    localStorage.setItem(KEPT_AS, JSON.stringify(placed))
    draw()
  }
  function put(role, phone) {
    const one = { role, phone }
    if (!placed.some((other) => keyOf(other) === keyOf(one))) change([...placed, one])
    show(keyOf(one))
    phones.get(keyOf(one))?.element.scrollIntoView({ inline: 'center', block: 'nearest' })
  }
  /** On a narrow screen this is the visible phone; a wide one shows all of them. */
  function show(key) {
    const isNew = shown !== key
    shown = key
    for (const column of row.children)
      column.classList.toggle('shown', column.dataset.key === key || column.dataset.key === 'empty')
    const chips = placed.map((one) => ({
      key: keyOf(one),
      draw: (before) => {
        const chip =
          before ??
          el(
            'button',
            { type: 'button', class: 'chip', on: { click: () => show(keyOf(one)) } },
            icon(one.role === 'shop' ? 'shop' : 'person'),
            ownerOf(one).name,
          )
        chip.setAttribute('aria-pressed', String(keyOf(one) === key))
        return chip
      },
    }))
    patch(switcher, chips)
    if (isNew) phones.get(key)?.entered()
  }
  async function refresh(concerns = () => true) {
    await Promise.all(
      [...phones.values()].filter(({ owner }) => concerns(owner)).map((phone) => phone.refresh()),
    )
  }
  function restart() {
    for (const [key, phone] of phones) remove(key, phone)
    row.replaceChildren()
    drafts.clear()
    draw()
  }
  function emptyDesk() {
    return el(
      'div',
      { class: 'empty-desk' },
      el('p', { text: t('emptyDesk') }),
      el('button', {
        type: 'button',
        class: 'button primary',
        text: t('addPhone'),
        on: { click: () => askForPhone(put, way.tell) },
      }),
    )
  }
  return { element, draw, refresh, restart, askForPhone: () => askForPhone(put, way.tell) }
}

/** The phones shown at first: the company, and customers, members of a group first. */
function kept() {
  const known = readKept()
  if (known) return known
  const inGroups = groups().flatMap(({ members }) => members)
  const people = [...customers()].sort(
    (a, b) => Number(inGroups.includes(b.phone)) - Number(inGroups.includes(a.phone)),
  )
  const [company] = shops()
  return [
    ...(company ? [{ role: 'shop', phone: company.phone }] : []),
    ...people.slice(0, CUSTOMERS_AT_FIRST).map(({ phone }) => ({ role: 'contact', phone })),
  ]
}

function readKept() {
  try {
    const known = JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null')
    return Array.isArray(known) && known.length > 0 ? known : undefined
  } catch {
    // Any other value was not written by this page.
    return undefined
  }
}

function keyOf({ role, phone }) {
  return `${role} ${phone}`
}

function askForPhone(put, tell) {
  const find = el('input', { type: 'search', placeholder: t('search'), 'aria-label': t('search') })
  const list = el('ul', { class: 'people' })
  const name = el('input', { autocomplete: 'off', required: true, maxlength: 60 })
  const phone = el('input', { autocomplete: 'off', inputmode: 'tel', required: true, maxlength: 25 })
  const form = el(
    'form',
    { class: 'new-customer' },
    field(t('name'), name),
    field(t('number'), phone),
    el('button', { type: 'submit', class: 'button outline', text: t('create') }),
  )
  const content = el('div', { class: 'sheet-body' }, find, list, el('h4', { text: t('newCustomer') }), form)
  const close = openDialog(t('addPhoneTitle'), content, 'add-phone')
  const choose = (role, chosen) => {
    close()
    put(role, chosen)
  }
  const line = (role, person) =>
    el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'person', on: { click: () => choose(role, person.phone) } },
        avatar(person.name, role === 'shop' ? 'shop' : undefined),
        el('span', { class: 'grow', text: person.name }),
        el('span', { class: 'tiny faint', text: phoneText(person.phone) }),
      ),
    )
  const show = () => {
    const words = find.value.trim().toLocaleLowerCase()
    const digits = words.replace(/\D/g, '')
    const fits = (one) =>
      one.name.toLocaleLowerCase().includes(words) || (digits && one.phone.includes(digits))
    const lines = [
      ...shops()
        .filter(fits)
        .map((one) => line('shop', one)),
      ...customers()
        .filter(fits)
        .map((one) => line('contact', one)),
    ]
    list.replaceChildren(
      ...(lines.length > 0
        ? lines
        : [el('li', { class: 'empty', text: t('nobodyFound', { words: find.value.trim() }) })]),
    )
  }
  find.addEventListener('input', show)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    tell(
      control.addContact(name.value.trim(), phone.value.trim()).then(async (made) => {
        await loadWorld()
        choose('contact', made.phone)
      }),
    )
  })
  show()
  find.focus()
}
