import * as control from './control.js'
import { avatar, el, icon } from './dom.js'
import { t } from './texts.js'

/** Ringing calls that this page started: `{ id, phone, name, shop, shopName, video }`. */
const ringing = new Map()
const RINGS_FOR_MS = 40_000
const listeners = new Set()

export async function startCall(owner, row, video) {
  if ([...ringing.values()].some(({ phone }) => phone === owner.phone)) return
  const { id } = await control.act(owner.phone, row, 'call', { video, end: 'later' })
  ringing.set(id, { id, phone: owner.phone, name: owner.name, shop: row.shop, shopName: row.name, video })
  changed()
  setTimeout(() => ringing.has(id) && finish(id, 'timeOut').catch(() => undefined), RINGS_FOR_MS)
}

/** Shows a ringing call over a phone's screen: for the caller, and on the ringing handset. */
export function showCallsOn(screen, owner, tell) {
  let shown
  const show = () => {
    const call = [...ringing.values()].find(
      ({ phone, shop }) => (owner.role === 'shop' ? shop : phone) === owner.phone,
    )
    if (call?.id === shown?.id) return
    shown?.element.remove()
    shown = call && { id: call.id, element: draw(call) }
    for (const part of screen.children) part.inert = Boolean(shown)
    if (!shown) return
    screen.append(shown.element)
  }
  const draw = ({ id, name, shopName, video }) => {
    const isCaller = owner.role === 'contact'
    const other = isCaller ? shopName : name
    const end = (how, label, className, mark) =>
      el(
        'button',
        { type: 'button', class: `call-button ${className}`, on: { click: () => tell(finish(id, how)) } },
        icon(mark),
        el('span', { text: label }),
      )
    const buttons = isCaller
      ? [end('timeOut', t('ringOut'), '', 'down'), end('hangUp', t('hangUp'), 'no', 'close')]
      : [end('refuse', t('decline'), 'no', 'close'), end('answer', t('answer'), 'yes', 'call')]
    return el(
      'section',
      {
        class: 'ringing',
        role: 'alertdialog',
        'aria-label': t(isCaller ? 'calling' : 'callFrom', { name: other }),
      },
      avatar(other, isCaller ? 'shop' : undefined),
      el('strong', { text: other }),
      el('p', { text: t(isCaller ? 'calling' : 'callFrom', { name: other }) }),
      el('p', { class: 'tiny', text: t(video ? 'videoCall' : 'voiceCall') }),
      el('div', { class: 'call-buttons' }, buttons),
    )
  }
  listeners.add(show)
  show()
  return () => listeners.delete(show)
}

/** Another client ended it: a linked device of the shop, or another page. */
export function callEnded(id) {
  if (ringing.delete(id)) changed()
}

async function finish(id, how) {
  ringing.delete(id)
  changed()
  await control.endCall(id, how)
}

function changed() {
  for (const show of listeners) show()
}
