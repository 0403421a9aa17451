/**
 * Creates an element. User content is inserted as text or as an attribute's value only, never as markup: customers may
 * write anything, tags included. `on` are listeners; `false`, `null` and `undefined` leave an attribute or child out.
 */
export function el(tag, { text, on = {}, ...attributes } = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    made.setAttribute(name, value === true ? '' : String(value))
  }
  for (const [event, listener] of Object.entries(on)) made.addEventListener(event, listener)
  if (text !== undefined) made.textContent = text
  made.append(...children.flat().filter((child) => child || child === 0))
  return made
}

/**
 * Updates the children of a list to match `items`, moving and replacing as little as possible, so that scroll position,
 * focus and playing media stay. An item has a `key`, and draws or updates its element: `draw(known element or
 * undefined)`.
 */
export function patch(list, items) {
  const known = new Map([...list.children].map((child) => [child.dataset.key, child]))
  let place = list.firstElementChild
  for (const { key, draw } of items) {
    const before = known.get(key)
    const element = draw(before)
    element.dataset.key = key
    known.delete(key)
    if (before && before !== element) {
      if (place === before) place = element
      before.replaceWith(element)
    }
    if (element === place) place = place.nextElementSibling
    else list.insertBefore(element, place)
  }
  for (const gone of known.values()) gone.remove()
}

/** Runs `act` now, or once more after the running one: concurrent calls cause two runs at most. */
export function oneAtATime(act) {
  let running
  let again = false
  return function run() {
    if (running) {
      again = true
      return running
    }
    running = act().finally(() => {
      running = undefined
      if (!again) return
      again = false
      return run()
    })
    return running
  }
}

const SVG = 'http://www.w3.org/2000/svg'

const ICONS = {
  back: 'M19 12H5m6-6-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M4 12h14m-6-6 6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  down: 'm6 9 6 6 6-6',
  more: 'M12 5v.01M12 12v.01M12 19v.01',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  mic: 'M12 3a3 3 0 0 0-3 3v6a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3ZM5 11v1a7 7 0 0 0 14 0v-1M12 19v3',
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  trash: 'M4 7h16M9 7V4h6v3m-8 0 1 13h8l1-13',
  photo: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.500 9.500v.01',
  video: 'M3 6h12v12H3zm12 4 6-3v10l-6-3',
  audio: 'M9 18V6l11-2v12M9 18a3 3 0 1 1-3-3 3 3 0 0 1 3 3Zm11-2a3 3 0 1 1-3-3 3 3 0 0 1 3 3Z',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6',
  sticker: 'M4 4h16v10l-6 6H4zM14 20v-6h6',
  location:
    'M12 21s-7-6-7-11a7 7 0 0 1 14 0c0 5-7 11-7 11Zm0-8.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  contacts:
    'M5 3h14v18H5zM12 11a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm-4 6c.500-2 2-3 4-3s3.500 1 4 3',
  poll: 'M5 20v-6m7 6V4m7 16v-9',
  call: 'M5 4h4l2 5-3 2a12 12 0 0 0 5 5l2-3 5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2Z',
  group:
    'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Zm-6 9c0-3.500 2.500-6 6-6s6 2.500 6 6M16 4.500a3.500 3.500 0 0 1 0 6M18 14.500c2 .800 3 3 3 5.500',
  shop: 'M4 10v10h16V10M3 10l2-6h14l2 6M3 10a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0M10 20v-5h4v5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9c0-4 3.500-6.500 8-6.500s8 2.500 8 6.500',
  devices: 'M3 5h13v9H3zM2 18h11M16 9h5v11h-5z',
  reply: 'M10 7 4 12l6 5v-3c5 0 8 1 10 5 0-6-3-9-10-9z',
  copy: 'M8 8h11v12H8zM5 16V4h10',
  edit: 'm4 20 1-5L16 4l4 4L9 19z',
  once: 'M12 3a9 9 0 1 0 9 9M11 9l2-1v8M16 4.500l.01 0M19.500 8l.01 0',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  restart: 'M4 5v5h5M4.500 10a8 8 0 1 1-.500 4',
  backstage: 'M4 7h9m5 0h2M4 17h2m5 0h9M13 4.500v5M11 14.500v5',
  cloud: 'M7 18a4 4 0 0 1-.500-8A6 6 0 0 1 18 9a4.500 4.500 0 0 1-.500 9z',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
}

/** An icon of the one set; it is hidden from screen readers, the button around it has the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('class', `icon icon-${name}`)
  svg.setAttribute('aria-hidden', 'true')
  return svg
}

/** A round button with an icon and a name. */
export function iconButton(name, label, click, more = {}) {
  return el(
    'button',
    { type: 'button', class: 'round', 'aria-label': label, title: label, on: { click }, ...more },
    icon(name),
  )
}

/** Initials on a colour derived from the name; of shops and groups their icon. */
export function avatar(name, mark) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...word][0] ?? '').join('')
  const face = el('span', { class: `avatar tone-${toneOf(name)}`, 'aria-hidden': 'true' })
  face.append(mark ? icon(mark) : letters.toLocaleUpperCase())
  return face
}

/** One of six colours, always the same for a name. */
export function toneOf(name) {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7) % 6
}
