import { drawCode } from './camera.js'
import { drawChat, element, timeOf } from './chat.js'
import * as control from './control.js'

const WIRE_LINES = 9
const TYPING_PAUSE_MS = 3000

const FAULTS = [
  { name: 'Cair a rede', detail: 'por 30 s', fault: { kind: 'offline', milliseconds: 30_000 } },
  { name: 'Soltar a conexão', detail: 'uma vez', fault: { kind: 'drop' } },
  { name: 'Desvincular no celular', detail: 'erro 401', fault: { kind: 'unlink' } },
  { name: 'Atrasar entregas', detail: '5 s', fault: { kind: 'slow', milliseconds: 5000 } },
  { name: 'Parar de atrasar', detail: '', fault: { kind: 'slow', milliseconds: 0 } },
  { name: 'Recusar o próximo envio', detail: 'erro 463', fault: { kind: 'refuseNext', code: 463 } },
]

const at = (id) => document.getElementById(id)
const shop = () => at('shop').value
const contact = () => at('contact').value
let typing

start()

async function start() {
  const { productUrl } = await control.settings()
  if (productUrl) Object.assign(at('product'), { href: productUrl, hidden: false })
  await Promise.all([showPhones(), showContacts()])
  await Promise.all([showWaiting(), showChat()])
  listFaults()
  wireForms()
  control.listen(heard, (alive) => {
    at('alive').textContent = alive ? 'Simulador no ar' : 'Simulador parado'
    at('alive').classList.toggle('ok', alive)
  })
}

function heard(event, detail) {
  if (event === 'wire') addWireLine(detail)
  if (event === 'companions') showWaiting()
  if (event === 'contacts') showContacts()
  if (event === 'phone') showPhones()
  if (event === 'chat' && detail.contact === contact() && detail.phone === shop()) showChat()
}

async function showPhones() {
  const phones = await control.phones()
  fillChooser(
    at('shop'),
    phones.map(({ phone, name }) => ({ value: phone, text: `${phoneText(phone)} · ${name}` })),
  )
  const chosen = phones.find(({ phone }) => phone === shop())
  at('shop-name').textContent = chosen?.name ?? 'Nenhuma loja'
  at('linked').textContent = linkText(chosen)
}

async function showContacts() {
  const contacts = await control.contacts()
  fillChooser(
    at('contact'),
    contacts.map(({ phone, name }) => ({ value: phone, text: name })),
  )
}

async function showWaiting() {
  const waiting = await control.waiting()
  const heldUp = waiting.find(({ qr }) => qr)
  document.querySelector('.finder').classList.toggle('empty', !heldUp)
  drawCode(at('code'), heldUp?.qr ?? '')
  at('qr').hidden = Boolean(heldUp)
  document.querySelector('label[for=qr]').hidden = Boolean(heldUp)
  at('aim').textContent = aimText(waiting, heldUp)
}

async function showChat() {
  if (shop() && contact()) drawChat(at('log'), await control.chat(contact(), shop()))
}

/** Messages count as read once a person touches the customer's phone or chooses that customer. */
async function openChat() {
  if (shop() && contact()) await control.markRead(contact(), shop())
}

function wireForms() {
  at('shop').onchange = () => tell(Promise.all([showPhones(), showChat()]))
  at('contact').onchange = () => tell(showChat().then(openChat))
  at('customer').addEventListener('pointerdown', () => tell(openChat()))
  at('customer').addEventListener('focusin', () => tell(openChat()))
  onSubmit('scan', async () => {
    await control.scan(shop(), at('qr').value.trim())
    at('qr').value = ''
  })
  onSubmit('letters', async () => {
    await control.enterCode(shop(), at('pairing-code').value)
    at('pairing-code').value = ''
  })
  onSubmit('new-contact', async () => {
    const { phone } = await control.addContact(at('new-name').value, at('new-phone').value)
    at('new-contact').reset()
    await showContacts()
    at('contact').value = phone
    await showChat()
  })
  onSubmit('composer', async () => {
    const text = at('text').value.trim()
    if (!text) return
    at('text').value = ''
    await stopTyping()
    await control.send(contact(), { to: shop(), text })
  })
  at('text').addEventListener('input', () => tell(startTyping()))
  at('picture').onchange = () => tell(sendPicture())
}

async function sendPicture() {
  const [file] = at('picture').files
  if (!file) return
  const [, picture] = (await asDataUrl(file)).split(',')
  const caption = at('text').value.trim()
  at('text').value = ''
  at('picture').value = ''
  await control.send(contact(), { to: shop(), picture, mimetype: file.type, caption })
}

async function startTyping() {
  const first = typing === undefined
  clearTimeout(typing)
  typing = setTimeout(() => tell(stopTyping()), TYPING_PAUSE_MS)
  if (first) await control.type(contact(), shop(), 'composing')
}

async function stopTyping() {
  if (typing === undefined) return
  clearTimeout(typing)
  typing = undefined
  await control.type(contact(), shop(), 'paused')
}

function listFaults() {
  const lines = FAULTS.map(({ name, detail, fault }) => {
    const line = element('li')
    const button = element('button', '', 'Fazer')
    button.type = 'button'
    button.setAttribute('aria-label', `Fazer: ${name}`)
    button.onclick = () => tell(control.inflict(shop(), fault))
    line.append(element('span', 'grow', name), element('span', 'tiny faint', detail), button)
    return line
  })
  at('faults').replaceChildren(...lines)
}

function addWireLine({ at: instant, direction, tag, detail }) {
  const line = element('li')
  const arrow = direction === 'in' ? '←' : '→'
  line.append(element('span', 'faint', timeOf(instant, true)), element('b', '', arrow))
  line.append(element('span', '', tag), element('span', 'faint', detail))
  at('wire').prepend(line)
  while (at('wire').children.length > WIRE_LINES) at('wire').lastChild.remove()
}

/** Keeps the choice when the list is read again. */
function fillChooser(chooser, entries) {
  const chosen = chooser.value
  const options = entries.map(({ value, text }) => {
    const option = element('option', '', text)
    option.value = value
    return option
  })
  chooser.replaceChildren(...options)
  if (entries.some(({ value }) => value === chosen)) chooser.value = chosen
}

function aimText(waiting, heldUp) {
  if (heldUp) return `Código de ${heldUp.browser} na mira`
  const code = waiting.find(({ wants }) => wants === 'code')
  if (code) return `${code.browser} espera o código de 8 letras de ${phoneText(code.phone)}`
  if (waiting.length > 0) return 'Há um código esperando: cole o texto dele abaixo.'
  return 'Nenhum código à vista. No Balcão, abra Conexões e peça o código QR.'
}

function linkText(phone) {
  if (!phone || phone.devices.length === 0) return 'sem aparelho vinculado'
  return phone.online ? 'aparelho vinculado e no ar' : 'aparelho vinculado, fora do ar'
}

/** `+55 51 3025-4455` for Brazil, digits for the rest of the world. */
function phoneText(phone) {
  const [, area, start, end] = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? []
  return area ? `+55 ${area} ${start}-${end}` : `+${phone}`
}

function onSubmit(form, act) {
  at(form).addEventListener('submit', (event) => {
    event.preventDefault()
    tell(act())
  })
}

/** Says why something did not work. */
async function tell(work) {
  try {
    await work
    at('toast').hidden = true
  } catch (cause) {
    at('toast').textContent = `Não deu certo: ${cause.message}`
    at('toast').hidden = false
  }
}

function asDataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
