import { avatar, el, icon, toneOf } from './dom.js'
import { formatted } from './formatted.js'
import { clockOf, t, timeOf } from './texts.js'
import { voicePlayer } from './voice.js'

const TICKS = { sent: '✓', delivered: '✓✓', read: '✓✓', played: '✓✓' }
const CALL_ENDS = {
  hangUp: 'callMissed',
  timeOut: 'callMissed',
  answer: 'callAnswered',
  refuse: 'callDeclined',
}
const KIND_WORDS = {
  picture: 'photo',
  video: 'video',
  audio: 'audio',
  voice: 'voice',
  document: 'document',
  sticker: 'sticker',
  location: 'location',
  contacts: 'contactCard',
  poll: 'poll',
}

/**
 * Draws a message, or updates its element: content only when it changed, so that a playing recording continues.
 * @param view `{ mine, author, quoted, actions, onPlay, goTo, openPhoto }` of the conversation that shows it
 */
export function bubble(entry, view, before) {
  if (entry.kind === 'call') return before ?? callLine(entry)
  const content = JSON.stringify([
    entry.kind,
    entry.text,
    entry.deleted,
    entry.fileUrl,
    entry.pictureUrl,
    view.author,
    view.quoted?.words,
  ])
  const foot = JSON.stringify([entry.tick, entry.edited, entry.reactions, entry.playedByContact])
  const box = before ?? el('article', { class: `bubble ${view.mine ? 'mine' : 'theirs'}`, tabindex: -1 })
  if (box.dataset.content !== content) {
    box.classList.toggle('deleted', Boolean(entry.deleted))
    box.classList.toggle('bare', entry.kind === 'sticker' && !entry.deleted)
    box.replaceChildren(...headOf(view), ...contentOf(entry, view), el('footer'), actionsButton(entry, view))
  }
  if (box.dataset.content !== content || box.dataset.foot !== foot) {
    box.querySelector(':scope > footer').replaceChildren(...footOf(entry, view.mine))
    showReactions(box, entry)
  }
  Object.assign(box.dataset, { content, foot })
  return box
}

/** A one-line summary of a message, for lists and quotes. */
export function summaryOf({ kind, text, deleted, seconds, video, callEnd }) {
  if (deleted) return t('deleted')
  if (kind === 'call') return callWords({ video, callEnd })
  if (kind === 'other') return t('other', { kind: text })
  if (kind === 'voice') return `${t('voice')} ${clockOf(seconds ?? 0)}`
  if (kind === 'poll') return `${t('poll')}: ${text.split('\n')[0]}`
  const words = text.replace(/\s+/g, ' ').trim()
  return words || t(KIND_WORDS[kind] ?? 'message')
}

/** The icon of a kind in lists; texts have none. */
export function markOf({ kind, video, deleted }) {
  if (deleted || kind === 'text' || kind === 'other') return undefined
  if (kind === 'call') return video ? 'video' : 'call'
  return { picture: 'photo', voice: 'mic' }[kind] ?? kind
}

export function tickMark(tick) {
  return (
    TICKS[tick] &&
    el('span', { class: `tick ${tick}`, role: 'img', 'aria-label': t(tick), text: TICKS[tick] })
  )
}

function headOf({ author, quoted, goTo }) {
  return [
    author && el('p', { class: `author tone-${toneOf(author)}`, text: author }),
    quoted &&
      el(
        'button',
        { type: 'button', class: 'quote', on: { click: () => goTo(quoted.id) } },
        el('strong', { text: quoted.author }),
        el('span', { text: quoted.words }),
      ),
  ].filter(Boolean)
}

function contentOf(entry, view) {
  if (entry.deleted) return [el('p', { class: 'words', text: t('deleted') })]
  if (entry.viewOnce) {
    const words = t('viewOnceSent', { kind: t(KIND_WORDS[entry.kind]) })
    return [el('p', { class: 'once' }, icon('once'), words), ...wordsOf(entry)]
  }
  const draw = CONTENTS[entry.kind]
  return draw ? draw(entry, view) : wordsOf(entry)
}

const CONTENTS = {
  picture: (entry, { openPhoto }) => [photo(entry, openPhoto), ...wordsOf(entry)],
  sticker: ({ pictureUrl }) => [
    pictureUrl ? el('img', { class: 'sticker', src: pictureUrl, alt: t('sticker') }) : gone(),
  ],
  video: (entry) => [
    entry.fileUrl
      ? el('video', {
          src: entry.fileUrl,
          controls: true,
          preload: 'metadata',
          'aria-label': entry.text || t('video'),
        })
      : gone(),
    ...wordsOf(entry),
  ],
  audio: (entry) => [
    entry.fileUrl ? voicePlayer({ ...entry, url: entry.fileUrl }) : gone(),
    ...wordsOf(entry),
  ],
  voice: (entry, { onPlay }) => [
    entry.fileUrl ? voicePlayer({ ...entry, url: entry.fileUrl }, () => onPlay(entry)) : gone(),
  ],
  document: documentCard,
  location: ({ text, latitude, longitude }) => [
    el('div', { class: 'map', 'aria-hidden': 'true' }, icon('location')),
    text && el('p', { class: 'words strong', text }),
    el('p', { class: 'faint figures', text: `${latitude.toFixed(4)}, ${longitude.toFixed(4)}` }),
  ],
  contacts: ({ text }) =>
    text.split(', ').map((name) => el('p', { class: 'card-line' }, avatar(name), el('span', { text: name }))),
  poll: ({ text }) => {
    const [question, ...choices] = text.split('\n')
    return [
      el('p', { class: 'words strong', text: question }),
      el(
        'ul',
        { class: 'poll' },
        choices.map((choice) => el('li', { text: choice })),
      ),
    ]
  },
  other: ({ text }) => [el('p', { class: 'words faint', text: t('other', { kind: text }) })],
}

function wordsOf({ text }) {
  return text ? [el('p', { class: 'words' }, formatted(text))] : []
}

function photo({ pictureUrl, text }, openPhoto) {
  if (!pictureUrl) return gone()
  const image = el('img', { src: pictureUrl, alt: text || t('photo'), loading: 'lazy' })
  return el(
    'button',
    {
      type: 'button',
      class: 'photo',
      'aria-label': `${t('openPhoto')}: ${text || t('photo')}`,
      on: { click: () => openPhoto(pictureUrl, text) },
    },
    image,
  )
}

function documentCard({ text, fileName, fileUrl, mimetype }) {
  if (!fileUrl) return [gone()]
  const name = fileName || text || t('document')
  const [, ending = mimetype?.split('/')[1] ?? ''] = /\.(\w{1,5})$/.exec(name) ?? []
  const card = el(
    'a',
    { class: 'document', href: fileUrl, download: name, 'aria-label': t('saveFile', { name }) },
    el('span', { class: 'ending', text: ending.slice(0, 4).toUpperCase() }),
    el('span', { class: 'name', text: name }),
  )
  return [card, ...(text && text !== name ? wordsOf({ text }) : [])]
}

function gone() {
  return el('p', { class: 'words faint', text: t('fileGone') })
}

function footOf({ at, tick, edited, deleted, from, kind, playedByContact }, mine) {
  const words = [edited && !deleted && t('edited'), timeOf(at)].filter(Boolean).join(' · ')
  const wasPlayed = from === 'shop' && kind === 'voice' && playedByContact
  return [words, mine && tickMark(tick), wasPlayed && tickMark('played')].filter(Boolean)
}

function showReactions(box, { reactions = {}, deleted }) {
  const emojis = deleted ? [] : [...new Set([reactions.contact, reactions.shop].filter(Boolean))]
  box.querySelector(':scope > .reactions')?.remove()
  box.classList.toggle('reacted', emojis.length > 0)
  if (emojis.length > 0)
    box.append(
      el(
        'p',
        { class: 'reactions' },
        emojis.map((emoji) => el('span', { text: emoji })),
      ),
    )
}

function actionsButton(entry, { actions }) {
  if (entry.deleted || !actions) return ''
  const button = el('button', {
    type: 'button',
    class: 'actions',
    'aria-label': t('actions'),
    tabindex: -1,
    on: { click: () => actions(entry.id) },
  })
  button.append(icon('down'))
  return button
}

function callLine(entry) {
  const line = el('div', { class: `event ${entry.callEnd === 'answer' ? '' : 'missed'}` })
  line.append(icon(entry.video ? 'video' : 'call'), `${callWords(entry)} · ${timeOf(entry.at)}`)
  return line
}

function callWords({ video, callEnd }) {
  return t(CALL_ENDS[callEnd], { kind: t(video ? 'videoCall' : 'voiceCall') })
}
