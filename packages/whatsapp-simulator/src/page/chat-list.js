import { markOf, summaryOf, tickMark } from './bubble.js'
import * as control from './control.js'
import { avatar, el, icon, iconButton, oneAtATime, patch } from './dom.js'
import { askForGroup } from './groups.js'
import { dayOf, t, timeOf } from './texts.js'
import { nameOf, shop } from './world.js'

/** The conversations on a phone: name, last message, unread count. `open(row)` opens one. */
export function makeChatList(owner, { screen, open, openDevices }) {
  const isShop = owner.role === 'shop'
  const list = el('ul', { class: 'chats' })
  const badge = el('span', { class: 'dot', hidden: true })
  const buttons = isShop
    ? iconButton('devices', t('devices'), openDevices)
    : iconButton('group', t('newGroup'), () => askForGroup(screen, owner, openGroup))
  const element = el(
    'div',
    { class: 'view' },
    el('header', { class: 'bar' }, el('h3', { class: 'grow', text: t('chats') }), badge, buttons),
    el('div', { class: 'scroll' }, list),
  )
  const refresh = oneAtATime(async () => {
    const rows = await control.chats(owner)
    const items = rows.map((row) => ({ key: row.key, draw: (before) => draw(row, before) }))
    if (items.length === 0)
      items.push({
        key: 'empty',
        draw: (before) => before ?? el('li', { class: 'empty', text: t(isShop ? 'noChats' : 'noShops') }),
      })
    patch(list, items)
    if (isShop) showLinked()
  })

  function showLinked() {
    const { devices = [], online } = shop(owner.phone) ?? {}
    badge.hidden = devices.length === 0
    badge.className = online ? 'dot on' : 'dot'
    badge.title = t(online ? 'linkedOnline' : 'linkedOffline')
  }
  async function openGroup(group) {
    const rows = await control.chats(owner)
    const row = rows.find(({ key }) => key === group.jid)
    if (row) open(row)
  }
  /** The button element stays while its content changes, because it may have the focus. */
  function draw(row, before) {
    const signature = JSON.stringify([row, row.last && dayOf(row.last.at)])
    if (before?.dataset.signature === signature) return before
    const line = before ?? el('li', {}, el('button', { type: 'button', class: 'chat-row' }))
    line.dataset.signature = signature
    line.firstElementChild.onclick = () => open(row)
    line.firstElementChild.replaceChildren(...contentOf(row))
    return line
  }
  function contentOf(row) {
    const mark = row.group ? 'group' : isShop ? undefined : 'shop'
    return [
      avatar(row.name, mark),
      el('span', { class: 'row-name', text: row.name }),
      row.last ? el('span', { class: 'row-time', text: whenOf(row.last.at) }) : '',
      lastWords(row),
      row.unread > 0
        ? el('span', {
            class: 'badge',
            'aria-label': t('unread', { count: row.unread }),
            role: 'img',
            text: row.unread,
          })
        : '',
    ]
  }
  function lastWords({ last, typing, group }) {
    if (typing) return el('span', { class: 'row-last now', text: t('typing') })
    if (!last) return el('span', { class: 'row-last faint', text: isShop ? '' : t('business') })
    const mine = isShop
      ? last.from === 'shop'
      : last.from === 'contact' && (last.author ?? owner.phone) === owner.phone
    const author = group && !mine && (last.author ? nameOf(last.author) : '')
    const mark = markOf(last)
    const words = author ? `${author.split(' ')[0]}: ${summaryOf(last)}` : summaryOf(last)
    return el(
      'span',
      { class: 'row-last' },
      mine && tickMark(last.tick),
      mark && icon(mark),
      el('span', { text: words }),
    )
  }
  return { element, refresh, name: 'list', leave: () => undefined, entered: () => undefined }
}

function whenOf(at) {
  const day = dayOf(at)
  return day === t('today') ? timeOf(at) : day === t('yesterday') ? day : new Date(at).toLocaleDateString()
}
