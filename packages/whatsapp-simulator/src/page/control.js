/** Calls the control API and gives its answer; rejects with the reason that it gave. */
async function call(method, path, body) {
  const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, { method, ...init })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

export const settings = () => call('GET', '/settings')
export const phones = () => call('GET', '/phones')
export const contacts = () => call('GET', '/contacts')
export const waiting = () => call('GET', '/waiting')
export const chat = (contact, shop) => call('GET', `/contacts/${contact}/chat?with=${shop}`)

export const scan = (shop, qr) => call('POST', `/phones/${shop}/scan`, qr ? { qr } : {})
export const enterCode = (shop, code) => call('POST', `/phones/${shop}/code`, { code })
export const inflict = (shop, fault) => call('POST', `/phones/${shop}/faults`, fault)
export const addContact = (name, phone) => call('POST', '/contacts', { name, phone })
export const send = (contact, message) => call('POST', `/contacts/${contact}/messages`, message)
export const markRead = (contact, shop) => call('POST', `/contacts/${contact}/read`, { to: shop })
export const type = (contact, shop, state) => call('POST', `/contacts/${contact}/typing`, { to: shop, state })

/** Listens to what happens; `heard(event, detail)` for each, `alive(yes)` when the line comes and goes. */
export function listen(heard, alive) {
  const source = new EventSource('/events')
  source.onopen = () => alive(true)
  source.onerror = () => alive(false)
  for (const event of ['wire', 'companions', 'contacts', 'phone', 'chat']) {
    source.addEventListener(event, ({ data }) => heard(event, JSON.parse(data)))
  }
}
