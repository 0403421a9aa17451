import { el, icon } from './dom.js'
import { field, openForm, openSheet } from './sheet.js'
import { phoneText, t } from './texts.js'

const LARGEST_BYTES = 16 * 1024 * 1024

/** Places of the demo's city; the last choice lets the user enter coordinates. */
const PLACES = [
  { name: 'Mercado Público de Porto Alegre', latitude: -30.0277, longitude: -51.2287 },
  { name: 'Parque da Redenção', latitude: -30.0377, longitude: -51.2153 },
  { name: 'Praça da Matriz', latitude: -30.0338, longitude: -51.2303 },
  { name: 'Rua Padre Chagas, 320', latitude: -30.0262, longitude: -51.2019 },
]

const FILE_CHOICES = [
  {
    name: 'photoOrVideo',
    mark: 'photo',
    accept: 'image/png,image/jpeg,image/webp,image/gif,video/mp4,video/webm',
  },
  { name: 'document', mark: 'document', accept: '', as: 'document' },
  { name: 'audio', mark: 'audio', accept: 'audio/*' },
  { name: 'sticker', mark: 'sticker', accept: 'image/webp', as: 'sticker' },
]

/** The sheet of the plus button: files of each kind, and kinds with a small form. */
export function chooseAttachment(screen, { chosenFiles, send, people }) {
  const files = FILE_CHOICES.map(({ name, mark, accept, as }) => {
    const input = el('input', {
      type: 'file',
      class: 'unseen',
      accept,
      multiple: as !== 'sticker',
      'aria-label': t(name),
    })
    input.addEventListener('change', () => {
      close()
      chosenFiles([...input.files], as)
    })
    return el('label', { class: 'choice' }, icon(mark), el('span', { text: t(name) }), input)
  })
  const forms = [
    { name: 'location', mark: 'location', open: () => askLocation(screen, send) },
    { name: 'contactCard', mark: 'contacts', open: () => askContact(screen, send, people) },
    { name: 'poll', mark: 'poll', open: () => askPoll(screen, send) },
  ].map(({ name, mark, open }) => {
    const click = () => {
      close()
      open()
    }
    return el(
      'button',
      { type: 'button', class: 'choice', on: { click } },
      icon(mark),
      el('span', { text: t(name) }),
    )
  })
  const close = openSheet(screen, t('attach'), el('div', { class: 'sheet-body choices' }, files, forms))
}

function askLocation(screen, send) {
  const place = el('select', { name: 'place' })
  for (const [at, { name }] of PLACES.entries()) place.append(el('option', { value: at, text: name }))
  place.append(el('option', { value: '', text: t('ownPlace') }))
  const name = el('input', { name: 'name', autocomplete: 'off' })
  const figure = (what, limit) =>
    el('input', { name: what, type: 'number', step: 'any', min: -limit, max: limit, required: true })
  const latitude = figure('latitude', 90)
  const longitude = figure('longitude', 180)
  const fill = () => {
    const chosen = PLACES[place.value] ?? { name: '', latitude: '', longitude: '' }
    name.value = place.value === '' ? '' : chosen.name
    latitude.value = place.value === '' ? '' : chosen.latitude
    longitude.value = place.value === '' ? '' : chosen.longitude
  }
  place.addEventListener('change', fill)
  fill()
  const fields = [
    field(t('place'), place),
    field(t('placeName'), name),
    el('div', { class: 'pair' }, field(t('latitude'), latitude), field(t('longitude'), longitude)),
  ]
  openForm(screen, t('sendLocation'), fields, t('send'), (form) => {
    const called = form.get('name').trim()
    const where = { latitude: Number(form.get('latitude')), longitude: Number(form.get('longitude')) }
    return send({ location: { ...where, ...(called && { name: called }) } })
  })
}

function askContact(screen, send, people) {
  const list = el('select', { name: 'person' })
  for (const { name, phone } of people)
    list.append(el('option', { value: phone, text: `${name} · ${phoneText(phone)}` }))
  list.append(el('option', { value: '', text: t('someoneElse') }))
  const name = el('input', { name: 'name', autocomplete: 'off' })
  const phone = el('input', { name: 'phone', inputmode: 'tel', autocomplete: 'off' })
  const other = el('div', { class: 'pair' }, field(t('name'), name), field(t('number'), phone))
  const show = () => {
    other.hidden = list.value !== ''
    name.required = phone.required = list.value === ''
  }
  list.addEventListener('change', show)
  show()
  openForm(screen, t('sendContact'), [field(t('fromPeople'), list), other], t('send'), (form) => {
    const known = people.find((person) => person.phone === form.get('person'))
    const card = known ?? { name: form.get('name').trim(), phone: form.get('phone').trim() }
    return send({ contacts: [{ name: card.name, phone: card.phone }] })
  })
}

function askPoll(screen, send) {
  const question = el('input', { name: 'question', autocomplete: 'off', required: true })
  const choices = el('textarea', { name: 'choices', rows: 4, required: true })
  openForm(
    screen,
    t('sendPoll'),
    [field(t('question'), question), field(t('choices'), choices)],
    t('send'),
    (form) => {
      const answers = form
        .get('choices')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      if (answers.length < 2) throw new Error(t('twoChoices'))
      return send({ text: form.get('question').trim(), choices: answers })
    },
  )
}

/**
 * Previews files before sending, with a caption and "view once" where WhatsApp has them; then sends them one by one.
 */
export function previewFiles(screen, files, as, caption, send) {
  const kinds = files.map((file) => as ?? kindOf(file))
  const addresses = files.map((file) => URL.createObjectURL(file))
  const once = el('input', { type: 'checkbox', name: 'once' })
  const canBeOnce = kinds.every((kind) => kind === 'picture' || kind === 'video')
  const words = el('input', { name: 'caption', autocomplete: 'off', value: caption })
  const fields = [
    el(
      'ul',
      { class: 'previews' },
      files.map((file, at) => preview(file, kinds[at], addresses[at])),
    ),
    kinds[0] !== 'sticker' && kinds[0] !== 'audio' && field(t('caption'), words),
    canBeOnce && el('label', { class: 'check' }, once, t('viewOnce')),
  ]
  openForm(screen, t('sendFiles'), fields.filter(Boolean), t('send'), async (form) => {
    for (const [at, file] of files.entries()) {
      refuseUnfit(file, kinds[at])
      const said = at === 0 ? (form.get('caption')?.trim() ?? '') : ''
      await send({
        [kinds[at]]: await base64Of(file),
        ...(file.type && { mimetype: file.type.split(';')[0] }),
        ...(said && { caption: said }),
        ...(kinds[at] === 'document' && { fileName: file.name }),
        ...(form.get('once') && { viewOnce: true }),
      })
    }
    for (const address of addresses) URL.revokeObjectURL(address)
  })
}

function refuseUnfit({ size, name, type }, kind) {
  if (size > LARGEST_BYTES) throw new Error(t('tooLarge', { name }))
  if (size === 0) throw new Error(t('emptyFile', { name }))
  if (kind === 'sticker' && type !== 'image/webp') throw new Error(t('stickerType'))
}

/** Drawings that could contain a script are sent as documents, like every unknown type. */
function kindOf({ type }) {
  if (/^image\/(png|jpeg|webp|gif)$/.test(type)) return 'picture'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  return 'document'
}

function preview({ name }, kind, address) {
  if (kind === 'picture' || kind === 'sticker') return el('li', {}, el('img', { src: address, alt: name }))
  return el('li', { class: 'file' }, icon(kind), el('span', { text: name }))
}

/** The content of a file in the form of the control API. */
export function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
