import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { tsImport } from 'tsx/esm/api'
import { inProject } from './project.mjs'

// The parts of the demo company (server/database/demo) that need WhatsApp: a customer who has just sent one message of
// every kind, and dead letters.
const ANA = { email: 'ana@demo.local', password: 'balcao-demo' }
const TIMEOUT_MS = 60_000

/** The customer who sends every kind of message. */
export const everyKind = { phone: '5551960009001', name: 'Renata Fontoura' }

/** @typedef {import('../packages/whatsapp-simulator/src/simulator').Simulator} Simulator */
/** @typedef {import('../e2e/src/product').Product} Product */
/** @typedef {{ showDeadLetters(): Promise<void>, hideDeadLetters(): Promise<void> }} Fixture */

/**
 * Plays the conversations over the demo's linked number, with Ana's answers. Ends Ana's other sessions.
 * @param {Product} product @param {Simulator} simulator @returns {Promise<Fixture>}
 */
export async function playDemo(product, simulator) {
  const ana = await callsOfAna(product.url)
  const { shopPhones } = await tsImport('../server/database/demo/people.ts', import.meta.url)
  const shop = shopPhones[0].phone
  const customer = simulator.createContact(everyKind)

  await customer.sendText(shop, 'Oi! A mesa Araucária chegou, mas uma cadeira veio com um risco')
  const ticket = await ana.until(() => ana.ticketOf('pending', everyKind.name))
  await ana.put(`/tickets/${ticket.id}`, { status: 'open' })
  await answer('Que pena, Renata! Me manda uma foto? Resolvemos ainda nesta semana.')
  const arrive = () => ana.arrival(ticket.id)
  await sendEveryKind(customer, shop, arrive)
  await answer('Anotado! A cadeira nova sai na *quinta*, e levamos a riscada de volta.')
  customer.read(shop)

  const { atTheDatabase } = await tsImport('../e2e/src/product-database.ts', import.meta.url)
  return {
    showDeadLetters: () => atTheDatabase(product, deadLetters),
    hideDeadLetters: () => atTheDatabase(product, "delete from inbound_events where key like 'demo-%'"),
  }

  /** @param {string} body */
  async function answer(body) {
    await ana.post(`/messages/${ticket.id}`, { body, clientId: randomUUID() })
    await simulator.until(`"${body}" is on the phone`, () =>
      customer.chat(shop).find(({ from, text }) => from === 'shop' && text.includes(body)),
    )
  }
}

/**
 * Sends one after the other: each is in the conversation before the next is sent.
 * @param {import('../packages/whatsapp-simulator/src/contact').SimulatedContact} customer @param {string} shop
 * @param {() => Promise<() => Promise<unknown>>} arrive
 */
async function sendEveryKind(customer, shop, arrive) {
  const { draw } = await tsImport('../server/database/demo/pictures.ts', import.meta.url)
  const { toneOgg } = await tsImport('../server/src/outside/voice/sounds.fixture.ts', import.meta.url)
  const sharp = createRequire(inProject('server/package.json'))('sharp')
  const chair = await draw('cadeira')
  const sticker = await sharp(chair).resize(256, 256).webp().toBuffer()
  const waveform = Array.from({ length: 64 }, (_, at) =>
    Math.round(50 + 45 * Math.sin(at / 3) * Math.cos(at / 11)),
  )
  const asked = customer.chat(shop).findLast(({ from }) => from === 'shop')
  if (asked !== undefined) await customer.react(shop, asked.id, '❤️')

  await inTurn(() =>
    customer.sendPicture(shop, chair, { caption: 'É esta, no encosto', mimetype: 'image/jpeg' }),
  )
  for (const name of /** @type {const} */ (['cadeira', 'mesa', 'sofa'])) {
    const picture = await draw(name)
    await inTurn(() => customer.sendPicture(shop, picture, { mimetype: 'image/jpeg' })) // an album
  }
  await inTurn(() => customer.sendMedia(shop, 'voice', toneOgg(7), { seconds: 7, waveform }))
  const invoice = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(48_200, ' '), Buffer.from('%%EOF')])
  await inTurn(() => customer.sendMedia(shop, 'document', invoice, { fileName: 'Nota fiscal 4821.pdf' }))
  await inTurn(async () => customer.call(shop, { video: false }).hangUp())
  const wrong = await inTurn(() => customer.sendText(shop, 'ops, conversa errada'))
  await customer.deleteMessage(shop, wrong)
  await inTurn(() =>
    customer.sendLocation(shop, { latitude: -30.0277, longitude: -51.2287, name: 'Mercado Público' }),
  )
  await inTurn(() => customer.sendContacts(shop, [{ name: 'Portaria do prédio', phone: '5551960009002' }]))
  await inTurn(() => customer.sendMedia(shop, 'sticker', sticker, { mimetype: 'image/webp' }))
  const page = {
    link: 'https://casa-ipe.example/mesa-araucaria',
    title: 'Mesa Araucária, 8 lugares · Casa Ipê',
    description: 'Madeira de reflorestamento, feita à mão em Canela',
    picture: await sharp(await draw('mesa'))
      .resize(120, 120)
      .jpeg({ quality: 60 })
      .toBuffer(),
  }
  await inTurn(() => customer.sendText(shop, `A minha é esta: ${page.link}`, { preview: page }))
  const late = await inTurn(() => customer.sendText(shop, 'Estou em casa até as 17h'))
  await customer.editMessage(shop, late, 'Estou em casa até as 18h')

  /** @template Sent @param {() => Promise<Sent>} send */
  async function inTurn(send) {
    const arrived = await arrive()
    const sent = await send()
    await arrived()
    return sent
  }
}

const deadLetters = `
  insert into inbound_events (company_id, connection_id, key, chat, partition, content, needs_acknowledgement, attempts,
    dead_because, received_at)
  select w.company_id, w.id, 'demo-' || a.value, a.value || '@s.whatsapp.net', 0, '', false, 5, r.reason,
    now() - r.age
  from (values ('Marina Duarte', 'Error: unreadable: wire type 7', interval '20 minutes'),
    ('Jonas Petry', 'DatabaseError: no space left (53100)', interval '3 hours')) as r (name, reason, age)
  join contacts c on c.name = r.name
  join contact_addresses a on a.company_id = c.company_id and a.contact_id = c.id and a.kind = 'phone'
  join connections w on w.company_id = c.company_id and w.is_default
  on conflict do nothing`

/** @template Found @param {string} what @param {() => Promise<Found | false | undefined>} look @returns {Promise<Found>} */
async function patiently(what, look) {
  const deadline = performance.now() + TIMEOUT_MS
  while (performance.now() < deadline) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${what} did not come`)
}

/** @param {string} url */
async function callsOfAna(url) {
  const { token } = await call('POST', '/auth/login', ANA)
  /** @typedef {{ id: number, contactId: number, contact: { name: string } }} Ticket */
  return {
    /** @param {string} path @param {object} body */
    post: (path, body) => call('POST', path, body, token),
    /** @param {string} path @param {object} body */
    put: (path, body) => call('PUT', path, body, token),
    /** @param {string} status @param {string} name @returns {Promise<Ticket | undefined>} */
    async ticketOf(status, name) {
      const { tickets } = await call('GET', `/tickets?status=${status}`, undefined, token)
      return tickets.find((/** @type {Ticket} */ { contact }) => contact.name === name)
    },
    /** Returns a function that waits until the conversation has one message more than now. @param {number} ticketId */
    async arrival(ticketId) {
      const before = await newest()
      return () => patiently('a message of the demo', async () => (await newest()) !== before)

      async function newest() {
        const { messages } = await call('GET', `/messages/${ticketId}`, undefined, token)
        return messages.at(-1)?.id
      }
    },
    /** @param {() => Promise<Ticket | undefined>} look @returns {Promise<Ticket>} */
    async until(look) {
      return patiently('a ticket of the demo', look)
    },
  }

  /**
   * Unchecked JSON: the server's own tests verify its shape.
   * @param {string} method @param {string} path @param {object} [body] @param {string} [bearer] @returns {Promise<any>}
   */
  async function call(method, path, body, bearer) {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}
