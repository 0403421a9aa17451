import { summaryOf } from './bubble.js'
import { makeCloudChat } from './cloud-chat.js'
import { numberSection } from './cloud-number.js'
import * as control from './control.js'
import { avatar, el, icon, oneAtATime, patch } from './dom.js'
import { field, openForm } from './sheet.js'
import { phoneText, t, timeOf } from './texts.js'

/**
 * The panel of the official API: a number with its ids and secrets, its customers, their conversations, its templates.
 * @param way `{ tell, notice, openPhoto, close }`
 */
export function makeCloud(way) {
  const { tell } = way
  const drafts = new Map()
  const chooser = el('select', { on: { change: () => tell(refresh()) } })
  const about = el('div', { class: 'cloud-number' })
  const people = el('ul', { class: 'chats' })
  const templates = el('ul', { class: 'faults' })
  const ofNumber = el(
    'div',
    { class: 'cloud-parts', hidden: true },
    about,
    titled(t('cloudCustomers'), 'plus', t('newCustomer'), () => askForCustomer()),
    people,
    el('h2', { text: t('cloudTemplates') }),
    el('p', { class: 'tiny faint', text: t('cloudTemplatesHelp') }),
    templates,
  )
  const list = el(
    'div',
    { class: 'cloud-page' },
    el(
      'header',
      { class: 'sheet-head' },
      el('h2', { text: t('cloud') }),
      el('button', { type: 'button', class: 'button outline', text: t('close'), on: { click: way.close } }),
    ),
    el('p', { class: 'tiny faint', text: t('cloudHelp') }),
    field(t('companyNumber'), chooser),
    el(
      'button',
      { type: 'button', class: 'button outline', on: { click: () => askForNumber() } },
      icon('plus'),
      t('cloudNewNumber'),
    ),
    ofNumber,
  )
  const element = el('aside', { class: 'backstage cloud', 'aria-label': t('cloud'), hidden: true }, list)
  let state = { numbers: [], customers: [], templates: [] }
  let chat
  const refresh = oneAtATime(async () => {
    state = await control.cloud()
    draw()
    await chat?.refresh(state)
  })

  function draw() {
    const chosen = chooser.value
    chooser.replaceChildren(
      ...state.numbers.map(({ id, verifiedName, displayNumber }) =>
        el('option', { value: id, text: `${verifiedName} · ${phoneText(displayNumber)}` }),
      ),
    )
    if (state.numbers.some(({ id }) => id === chosen)) chooser.value = chosen
    const number = state.numbers.find(({ id }) => id === chooser.value)
    ofNumber.hidden = number === undefined
    chooser.disabled = number === undefined
    if (!number) return
    drawNumber(number)
    patch(people, rowsOf(number))
    patch(templates, templatesOf(number))
  }
  /** Drawn again only when it changed, so that an open list of choices stays. */
  function drawNumber(number) {
    const signature = JSON.stringify([number, state.url, state.pendingWebhooks])
    if (about.dataset.signature === signature) return
    about.dataset.signature = signature
    about.replaceChildren(...numberSection(number, state, { ...way, screen: element }))
  }
  function rowsOf(number) {
    const rows = state.customers.map((customer) => ({
      key: customer.id,
      draw: (before) => rowOf(customer, number, before),
    }))
    if (rows.length > 0) return rows
    return [
      { key: 'empty', draw: (before) => before ?? el('li', { class: 'empty', text: t('cloudNoCustomers') }) },
    ]
  }
  function rowOf(customer, number, before) {
    const { last, isWindowOpen } = customer.chats.find(({ numberId }) => numberId === number.id) ?? {}
    const signature = JSON.stringify([customer.name, customer.phone, last, isWindowOpen])
    if (before?.dataset.signature === signature) return before
    const line = before ?? el('li', {}, el('button', { type: 'button', class: 'chat-row' }))
    line.dataset.signature = signature
    line.firstElementChild.onclick = () => tell(openChat(customer, number))
    line.firstElementChild.replaceChildren(
      avatar(customer.name),
      el('span', { class: 'row-name', text: customer.name }),
      el('span', { class: 'row-time', text: last ? timeOf(last.at) : '' }),
      el('span', { class: 'row-last' }, el('span', { text: last ? summaryOf(last) : addressOf(customer) })),
      el('span', {
        class: isWindowOpen ? 'dot on' : 'dot',
        title: t(isWindowOpen ? 'windowOpen' : 'windowClosed'),
      }),
    )
    return line
  }
  function templatesOf(number) {
    const own = state.templates.filter(({ accountId }) => accountId === number.accountId)
    if (own.length === 0)
      return [
        {
          key: 'empty',
          draw: (before) => before ?? el('li', { class: 'faint', text: t('cloudNoTemplates') }),
        },
      ]
    return own.map((template) => ({ key: template.id, draw: (before) => templateLine(template, before) }))
  }
  function templateLine(template, before) {
    const signature = JSON.stringify(template)
    if (before?.dataset.signature === signature) return before
    const { id, name, language, category, status, body } = template
    const act = (label, verdict, look = 'outline') =>
      el('button', {
        type: 'button',
        class: `button small ${look}`,
        text: label,
        'aria-label': `${label}: ${name}`,
        on: { click: () => tell(control.cloudReview(id, { verdict })) },
      })
    return el(
      'li',
      { class: 'template', 'data-signature': signature },
      el('strong', { text: `${name} (${language})` }),
      el('p', { class: 'tiny faint', text: `${category} · ${status}` }),
      el('p', { class: 'words', text: body }),
      el(
        'div',
        { class: 'buttons' },
        status !== 'REJECTED' && act(t('cloudReject'), 'reject', 'danger-text'),
        status === 'APPROVED' && act(t('cloudPause'), 'pause'),
        status !== 'APPROVED' && act(t('cloudApprove'), 'approve', 'primary'),
      ),
    )
  }
  function askForNumber() {
    const name = el('input', { name: 'name', autocomplete: 'off', required: true, maxlength: 60 })
    const phone = el('input', {
      name: 'phone',
      autocomplete: 'off',
      inputmode: 'tel',
      required: true,
      maxlength: 25,
    })
    openForm(
      element,
      t('cloudNewNumber'),
      [field(t('name'), name), field(t('number'), phone)],
      t('create'),
      (form) => create(form),
    )
  }
  async function create(form) {
    const { id } = await control.cloudNumber({ name: form.get('name').trim(), phone: form.get('phone') })
    await refresh()
    chooser.value = id
    draw()
  }
  function askForCustomer() {
    const name = el('input', { name: 'name', autocomplete: 'off', required: true, maxlength: 60 })
    const phone = el('input', { name: 'phone', autocomplete: 'off', inputmode: 'tel', maxlength: 25 })
    const username = el('input', { name: 'username', autocomplete: 'off', maxlength: 30 })
    const fields = [
      field(t('name'), name),
      field(t('number'), phone),
      field(t('username'), username),
      el('p', { class: 'tiny faint', text: t('usernameHelp') }),
    ]
    openForm(element, t('newCustomer'), fields, t('create'), async (form) => {
      const [called, number, user] = ['name', 'phone', 'username'].map((key) => form.get(key).trim())
      await control.cloudCustomer({
        name: called,
        ...(number && { phone: number }),
        ...(user && { username: user }),
      })
      await refresh()
    })
  }
  async function openChat(customer, number) {
    chat?.leave()
    chat = makeCloudChat(customer, number, { ...way, screen: element, drafts, back: closeChat })
    element.replaceChildren(chat.element)
    await chat.refresh(state)
    chat.entered()
  }
  function closeChat() {
    chat?.leave()
    chat = undefined
    element.replaceChildren(list)
    list.querySelector('.chat-row')?.focus({ preventScroll: true })
  }
  return { element, refresh: () => (element.hidden ? undefined : refresh()) }
}

export function addressOf({ phone, username }) {
  return [phone && phoneText(phone), username && `@${username}`].filter(Boolean).join(' · ')
}

function titled(title, mark, label, click) {
  const button = el(
    'button',
    { type: 'button', class: 'button outline small', on: { click } },
    icon(mark),
    label,
  )
  return el('header', { class: 'sheet-head' }, el('h2', { text: title }), button)
}
