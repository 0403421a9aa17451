import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { roomSocketMessageNames, typingSocketMessage, userStatusSocketMessage } from '@balcao/contract/live'
import { io } from 'socket.io-client'

/**
 * One attacker's load, in a process of its own, so that its work does not slow the meters: each attack continues at
 * full rate until the parent ends the process. Its answers and refusals are ignored.
 */
export interface AttackSettings {
  readonly attack: AttackName
  readonly url: string
  readonly token: string
  readonly ticketId: number
  readonly listId: number
}

export type AttackName = keyof typeof attacks

const settings: AttackSettings = JSON.parse(process.argv[2] ?? '{}')
const { url, token, ticketId, listId } = settings
const { hostname, port } = new URL(url)
const authorization = `Bearer ${token}`

const attacks = {
  'three sockets join and leave 60,000 times a second': async () => {
    await Promise.all(Array.from({ length: 3 }, floodSocket))
  },
  'twelve uploads trickle, four race and break off': async () => {
    const trickle = () => upload(64 * 1024, 250, 90 * 1024 * 1024)
    const race = () => upload(256 * 1024, 0, 60 * 1024 * 1024)
    await Promise.all([...atOnce(12, trickle), ...atOnce(4, race)])
  },
  'sixty searches at once': () => hammer(60, (at) => get(`/tickets?searchParam=${words[at % words.length]}`)),
  'sixty lists and dashboards at once': () =>
    hammer(60, (at) => get(at % 2 === 0 ? '/tickets?status=open&showAll=true' : '/dashboard')),
  'four imports of 50,000 rows at once': () =>
    hammer(4, () => send('/contacts/import', multipart('contatos.csv', sheet))),
  'four lists for campaigns of 50,000 rows at once': () =>
    hammer(4, () => send(`/contact-lists/${listId}/upload`, multipart('lista.csv', sheet))),
  'three thousand bodies that never end': async () => {
    await Promise.all(atOnce(3_000, slowBody))
  },
  'fifty wrong passwords at once': () =>
    hammer(50, (at) =>
      send('/auth/login', {
        type: 'application/json',
        body: Buffer.from(
          JSON.stringify({ email: `ninguem${at % 400}@example.com`, password: `errada ${at}` }),
        ),
      }),
    ),
  'fifty wrong cookies of a session at once': () =>
    hammer(50, () => {
      const cookie = `jrt=${randomUUID()}.${randomBytes(32).toString('base64url')}`
      return exchange('POST', '/auth/refresh_token', { headers: { cookie } })
    }),
  'sixty lists whose answers are not read': async () => {
    await Promise.all(atOnce(60, unreadAnswers))
  },
  'sixty pages and a quick message of 60,000 characters, saved again and again': async () => {
    const connected = { transports: ['websocket'], forceNew: true, auth: { token } }
    for (let page = 0; page < 60; page++) io(url, connected)
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/quick-messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ shortcode: 'longa', message: 'Olá', geral: true }),
    })
    const { id } = (await answer.json()) as { id: number }
    const body = Buffer.from(JSON.stringify({ message: 'a '.repeat(30_000) }))
    await hammer(20, () => exchange('PUT', `/quick-messages/${id}`, { type: 'application/json', body }))
  },
  'forty posts of 60,000 characters at once': () =>
    hammer(40, () =>
      send(`/messages/${ticketId}`, {
        type: 'application/json',
        body: Buffer.from(JSON.stringify({ body: '*a '.repeat(20_000) })),
      }),
    ),
} satisfies Record<string, () => Promise<void>>

const words = ['a', 'sofa azul', 'ção', '5551', 'zzzz', '%', 'o e a']
const sheet = Buffer.from(
  [
    'name,number,email',
    ...Array.from({ length: 50_000 }, (_, at) => `Pessoa ${at},55119${80_000_000 + at},`),
  ].join('\n'),
)

function atOnce(count: number, act: () => Promise<void>): Promise<void>[] {
  return Array.from({ length: count }, async () => {
    for (;;) await act().catch(() => pause(50))
  })
}

async function hammer(count: number, act: (at: number) => Promise<void>): Promise<void> {
  let asked = 0
  await Promise.all(atOnce(count, () => act(asked++)))
}

async function floodSocket(): Promise<void> {
  for (;;) {
    const socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token },
    })
    const flood = setInterval(() => {
      if (!socket.connected) return
      for (let nth = 0; nth < 50; nth++) {
        socket.emit(roomSocketMessageNames.chatBox.join, ticketId)
        socket.emit(roomSocketMessageNames.chatBox.leave, ticketId)
        socket.emit(userStatusSocketMessage)
        socket.emit(typingSocketMessage, { ticketId, doing: 'typing' })
        socket.emit(roomSocketMessageNames.tickets.join, 'open')
        socket.emit(roomSocketMessageNames.tickets.leave, 'open')
      }
    }, 5)
    await new Promise<void>((resolve) => {
      socket.once('disconnect', () => resolve())
      socket.once('connect_error', () => resolve())
    })
    clearInterval(flood)
    socket.close()
    await pause(100)
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

interface Sent {
  readonly type?: string
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const get = (path: string) => exchange('GET', path)
const send = (path: string, sent: Sent) => exchange('POST', path, sent)

function exchange(method: string, path: string, { type, body, headers }: Sent = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const all = { authorization, ...(type !== undefined && { 'content-type': type }), ...headers }
    const asked = request({ hostname, port, method, path, agent, headers: all }, (answer) => {
      answer.resume()
      answer.once('end', () => (answer.statusCode === 429 ? pause(5).then(resolve) : resolve()))
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

const boundary = 'limite-da-parte'
const partHead = (name: string, type: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="medias"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`

function multipart(name: string, content: Buffer): Sent {
  const body = Buffer.concat([
    Buffer.from(partHead(name, 'text/csv')),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

/** Sends a file piece by piece with a pause after each, and stops before its end. */
async function upload(pieceBytes: number, pauseMs: number, bytes: number): Promise<void> {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  let isOpen = true
  void closed.then(() => {
    isOpen = false
  })
  socket.resume()
  socket.write(
    `POST /messages/${ticketId} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n` +
      `content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: ${bytes + 4096}\r\n\r\n` +
      partHead('grande.bin', 'application/octet-stream'),
  )
  const piece = Buffer.alloc(pieceBytes, 7)
  for (let sent = 0; isOpen && sent < bytes; sent += pieceBytes) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), closed])
    if (pauseMs > 0) await pause(pauseMs)
  }
  socket.destroy()
  await closed
}

/**
 * Requests the ticket list as long as the product accepts requests on this connection, and reads none of the answers.
 */
async function unreadAnswers(): Promise<void> {
  const socket = connect(Number(port), hostname)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {}) // the product resets a connection whose answers are not read
  const asked = `GET /tickets?status=open&showAll=true HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\n\r\n`
  for (let isOpen = true; isOpen; ) {
    if (!socket.write(asked.repeat(20)))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
    isOpen = !socket.destroyed
    await pause(10)
  }
  await closed
}

/** Announces a body and sends one byte of it. */
async function slowBody(): Promise<void> {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.resume()
  socket.write(
    `POST /auth/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n{`,
  )
  await once(socket, 'close')
  await pause(20)
}

process.on('disconnect', () => process.exit(0))
process.send?.('begun')
await attacks[settings.attack]()
