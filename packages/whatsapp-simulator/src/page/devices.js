import { drawCode } from './camera.js'
import * as control from './control.js'
import { el, icon, iconButton, oneAtATime } from './dom.js'
import { askFirst, field } from './sheet.js'
import { phoneText, t } from './texts.js'
import { shop, waiting } from './world.js'

/** The simulator's English errors of a failed link, with the key of the user's text. The first match counts. */
const REFUSALS = [
  ['scan the new code once more', 'refusedScanAgain'],
  ['passkey', 'refusedPasskey'],
  ['too old', 'refusedOldVersion'],
  ['took a link under a retired', 'tookRetired'],
  ['retired', 'refusedRetired'],
  ['the companion refused the link', 'refusedByProduct'],
  ['ask for another code', 'refusedOtherLetters'],
  ['the phone is off', 'refusedPhoneOff'],
  ['wrong pairing code', 'refusedWrongLetters'],
  ['no companion asks', 'refusedNobodyAsks'],
  ['expired', 'refusedExpired'],
  ['went away', 'refusedGone'],
  ['in vain', 'refusedNoAnswer'],
  ['no code is held up', 'refusedNoCode'],
]

const SVG = 'http://www.w3.org/2000/svg'

/** The handset's linked devices, and the camera that links another one. */
export function makeDevices(owner, { screen, back, tell, notice }) {
  const linked = el('div', { class: 'linked' })
  const code = document.createElementNS(SVG, 'svg')
  code.setAttribute('viewBox', '0 0 29 29')
  code.setAttribute('class', 'code')
  const finder = el(
    'div',
    { class: 'finder', 'aria-hidden': 'true' },
    code,
    el('i'),
    el('i'),
    el('i'),
    el('i'),
    el('span', { class: 'ray' }),
  )
  const aim = el('p', { class: 'aim', role: 'status' })
  const text = el('input', { autocomplete: 'off', spellcheck: 'false', placeholder: t('pasteCode') })
  const textField = field(t('codeText'), text)
  const scan = el(
    'form',
    { class: 'scan' },
    textField,
    el('button', { type: 'submit', class: 'button light', text: t('scan') }),
  )
  const letters = el('input', { autocomplete: 'off', maxlength: 9, placeholder: 'ABCD-EFGH', required: true })
  const byLetters = el(
    'form',
    {},
    field(t('letters'), letters),
    el('button', { type: 'submit', class: 'button light', text: t('link') }),
  )
  const element = el(
    'div',
    { class: 'view' },
    el(
      'header',
      { class: 'bar' },
      iconButton('back', t('back'), back),
      el('h3', { class: 'grow', text: t('devices') }),
    ),
    el(
      'div',
      { class: 'scroll' },
      linked,
      el(
        'section',
        { class: 'camera', 'aria-label': t('linkDevice') },
        el('h4', { text: t('linkDevice') }),
        finder,
        aim,
        scan,
        el('details', {}, el('summary', { text: t('enterLetters') }), byLetters),
      ),
    ),
  )
  scan.addEventListener('submit', (event) => {
    event.preventDefault()
    tell(
      inOwnWords(control.scan(owner.phone, textField.hidden ? '' : text.value.trim())).then(() => {
        text.value = ''
        notice(t('linked'))
      }),
    )
  })
  byLetters.addEventListener('submit', (event) => {
    event.preventDefault()
    tell(
      inOwnWords(control.enterCode(owner.phone, letters.value)).then(() => {
        letters.value = ''
        notice(t('linked'))
      }),
    )
  })
  const refresh = oneAtATime(async () => {
    showLinked(shop(owner.phone) ?? { devices: [], online: false })
    const heldUp = waiting().find(({ qr }) => qr)
    finder.classList.toggle('nothing', !heldUp)
    drawCode(code, heldUp?.qr ?? '')
    textField.hidden = Boolean(heldUp)
    aim.textContent = aimText(heldUp)
  })

  function showLinked({ devices, online }) {
    const state = JSON.stringify([devices, online])
    if (linked.dataset.state === state) return
    linked.dataset.state = state
    if (devices.length === 0) return linked.replaceChildren(el('p', { class: 'faint', text: t('noDevices') }))
    const lines = devices.map((number) =>
      el(
        'p',
        { class: 'card-line' },
        icon('devices'),
        el(
          'span',
          { class: 'grow' },
          el('strong', { text: t('device', { number }) }),
          el('span', { class: 'tiny faint', text: t(online ? 'linkedOnline' : 'linkedOffline') }),
        ),
        el('span', { class: online ? 'dot on' : 'dot' }),
      ),
    )
    const button = (label, click, more = '') =>
      el('button', { type: 'button', class: `button outline ${more}`, text: label, on: { click } })
    const buttons = el(
      'div',
      { class: 'buttons' },
      button(t('openElsewhere'), () => tell(control.inflict(owner.phone, { kind: 'replace' }))),
      button(t('unlink'), askToUnlink, 'danger-text'),
    )
    linked.replaceChildren(...lines, buttons)
  }
  function askToUnlink() {
    askFirst(screen, t('unlinkQuestion'), t('unlinkLoss'), t('unlink'), () =>
      tell(control.inflict(owner.phone, { kind: 'unlink' })),
    )
  }
  return { element, refresh, name: 'devices', leave: () => undefined, entered: () => undefined }
}

/** Rejects with a reason in the user's language, where there is one. */
async function inOwnWords(linking) {
  try {
    await linking
  } catch (cause) {
    const [, text] = REFUSALS.find(([says]) => cause.message.includes(says)) ?? []
    throw text ? new Error(t(text), { cause }) : cause
  }
}

function aimText(heldUp) {
  if (heldUp) return t('codeInView', { browser: heldUp.browser })
  const code = waiting().find(({ wants }) => wants === 'code')
  if (code) return t('lettersWait', { browser: code.browser, phone: phoneText(code.phone) })
  return t(waiting().length > 0 ? 'codeWaits' : 'noCode')
}
