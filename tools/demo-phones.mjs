import { tsImport } from 'tsx/esm/api'
import { say } from './project.mjs'

// The WhatsApp side of the demo company: its customers and its two handsets, as phones that a person can use.
const ADMIN = { email: 'dono@demo.local', password: 'balcao-demo' }
const TIMEOUT_MS = 60_000

/** The first messages, by the customer's index in the demo's list: the phones page opens with something to answer. */
const FIRST_WORDS = [
  { customer: 0, text: 'Oi! Vi o *sofá Serra* na vitrine. Ainda tem em linho?' },
  { customer: 0, text: 'A parede mede 2,40 m' },
  { customer: 2, text: 'Oi! A entrega de quinta está de pé?' },
  {
    customer: 4,
    location: { latitude: -30.0277, longitude: -51.2287, name: 'Mercado Público de Porto Alegre' },
  },
  { customer: 4, text: 'Vocês entregam aqui perto?' },
  {
    customer: 5,
    text: 'Que dia fica melhor para a visita?',
    choices: ['sábado de manhã', 'domingo à tarde'],
  },
]
const GROUP = {
  subject: 'Obra do Aurora',
  customers: [0, 1, 2],
  words: 'Pessoal, a medição ficou para *sexta, 10h*.',
}

/** @typedef {{ phone: string, name: string }} Person */
/** @typedef {{ id: number, status: string, qrcode: string, isDefault: boolean }} Connection */

/**
 * Adds the shop's phones and the customers of the demo to the simulator; existing ones stay unchanged.
 * @param {string} simulatorUrl with a slash at its end
 */
export async function addDemoPeople(simulatorUrl) {
  const { customers, shopPhones } = await tsImport('../server/database/demo/people.ts', import.meta.url)
  await add('phones', shopPhones)
  await add('contacts', customers)
  const groups = await readJson(`${simulatorUrl}groups`)
  if (groups.length === 0) await post(`${simulatorUrl}groups`, groupOf(customers, shopPhones))

  /** @param {string} kind @param {readonly Person[]} people */
  async function add(kind, people) {
    const here = new Set((await readJson(simulatorUrl + kind)).map(phoneOf))
    for (const { phone, name } of people) {
      if (!here.has(phone)) await post(`${simulatorUrl}${kind}`, { phone, name })
    }
  }
}

/**
 * Scans the QR of the company's default connection with the first handset, unless a device is already linked to it.
 * Returns whether it was linked now.
 * @param {string} productUrl @param {string} simulatorUrl with a slash at its end
 */
export async function linkDemoNumber(productUrl, simulatorUrl) {
  const [handset] = await readJson(`${simulatorUrl}phones`)
  if (handset.devices.length > 0) return false
  const { token } = await post(`${productUrl}/auth/login`, ADMIN)
  const headers = { authorization: `Bearer ${token}` }
  try {
    const { qrcode } = await untilConnection(({ status }) => status === 'qrcode')
    await post(`${simulatorUrl}phones/${handset.phone}/scan`, { qr: qrcode })
    await untilConnection(({ status }) => status === 'CONNECTED')
    return true
  } finally {
    await fetch(`${productUrl}/auth/logout`, { method: 'DELETE', headers })
  }

  /** @param {(connection: Connection) => boolean} isReached @returns {Promise<Connection>} */
  async function untilConnection(isReached) {
    const deadline = performance.now() + TIMEOUT_MS
    while (performance.now() < deadline) {
      /** @type {Connection[]} */
      const connections = await readJson(`${productUrl}/whatsapp`, { headers })
      const first = connections.find(({ isDefault }) => isDefault)
      if (first && isReached(first)) return first
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('the first connection of the demo shows no QR')
  }
}

/** The customers of the phones page write for the first time.
 *  @param {string} simulatorUrl with a slash at its end */
async function letCustomersWrite(simulatorUrl) {
  const { customers, shopPhones } = await tsImport('../server/database/demo/people.ts', import.meta.url)
  const to = shopPhones[0].phone
  for (const { customer, ...message } of FIRST_WORDS) await write(customer, message)
  const [group] = await readJson(`${simulatorUrl}groups`)
  if (group) await write(1, { group: group.jid, text: GROUP.words })

  /** @param {number} customer @param {object} message */
  async function write(customer, message) {
    await post(`${simulatorUrl}contacts/${customers[customer].phone}/messages`, { to, ...message })
  }
}

/** @param {readonly Person[]} customers @param {readonly Person[]} shopPhones */
function groupOf(customers, shopPhones) {
  const people = GROUP.customers.flatMap((at) => customers[at] ?? [])
  return { subject: GROUP.subject, members: [...people, ...shopPhones.slice(0, 1)].map(phoneOf) }
}

/**
 * The same for a console; customers write to a newly linked number. A failed link only prints its reason: the demo is
 * usable without it.
 * @param {string} productUrl @param {string} simulatorUrl
 */
export async function linkDemoNumberOrSay(productUrl, simulatorUrl) {
  try {
    const isNew = await linkDemoNumber(productUrl, simulatorUrl)
    if (isNew) await letCustomersWrite(simulatorUrl)
  } catch (error) {
    say(
      `The demo's number could not be linked (${error instanceof Error ? error.message : error}). Scan its QR on the phones page.`,
    )
  }
}

/** @param {Person} person */
function phoneOf({ phone }) {
  return phone
}

/**
 * Unchecked JSON: its owner's own tests verify its shape.
 * @param {string} address @param {RequestInit} [options] @returns {Promise<any>}
 */
async function readJson(address, options) {
  return (await fetch(address, options)).json()
}

/** @param {string} url @param {unknown} body @returns {Promise<any>} */
async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  return answer.json()
}
