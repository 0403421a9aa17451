import { bubble, summaryOf } from './bubble.js'
import { makeComposer } from './composer.js'
import * as control from './control.js'
import { avatar, el, icon, iconButton, oneAtATime, patch } from './dom.js'
import { reactionRow } from './reactions.js'
import { askFirst, openSheet } from './sheet.js'
import { dayOf, t } from './texts.js'

/**
 * The conversation of a customer with a number of the official API, as the customer's phone shows it.
 * @param way `{ screen, drafts, tell, openPhoto, back }`
 */
export function makeCloudChat(customer, number, way) {
  const { screen, tell } = way
  let messages = []
  let person = customer
  let isWindowOpen = false
  let lastDrawn
  const about = el('span', { class: 'tiny faint' })
  const log = el('div', {
    class: 'log',
    role: 'log',
    tabindex: 0,
    'aria-label': t('conversationWith', { name: customer.name }),
  })
  // A picture has its height only when it is loaded; `load` does not bubble.
  log.addEventListener(
    'load',
    ({ target }) => target.closest('.bubble') === log.lastElementChild && toEnd(),
    true,
  )
  const act = (verb, more) => control.cloudAct(customer.id, number.id, verb, more)
  const composer = makeComposer({
    screen,
    drafts: way.drafts,
    key: `cloud ${customer.id} ${number.id}`,
    tell,
    send: (message) => act('messages', message),
    edit: (id, text) => act('edit', { id, text }),
    type: async () => undefined, // the API has no typing sign of customers
  })
  const element = el(
    'div',
    { class: 'view chat' },
    el(
      'header',
      { class: 'bar' },
      iconButton('back', t('back'), way.back),
      avatar(customer.name),
      el('div', { class: 'grow names' }, el('strong', { text: customer.name }), about),
      iconButton('more', t('cloudPerson'), openPerson),
    ),
    el('div', { class: 'log-box' }, log),
    composer.element,
  )
  const load = oneAtATime(async () => {
    const chat = await control.cloudChat(customer.id, number.id)
    messages = chat.messages
    isWindowOpen = chat.isWindowOpen
    about.textContent = chat.typing ? t('typing') : t(isWindowOpen ? 'windowOpen' : 'windowClosed')
    draw()
    const isUnread = messages.some(
      ({ from, tick }) => from === 'shop' && (tick === 'delivered' || tick === 'sent'),
    )
    if (isUnread && document.visibilityState === 'visible' && !person.isSilent) await act('read')
  })

  function draw() {
    const known = new Map(messages.map((entry) => [entry.id, entry]))
    const items = messages.flatMap((entry, at) => {
      const day = dayOf(entry.at)
      const before = messages[at - 1]
      const isSameDay = before && dayOf(before.at) === day
      return [
        ...(isSameDay ? [] : [textItem(`day ${day}`, day)]),
        { key: entry.id, draw: (box) => drawn(entry, known, box) },
      ]
    })
    if (items.length === 0) items.push(textItem('empty', t('emptyChat')))
    patch(log, items)
    const last = messages.at(-1)?.id
    if (last !== lastDrawn) toEnd()
    lastDrawn = last
  }
  function toEnd() {
    log.scrollTop = log.scrollHeight
  }
  /** The common bubble, and below its words what can be tapped. */
  function drawn(entry, known, before) {
    const quoted = known.get(entry.quotedId)
    const { header, footer, text } = entry
    const words = [header && `*${header}*`, text, footer && `_${footer}_`].filter(Boolean).join('\n')
    const box = bubble(
      { ...entry, text: words },
      {
        mine: entry.from === 'contact',
        quoted: quoted && { id: quoted.id, author: authorOf(quoted), words: summaryOf(quoted) },
        actions: openActions,
        onPlay: () => entry.from === 'shop' && entry.tick !== 'played' && tell(act('play', { id: entry.id })),
        goTo: (id) =>
          log.querySelector(`[data-key="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' }),
        openPhoto: way.openPhoto,
      },
      before,
    )
    if (!box.querySelector('.taps') && entry.from === 'shop' && entry.buttons.length > 0)
      box.querySelector(':scope > footer').before(
        el(
          'div',
          { class: 'taps' },
          entry.buttons.map((one) => tap(entry, one)),
        ),
      )
    if (!box.querySelector('.not-sent') && entry.status === 'failed')
      box
        .querySelector(':scope > footer')
        .before(
          el('p', { class: 'tiny trouble not-sent', text: t('cloudFailed', { code: entry.errorCode }) }),
        )
    return box
  }
  function tap(entry, { id, title, description, url }) {
    if (url && /^https?:/.test(url))
      return el(
        'a',
        { class: 'button outline small', href: url, rel: 'noreferrer', target: '_blank' },
        icon('open'),
        title,
      )
    return el(
      'button',
      {
        type: 'button',
        class: 'button outline small',
        title: description,
        on: { click: () => tell(act('tap', { id: entry.id, choice: id })) },
      },
      title,
    )
  }
  function authorOf({ from }) {
    return from === 'contact' ? t('you') : number.verifiedName
  }
  function openActions(id) {
    const entry = messages.find((one) => one.id === id)
    if (!entry || entry.deleted) return
    const finish = (run) => {
      close()
      run()
    }
    const item = (mark, label, run, look = 'item') =>
      el('button', { type: 'button', class: look, on: { click: () => finish(run) } }, icon(mark), label)
    const isOwn = entry.from === 'contact'
    const content = el(
      'div',
      { class: 'sheet-body menu' },
      reactionRow(entry, (emoji) => finish(() => tell(act('react', { id, emoji })))),
      item('reply', t('reply'), () =>
        composer.answer({ id, author: authorOf(entry), words: summaryOf(entry) }),
      ),
      isOwn &&
        entry.kind === 'text' &&
        item('edit', t('edit'), () =>
          composer.answer({ id, edits: true, words: entry.text, text: entry.text }),
        ),
      isOwn && item('trash', t('deleteForAll'), () => askToDelete(id), 'item danger'),
    )
    const close = openSheet(screen, t('actions'), content)
  }
  function askToDelete(id) {
    askFirst(screen, t('deleteQuestion'), '', t('deleteForAll'), () => tell(act('delete', { id })))
  }
  function openPerson() {
    const change = (changes) => tell(act('state', changes))
    const check = (label, isOn, changes) =>
      el(
        'label',
        { class: 'check' },
        el('input', {
          type: 'checkbox',
          checked: isOn,
          on: { change: ({ target }) => change(changes(target.checked)) },
        }),
        label,
      )
    const button = (label, run) =>
      el('button', {
        type: 'button',
        class: 'button outline',
        text: label,
        on: {
          click: () => {
            close()
            run()
          },
        },
      })
    const content = el(
      'div',
      { class: 'sheet-body' },
      check(t('cloudHidesPhone'), person.hidesPhone, (hidesPhone) => ({ hidesPhone })),
      check(t('cloudSilent'), person.isSilent, (isSilent) => ({ isSilent })),
      check(t('cloudUnreachable'), !person.isReachable, (isAway) => ({ isReachable: !isAway })),
      isWindowOpen && button(t('closeWindow'), () => change({ closesWindow: true })),
      button(t('cloudFromAd'), () => tell(act('messages', { text: t('cloudAdWords'), fromAd: true }))),
      button(t('cloudMissedCall'), () => tell(act('call', {}))),
      button(t('cloudAnsweredCall'), () => tell(act('call', { seconds: 60 }))),
      button(t('cloudFromPhone'), () => tell(act('hear', { text: t('cloudPhoneWords') }))),
      button(t('cloudStop'), () => change({ wantsMarketing: false })),
      button(t('cloudResume'), () => change({ wantsMarketing: true })),
    )
    const close = openSheet(screen, person.name, content)
  }
  return {
    element,
    leave: () => composer.leave(),
    entered() {
      toEnd()
      composer.focus()
    },
    refresh({ customers }) {
      person = customers.find(({ id }) => id === customer.id) ?? person
      return load()
    },
  }
}

function textItem(key, text) {
  return { key, draw: (before) => before ?? el('p', { class: key.split(' ')[0], text }) }
}
