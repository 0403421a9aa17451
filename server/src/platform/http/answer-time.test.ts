import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { limitUnreadAnswerTime } from './bound-connections'

const milliseconds = 600
/** More than the buffers of a loopback connection hold. */
const large = Buffer.alloc(32 << 20, 'x')
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server with one answer. */
async function aServer(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response))
  limitUnreadAnswerTime(server, milliseconds)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // a port, not a pipe
  return { server, port }
}

async function ask(port: number): Promise<IncomingMessage> {
  const asked = request({ port, host: '127.0.0.1' }).end()
  const [answer] = await once(asked, 'response')
  return answer
}

test.each(['one piece', 'many pieces'])(
  'a connection whose caller does not read its answer is closed: %s',
  async (form) => {
    const { server, port } = await aServer((response) => {
      if (form === 'one piece') response.end(large)
      else
        for (let at = 0; at < large.length; at += 1 << 16) response.write(large.subarray(at, at + (1 << 16)))
    })
    const connected = once(server, 'connection')
    const caller = connect(port, '127.0.0.1')
    ends.push(() => caller.destroy())
    caller.on('error', () => undefined) // the server closes it
    caller.pause()
    caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')

    const [socket] = await connected
    await once(socket, 'close')

    expect(socket.destroyed).toBe(true)
  },
)

test('a caller that reads slowly gets the whole answer, beyond that time', async () => {
  const { port } = await aServer((response) => response.end(large))
  const began = performance.now()
  let bytes = 0

  for await (const piece of await ask(port)) {
    bytes += piece.length
    await after(2) // the caller's own pace
  }

  expect(bytes).toBe(large.length)
  expect(performance.now() - began).toBeGreaterThan(milliseconds)
})

test('an answer that takes longer to create is still sent', async () => {
  const { port } = await aServer((response) => {
    response.once('timeout', () => response.write('first, '))
    response.once('timeout', () => response.once('timeout', () => response.end('second')))
  })
  const answer = await ask(port)
  let text = ''
  for await (const piece of answer) text += piece

  expect(text).toBe('first, second')
})

test('an upgraded connection has no time limit from the answer before it', async () => {
  const { server, port } = await aServer((response) => response.end('{}'))
  const upgraded = once(server, 'upgrade')
  const caller = connect(port, '127.0.0.1')
  ends.push(() => caller.destroy())
  caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(caller, 'data')

  caller.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [, socket] = await upgraded

  expect(socket.timeout).toBe(0)
})
