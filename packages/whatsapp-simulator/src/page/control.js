import { t } from './texts.js'

/** Calls the control API and returns its answer; rejects with the API's error text. */
async function call(method, path, body) {
  const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...init }).catch(() => {
    throw new Error(t('unreachable'))
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

const KINDS = { shop: 'phones', contact: 'contacts' }

export const settings = () => call('GET', '/settings')
export const phones = () => call('GET', '/phones')
export const contacts = () => call('GET', '/contacts')
export const groups = () => call('GET', '/groups')
export const waiting = () => call('GET', '/waiting')
export const linkingRules = () => call('GET', '/linking')
export const setLinkingRules = (rules) => call('POST', '/linking', rules)

/** The list of conversations on a phone, and one of them. */
export const chats = ({ role, phone }) => call('GET', `/${KINDS[role]}/${phone}/chats`)
export const chat = ({ role, phone }, row) =>
  role === 'shop'
    ? call('GET', `/phones/${phone}/chat?with=${encodeURIComponent(row.key)}`)
    : call(
        'GET',
        `/contacts/${phone}/chat?with=${row.shop}${row.group ? `&group=${encodeURIComponent(row.group)}` : ''}`,
      )

export const scan = (shop, qr) => call('POST', `/phones/${shop}/scan`, qr ? { qr } : {})
export const enterCode = (shop, code) => call('POST', `/phones/${shop}/code`, { code })
export const inflict = (shop, fault) => call('POST', `/phones/${shop}/faults`, fault)
export const expireCodes = () => call('POST', '/qrs/expire', {})
export const writeOnHandset = (shop, contact, text) =>
  call('POST', `/phones/${shop}/messages`, { to: contact, text })
export const addContact = (name, phone) => call('POST', '/contacts', { name, phone })
export const createGroup = (subject, members) => call('POST', '/groups', { subject, members })
export const renameGroup = (jid, by, subject) =>
  call('POST', `/groups/${encodeURIComponent(jid)}/rename`, { by, subject })
export const startOver = () => call('POST', '/restart', {})
export const endCall = (id, end) => call('POST', `/calls/${id}/end`, { end })

/** Acts of a contact in a conversation: `messages`, `edit`, `react`, `delete`, `read`, `play`, `typing` or `call`. */
export const act = (contact, row, verb, more = {}) =>
  call('POST', `/contacts/${contact}/${verb}`, {
    to: row.shop,
    ...(row.group && { group: row.group }),
    ...more,
  })

/** The official API: its numbers with their secrets, its customers and templates. */
export const cloud = () => call('GET', '/cloud')
export const cloudNumber = (number) => call('POST', '/cloud-numbers', number)
export const cloudNumberState = (id, state) => call('POST', `/cloud-numbers/${id}/state`, state)
export const cloudCallback = (appId, callback) => call('POST', `/cloud-apps/${appId}/callback`, callback)
export const cloudCustomer = (person) => call('POST', '/cloud-customers', person)
export const cloudChat = (customer, number) => call('GET', `/cloud-customers/${customer}/chat?with=${number}`)
export const cloudReview = (id, verdict) => call('POST', `/cloud-templates/${id}/review`, verdict)

/** Acts of a customer of the official API: `messages`, `tap`, `edit`, `react`, `delete`, `read`, `play` or `state`. */
export const cloudAct = (customer, number, verb, more = {}) =>
  call('POST', `/cloud-customers/${customer}/${verb}`, { to: number, ...more })

/** Listens to the event stream; `onEvent(event, detail)` for each, `onAlive(yes)` when the connection opens or closes. */
export function listen(onEvent, onAlive) {
  const source = new EventSource('/events')
  source.onopen = () => onAlive(true)
  source.onerror = () => {
    onAlive(false)
    // A browser stops reconnecting when the answer was no stream; the simulator may still be starting.
    if (source.readyState !== EventSource.CLOSED) return
    setTimeout(() => listen(onEvent, onAlive), 2000)
  }
  for (const event of ['wire', 'companions', 'contacts', 'phone', 'chat', 'call', 'graph']) {
    source.addEventListener(event, ({ data }) => onEvent(event, JSON.parse(data)))
  }
}
