import { tsImport } from 'tsx/esm/api'
import { say } from './project.mjs'

// The other half of the demo company: its customers and its two handsets, as phones that a person can play.
const ADMIN = { email: 'dono@demo.local', password: 'balcao-demo' }
const PATIENCE_MS = 60_000

/** @typedef {{ phone: string, name: string }} Person */
/** @typedef {{ id: number, status: string, qrcode: string, isDefault: boolean }} Connection */

/** Gives the simulator the shop's phones and the customers of the demo; those that it has stay as they are.
 *  @param {string} simulatorUrl with a slash at its end */
export async function addDemoPeople(simulatorUrl) {
  const { customers, shopPhones } = await tsImport('../server/database/demo/people.ts', import.meta.url)
  await add('phones', shopPhones)
  await add('contacts', customers)

  /** @param {string} kind @param {readonly Person[]} people */
  async function add(kind, people) {
    const here = new Set((await readJson(simulatorUrl + kind)).map(phoneOf))
    for (const { phone, name } of people) {
      if (!here.has(phone)) await post(`${simulatorUrl}${kind}`, { phone, name })
    }
  }
}

/** Scans the QR of the company's default connection with the first handset, unless a device is linked to it already.
 *  @param {string} productUrl @param {string} simulatorUrl with a slash at its end */
export async function linkDemoNumber(productUrl, simulatorUrl) {
  const [handset] = await readJson(`${simulatorUrl}phones`)
  if (handset.devices.length > 0) return
  const { token } = await post(`${productUrl}/auth/login`, ADMIN)
  const headers = { authorization: `Bearer ${token}` }
  try {
    const { qrcode } = await untilConnection(({ status }) => status === 'qrcode')
    await post(`${simulatorUrl}phones/${handset.phone}/scan`, { qr: qrcode })
    await untilConnection(({ status }) => status === 'CONNECTED')
  } finally {
    await fetch(`${productUrl}/auth/logout`, { method: 'DELETE', headers })
  }

  /** @param {(connection: Connection) => boolean} isReached @returns {Promise<Connection>} */
  async function untilConnection(isReached) {
    const deadline = performance.now() + PATIENCE_MS
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

/** The same, for a console: a demo whose number cannot be linked is still a demo, and its pages say why.
 *  @param {string} productUrl @param {string} simulatorUrl */
export async function linkDemoNumberOrSay(productUrl, simulatorUrl) {
  await linkDemoNumber(productUrl, simulatorUrl).catch((error) =>
    say(`The demo's number could not be linked (${error.message}). Scan its QR on the phones page.`),
  )
}

/** @param {Person} person */
function phoneOf({ phone }) {
  return phone
}

/** What stands there, which its owner's own tests have checked.
 *  @param {string} address @param {RequestInit} [options] @returns {Promise<any>} */
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
