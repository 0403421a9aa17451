import { bubble, summaryOf } from './bubble.js'
import { startCall } from './calls.js'
import { makeComposer } from './composer.js'
import * as control from './control.js'
import { avatar, el, icon, iconButton, oneAtATime, patch } from './dom.js'
import { openGroupInfo } from './groups.js'
import { reactionRow } from './reactions.js'
import { askFirst, openSheet } from './sheet.js'
import { dayOf, t } from './texts.js'
import { nameOf, shop as shopNamed } from './world.js'

const NEAR_THE_END = 80

/**
 * One conversation on one phone.
 * @param owner `{ role, phone, name }` of the phone
 * @param first the row of the list that was opened
 * @param way `{ screen, drafts, tell, notice, back, openPhoto }`
 */
export function makeChat(owner, first, way) {
  const { screen, drafts, tell } = way
  const isCustomer = owner.role === 'contact'
  let row = first
  let messages = []
  let writer = owner.phone
  let wasRead = ''
  let lastDrawn
  const title = el('strong', { text: row.name })
  const about = el('span', { class: 'tiny faint' })
  const log = el('div', {
    class: 'log',
    role: 'log',
    tabindex: 0,
    'aria-label': t('conversationWith', { name: row.name }),
  })
  const newest = iconButton('down', t('newest'), () => toEnd(), { class: 'round newest', hidden: true })
  const canWrite = isCustomer || !row.group
  const composer = canWrite && makeComposer(composerWay())
  const element = el(
    'div',
    { class: 'view chat' },
    el(
      'header',
      { class: 'bar' },
      iconButton('back', t('back'), way.back),
      avatar(row.name, row.group ? 'group' : isCustomer ? 'shop' : undefined),
      el('div', { class: 'grow names' }, title, about),
      headerButtons(),
    ),
    el('div', { class: 'log-box' }, log, newest),
    composer ? composer.element : el('p', { class: 'only-reading', text: t('onlyReading') }),
  )
  const refresh = oneAtATime(load)

  log.addEventListener('scroll', () => {
    newest.hidden = isAtEnd()
  })
  log.addEventListener('keydown', walk)
  log.addEventListener('dblclick', ({ target }) => answerTo(target.closest('.bubble')?.dataset.key))
  log.addEventListener('contextmenu', (event) => {
    const id = event.target.closest('.bubble')?.dataset.key
    if (!id || event.target.closest('a') || !isCustomer) return
    event.preventDefault()
    openActions(id)
  })
  if (isCustomer) takeDrops()

  async function load() {
    const [rows, chat] = await Promise.all([control.chats(owner), control.chat(owner, row)])
    row = rows.find(({ key }) => key === row.key) ?? row
    messages = chat.messages
    draw(chat.typing)
    await markRead()
  }

  function draw(typing) {
    title.textContent = row.name
    about.textContent = typing ? t('typing') : aboutText()
    const first = log.childElementCount === 0
    const last = messages.at(-1)
    const isOwnNews = last && last.id !== lastDrawn && isMine(last)
    const stays = isAtEnd() || isOwnNews
    lastDrawn = last?.id
    const known = new Map(messages.map((entry) => [entry.id, entry]))
    const items = messages.flatMap((entry, at) => {
      const before = messages[at - 1]
      const day = dayOf(entry.at)
      const separator = before && dayOf(before.at) === day ? [] : [dayItem(day)]
      return [
        ...separator,
        { key: entry.id, draw: (element) => bubble(entry, viewOf(entry, before, known), element) },
      ]
    })
    if (items.length === 0) items.push(textItem('empty', t('emptyChat')))
    if (typing) items.push({ key: 'typing', draw: (element) => element ?? typingDots() })
    patch(log, items)
    if (first || stays) toEnd()
    else newest.hidden = isAtEnd()
  }

  /** In groups others' messages show their author; consecutive ones of the same author only once. */
  function viewOf(entry, before, known) {
    const mine = isMine(entry)
    const quoted = known.get(entry.quotedId)
    const isGroup = Boolean(row.group)
    const follows =
      before && before.from === entry.from && before.author === entry.author && before.kind !== 'call'
    return {
      mine,
      author: isGroup && !mine && !follows ? authorOf(entry) : undefined,
      quoted: quoted && { id: quoted.id, author: authorOf(quoted), words: summaryOf(quoted) },
      actions: openActions,
      onPlay: inboundVoice,
      goTo: goTo,
      openPhoto: way.openPhoto,
    }
  }

  function isMine({ from, author }) {
    if (!isCustomer) return from === 'shop'
    return from === 'contact' && (author ?? owner.phone) === owner.phone
  }
  function authorOf(entry) {
    if (isMine(entry)) return t('you')
    return entry.from === 'shop' ? nameOf(row.shop) : nameOf(entry.author ?? row.key)
  }
  function aboutText() {
    if (!row.group) return isCustomer ? t('business') : ''
    const names = row.members.map((phone) =>
      shopNamed(phone) ? t('shopMember', { name: nameOf(phone) }) : nameOf(phone),
    )
    return t('members', { count: names.length, names: names.join(', ') })
  }
  async function markRead() {
    const last = messages.findLast(({ from }) => from === 'shop')
    if (!isCustomer || !last || document.visibilityState !== 'visible' || wasRead === last.id) return
    if (row.unread === 0) return
    wasRead = last.id
    await control.act(owner.phone, row, 'read')
  }
  function inboundVoice(entry) {
    if (isCustomer && entry.from === 'shop' && !entry.playedByContact)
      tell(control.act(owner.phone, row, 'play', { id: entry.id }))
  }

  function composerWay() {
    const key = `${owner.phone} ${row.key}`
    const base = { screen, drafts, key, tell, plain: !isCustomer }
    if (!isCustomer)
      return {
        ...base,
        send: ({ text }) => control.writeOnHandset(owner.phone, row.key, text).then(refresh),
        type: async () => undefined,
      }
    return {
      ...base,
      writers: row.group && [
        owner.phone,
        ...row.members.filter((phone) => phone !== owner.phone && !shopNamed(phone)),
      ],
      writeAs: (phone) => {
        writer = phone
      },
      send: (message) => control.act(writer, row, 'messages', message).then(refresh),
      edit: (id, text) => control.act(owner.phone, row, 'edit', { id, text }).then(refresh),
      // WhatsApp reports typing in a group; the simulator does not.
      type: async (state) => row.group || (await control.act(owner.phone, row, 'typing', { state })),
    }
  }
  function headerButtons() {
    if (row.group && isCustomer)
      return iconButton('more', t('groupInfo'), () => openGroupInfo(screen, owner, row, refresh))
    if (!isCustomer || row.group) return ''
    return [
      iconButton('video', t('videoCall'), () => tell(startCall(owner, row, true))),
      iconButton('call', t('voiceCall'), () => tell(startCall(owner, row, false))),
    ]
  }

  function openActions(id) {
    const entry = messages.find((one) => one.id === id)
    if (!entry || entry.deleted) return
    const acts = el('div', { class: 'sheet-body menu' })
    if (isCustomer)
      acts.append(
        reactionRow(entry, (emoji) =>
          finish(() => tell(control.act(owner.phone, row, 'react', { id, emoji }))),
        ),
      )
    const add = (mark, label, run, danger) => {
      const click = () => finish(run)
      acts.append(
        el(
          'button',
          { type: 'button', class: danger ? 'item danger' : 'item', on: { click } },
          icon(mark),
          label,
        ),
      )
    }
    if (isCustomer) add('reply', t('reply'), () => answerTo(id))
    if (entry.text) add('copy', t('copy'), () => tell(copy(entry.text)))
    if (isCustomer && isMine(entry)) {
      if (entry.kind === 'text')
        add('edit', t('edit'), () =>
          composer.answer({ id, edits: true, words: entry.text, text: entry.text }),
        )
      add('trash', t('deleteForAll'), () => askToDelete(id), true)
    }
    const close = openSheet(screen, t('actions'), acts)
    function finish(run) {
      close()
      run()
    }
  }
  async function copy(text) {
    await navigator.clipboard.writeText(text)
    way.notice(t('copied'))
  }
  function askToDelete(id) {
    askFirst(screen, t('deleteQuestion'), '', t('deleteForAll'), () =>
      tell(control.act(owner.phone, row, 'delete', { id }).then(refresh)),
    )
  }
  function answerTo(id) {
    const entry = messages.find((one) => one.id === id)
    if (!entry || entry.deleted || entry.kind === 'call' || !isCustomer) return
    composer.answer({ id, author: authorOf(entry), words: summaryOf(entry) })
  }
  function goTo(id) {
    const target = bubbleOf(id)
    target?.scrollIntoView({ block: 'center' })
    target?.classList.add('marked')
    setTimeout(() => target?.classList.remove('marked'), 2000)
  }
  function bubbleOf(id) {
    return [...log.children].find(({ dataset }) => dataset.key === id)
  }
  /** Arrows move between messages, Enter opens the actions of one. */
  function walk(event) {
    const bubbles = [...log.querySelectorAll('.bubble[data-content]')]
    const at = bubbles.indexOf(document.activeElement)
    const next = { ArrowUp: at < 0 ? bubbles.length - 1 : at - 1, ArrowDown: at + 1 }[event.key]
    if (next !== undefined && (at >= 0 || event.key === 'ArrowUp')) {
      event.preventDefault()
      bubbles[next]?.focus()
    }
    if (event.key === 'Enter' && at >= 0) openActions(bubbles[at].dataset.key)
  }
  function takeDrops() {
    element.addEventListener('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      element.classList.add('dropping')
    })
    element.addEventListener('dragleave', ({ relatedTarget }) => {
      if (!element.contains(relatedTarget)) element.classList.remove('dropping')
    })
    element.addEventListener('drop', (event) => {
      event.preventDefault()
      element.classList.remove('dropping')
      composer.takeFiles([...(event.dataTransfer?.files ?? [])])
    })
  }
  function isAtEnd() {
    return log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_THE_END
  }
  function toEnd() {
    log.scrollTop = log.scrollHeight
    newest.hidden = true
  }
  return {
    element,
    refresh,
    name: 'chat',
    key: row.key,
    leave: () => composer?.leave(),
    entered: toEnd,
  }
}

function dayItem(day) {
  return textItem(`day ${day}`, day)
}

function textItem(key, text) {
  return { key, draw: (element) => element ?? el('p', { class: key.split(' ')[0], text }) }
}

function typingDots() {
  return el(
    'div',
    { class: 'bubble theirs typing', role: 'img', 'aria-label': t('typing') },
    el('i'),
    el('i'),
    el('i'),
  )
}
