import * as control from './control.js'
import { el, iconButton } from './dom.js'
import { field, openForm } from './sheet.js'
import { t } from './texts.js'

const QUALITIES = ['GREEN', 'YELLOW', 'RED']
const TIERS = ['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']
const STATUSES = ['CONNECTED', 'PENDING', 'FLAGGED', 'RESTRICTED', 'BANNED']

/** What a product needs to connect the number, its callback, and what Meta thinks of it. */
export function numberSection(number, { url, pendingWebhooks }, { tell, notice, screen }) {
  const { id, accountId, token, app, isSubscribed, status, quality, tier } = number
  const callback = app?.callback?.url
  const values = [
    [t('cloudUrl'), url],
    [t('cloudAccountId'), accountId],
    [t('cloudNumberId'), id],
    [t('cloudAppId'), app?.id],
    [t('cloudSecret'), app?.secret],
    [t('cloudToken'), token],
  ]
  const change = (name, value) => tell(control.cloudNumberState(id, { [name]: value }))
  const choice = (label, name, options, chosen) => {
    const select = el('select', { on: { change: () => change(name, select.value) } })
    select.append(...options.map((value) => el('option', { value, text: value, selected: value === chosen })))
    return field(label, select)
  }
  const check = (label, name, isOn) =>
    el(
      'label',
      { class: 'check' },
      el('input', {
        type: 'checkbox',
        checked: isOn,
        on: { change: ({ target }) => change(name, target.checked) },
      }),
      label,
    )
  return [
    el(
      'dl',
      { class: 'credentials' },
      values.map(([label, value]) => credential(label, value, { tell, notice })),
    ),
    el(
      'div',
      { class: 'sheet-head' },
      el(
        'p',
        { class: 'tiny grow' },
        el('strong', { text: t('cloudCallback') }),
        el('span', { class: 'callback', text: callback ?? t('cloudNoCallback') }),
        !isSubscribed && el('span', { class: 'trouble callback', text: t('cloudNotSubscribed') }),
        pendingWebhooks > 0 &&
          el('span', { class: 'trouble callback', text: t('cloudPending', { count: pendingWebhooks }) }),
      ),
      app &&
        el('button', {
          type: 'button',
          class: 'button outline small',
          text: t('cloudSetCallback'),
          on: { click: () => askForCallback(screen, app) },
        }),
    ),
    el(
      'div',
      { class: 'cloud-states' },
      choice(t('cloudQuality'), 'quality', QUALITIES, quality),
      choice(t('cloudTier'), 'tier', TIERS, tier),
      choice(t('cloudStatus'), 'status', STATUSES, status),
    ),
    check(t('cloudLocked'), 'isLocked', number.isLocked),
    check(t('cloudPayment'), 'hasPaymentMethod', number.hasPaymentMethod),
  ]
}

function credential(label, value, { tell, notice }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    notice(t('cloudCopied', { name: label }))
  }
  return el(
    'div',
    {},
    el('dt', { text: label }),
    el('dd', { text: value ?? t('cloudRevoked'), title: value }),
    value ? iconButton('copy', t('cloudCopy', { name: label }), () => tell(copy())) : '',
  )
}

function askForCallback(screen, { id, callback }) {
  const url = el('input', {
    name: 'url',
    type: 'url',
    required: true,
    autocomplete: 'off',
    value: callback?.url,
  })
  const verifyToken = el('input', {
    name: 'verifyToken',
    required: true,
    autocomplete: 'off',
    value: callback?.verifyToken,
  })
  const fields = [
    field(t('cloudCallbackUrl'), url),
    field(t('cloudVerifyToken'), verifyToken),
    el('p', { class: 'tiny faint', text: t('cloudCallbackHelp') }),
  ]
  openForm(screen, t('cloudCallback'), fields, t('cloudVerify'), (form) =>
    control.cloudCallback(id, { url: form.get('url').trim(), verifyToken: form.get('verifyToken').trim() }),
  )
}
