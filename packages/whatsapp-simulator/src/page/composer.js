import { base64Of, chooseAttachment, previewFiles } from './attachments.js'
import { el, icon, iconButton } from './dom.js'
import { startRecording } from './recorder.js'
import { t } from './texts.js'
import { customers, nameOf } from './world.js'

const TYPING_PAUSE_MS = 3000

/**
 * The composer. Drafts are cached per conversation until the page is closed.
 * @param way `{ screen, drafts, key, plain, send(message), edit(id, text), type(state), tell, writers, writeAs }`;
 *   `plain` allows text only
 */
export function makeComposer(way) {
  const { screen, drafts, key, tell } = way
  let answering
  let recording
  let typingUntil
  const field = el('textarea', {
    rows: 1,
    placeholder: t('message'),
    'aria-label': t('message'),
    enterkeyhint: 'send',
  })
  field.value = drafts.get(key) ?? ''
  const about = el('div', { class: 'about', hidden: true })
  const sendButton = el(
    'button',
    { type: 'submit', class: 'round filled', 'aria-label': t('send'), title: t('send') },
    icon('send'),
  )
  const micButton = iconButton('mic', t('record'), () => tell(record()), { class: 'round filled' })
  const plus = iconButton('plus', t('attach'), attach)
  const line = el(
    'form',
    { class: 'line' },
    way.plain ? '' : plus,
    field,
    sendButton,
    way.plain ? '' : micButton,
  )
  const element = el('div', { class: 'composer' }, writerChoice(way), about, line)

  line.addEventListener('submit', (event) => {
    event.preventDefault()
    tell(submit())
  })
  field.addEventListener('input', () => {
    drafts.set(key, field.value)
    showState()
    tell(field.value ? startTyping() : stopTyping())
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault()
      line.requestSubmit()
    }
  })
  field.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (files.length === 0 || way.plain) return
    event.preventDefault()
    takeFiles(files)
  })
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    if (!recording && !answering) return
    event.stopPropagation()
    if (recording) recording.discard()
    else answer(undefined)
  })
  showState()

  async function submit() {
    const text = field.value.trim()
    if (!text) return
    const to = answering
    clear()
    await stopTyping()
    try {
      if (to?.edits) await way.edit(to.id, text)
      else await way.send({ text, ...(to && { quoting: to.id }) })
    } catch (cause) {
      if (!field.value) setText(text)
      throw cause
    }
  }
  /** Sends anything but a text, as an answer if one was begun. */
  async function sendOther(message) {
    const to = answering && !answering.edits ? { quoting: answering.id } : {}
    answer(undefined)
    await way.send({ ...message, ...to })
  }
  function attach() {
    chooseAttachment(screen, { chosenFiles: takeFiles, send: sendOther, people: customers() })
  }
  function takeFiles(files, as) {
    if (files.length === 0) return
    previewFiles(screen, files, as, field.value.trim(), async (message) => {
      clear()
      await sendOther(message)
    })
  }
  async function record() {
    if (recording) return
    recording = await startRecording((result, tooShort) => {
      recording.strip.remove()
      recording = undefined
      line.hidden = false
      field.focus()
      if (result) tell(sendVoice(result))
      else if (tooShort) tell(Promise.reject(new Error(t('tooShort'))))
    })
    line.hidden = true
    element.append(recording.strip)
    recording.strip.querySelector('.filled').focus()
  }
  /** Only Safari records neither Ogg nor WebM: its recording is sent as an audio file. */
  async function sendVoice({ blob, seconds, waveform }) {
    const [mimetype] = blob.type.split(';')
    const content = await base64Of(blob)
    if (mimetype === 'audio/mp4') return sendOther({ audio: content, mimetype, seconds })
    await sendOther({ voice: content, seconds, waveform, ...(mimetype === 'audio/ogg' && { mimetype }) })
  }
  async function startTyping() {
    const first = typingUntil === undefined
    clearTimeout(typingUntil)
    typingUntil = setTimeout(() => tell(stopTyping()), TYPING_PAUSE_MS)
    if (first) await way.type('composing')
  }
  async function stopTyping() {
    if (typingUntil === undefined) return
    clearTimeout(typingUntil)
    typingUntil = undefined
    await way.type('paused')
  }
  /** Begins an answer to a message, or a correction of it; without an argument it ends both. */
  function answer(entry) {
    if (answering?.edits) setText('')
    answering = entry
    about.hidden = !entry
    if (!entry) return about.replaceChildren()
    const title = entry.edits ? t('editing') : t('replyingTo', { name: entry.author })
    about.replaceChildren(
      el('div', {}, el('strong', { text: title }), el('span', { text: entry.words })),
      iconButton('close', t('cancel'), () => answer(undefined)),
    )
    if (entry.edits) setText(entry.text)
    field.focus()
  }
  function clear() {
    setText('')
    if (answering) {
      answering = { ...answering, edits: false }
      answer(undefined)
    }
  }
  function setText(text) {
    field.value = text
    if (text) drafts.set(key, text)
    else drafts.delete(key)
    showState()
  }
  function showState() {
    const empty = field.value.trim() === ''
    sendButton.hidden = empty && !way.plain
    micButton.hidden = !empty
    field.style.setProperty('height', 'auto')
    if (field.scrollHeight > 0) field.style.setProperty('height', `${Math.min(field.scrollHeight, 116)}px`)
  }
  const leave = () => {
    recording?.discard()
    tell(stopTyping())
  }
  return { element, answer, takeFiles, leave, focus: () => field.focus({ preventScroll: true }) }
}

/** In a group the page can write as each member, from the same phone. */
function writerChoice({ writers, writeAs }) {
  if (!writers || writers.length < 2) return ''
  const choice = el('select', { on: { change: () => writeAs(choice.value) } })
  for (const phone of writers) choice.append(el('option', { value: phone, text: nameOf(phone) }))
  return el('label', { class: 'writer' }, el('span', { text: t('writeAs') }), choice)
}
