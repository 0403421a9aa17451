/** What messages say is put on the page as text only: customers may write anything, tags included. */
export function element(tag, className = '', text = '') {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

const TICKS = {
  sent: { mark: '✓', says: 'enviada' },
  delivered: { mark: '✓✓', says: 'entregue' },
  read: { mark: '✓✓', says: 'lida' },
}

/** Draws the conversation as it stands on the customer's phone. */
export function drawChat(log, { messages, typing }) {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const drawn = messages.flatMap((message, at) => {
    const day = dayOf(message)
    const separator = at === 0 || dayOf(messages[at - 1]) !== day ? [element('div', 'day', day)] : []
    return [...separator, bubble(message, messages)]
  })
  if (drawn.length === 0) drawn.push(element('p', 'empty', 'Escreva a primeira mensagem para a loja.'))
  if (typing) drawn.push(typingDots())
  log.replaceChildren(...drawn)
  if (atEnd) log.scrollTop = log.scrollHeight
}

function bubble(message, messages) {
  const box = element('div', `bubble ${message.from}${message.deleted ? ' deleted' : ''}`)
  const quoted = messages.find(({ id }) => id === message.quotedId)
  if (quoted) box.append(element('blockquote', '', quoted.text || 'foto'))
  if (message.pictureUrl && !message.deleted) box.append(picture(message))
  const text = message.deleted ? 'Mensagem apagada' : message.text
  if (text) box.append(element('span', '', text))
  box.append(meta(message))
  return box
}

function picture(message) {
  const image = element('img')
  image.src = message.pictureUrl
  image.alt = message.text || 'Foto'
  return image
}

function meta({ at, tick }) {
  const line = element('span', 'meta', `${timeOf(at)} `)
  const known = TICKS[tick]
  if (!known) return line
  const mark = element('span', tick, known.mark)
  mark.setAttribute('role', 'img')
  mark.setAttribute('aria-label', known.says)
  line.append(mark)
  return line
}

function typingDots() {
  const dots = element('div', 'bubble shop typing')
  dots.setAttribute('role', 'img')
  dots.setAttribute('aria-label', 'digitando')
  dots.append(element('i'), element('i'), element('i'))
  return dots
}

export function timeOf(at, seconds) {
  const second = seconds ? { second: '2-digit' } : {}
  return new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit', ...second })
}

function dayOf({ at }) {
  const day = new Date(at)
  if (day.toDateString() === new Date().toDateString()) return 'Hoje'
  return day.toLocaleDateString('pt-BR', { day: 'numeric', month: 'long' })
}
