// Repeats one request over raw sockets, in a process of its own. For 26 kB it takes 26 µs of processor, autocannon 105.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')

process.once('message', async (/** @type {import('./hammer').Hammering & { url: string }} */ asked) => {
  const begin = performance.now()
  const until = begin + asked.seconds * 1000
  const taken = (await Promise.all(Array.from({ length: asked.atOnce }, () => repeat(asked, until)))).flat()
  process.send?.({ taken, seconds: (performance.now() - begin) / 1000 }, () => process.disconnect())
})

let calls = 0

/** @param {import('./hammer').Hammering & { url: string }} asked @param {number} until */
function repeat({ url, token, post }, until) {
  const { hostname, port, pathname, search } = new URL(url)
  const headers = `host: ${hostname}:${port}\r\n${token === undefined ? '' : `authorization: Bearer ${token}\r\n`}`
  const read = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headers}\r\n`)
  const next = () => (post === undefined ? read : written(post, headers))
  return new Promise((resolve, reject) => {
    /** @type {number[]} */
    const taken = []
    let begun = 0
    let missing = 0 // bytes of the answer's body
    const ask = () => {
      begun = performance.now()
      socket.write(next())
    }
    const hear = (/** @type {number} */ length, /** @type {Uint8Array} */ bytes) => {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, length)
      missing = missing > 0 ? missing - length : bodyBytes(chunk) - (length - chunk.indexOf(headEnd) - 4)
      if (missing > 0) return true
      const now = performance.now()
      taken.push(now - begun)
      if (now < until) ask()
      else socket.end()
      return true
    }
    const socket = connect({
      port: Number(port),
      host: hostname,
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(65_536),
        callback: (length, bytes) => {
          try {
            return hear(length, bytes)
          } catch (error) {
            reject(error)
            return false
          }
        },
      },
    })
    socket.once('connect', ask)
    socket.once('error', reject)
    socket.once('close', () => resolve(taken))
  })
}

/** The declared length. Servers here send their heads in one piece and never in chunks. @param {Buffer} chunk */
function bodyBytes(chunk) {
  const head = chunk.toString('latin1', 0, chunk.indexOf(headEnd))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`unexpected answer: ${head}`)
  return Number(length)
}

/** @param {NonNullable<import('./hammer').Hammering['post']>} post @param {string} headers */
function written({ paths, text }, headers) {
  const body = JSON.stringify({ body: text, clientId: randomUUID() })
  const path = paths[calls++ % paths.length]
  const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `POST ${path} HTTP/1.1\r\n${headers}${length}\r\n${body}`
}
