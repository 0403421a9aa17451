import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { limitPipelinedRequests } from './bound-connections'

const asked = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that answers when the test says so, and a connection to it. */
async function aConnection(): Promise<{
  caller: Socket
  answers: ServerResponse[]
  asked: () => Promise<void>
}> {
  const answers: ServerResponse[] = []
  const server = createServer((_, answer) => answers.push(answer))
  limitPipelinedRequests(server, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a port, not a pipe
  const caller = connect(port, '127.0.0.1')
  caller.on('error', () => undefined) // the server cuts it off
  ends.push(() => {
    caller.destroy()
    server.close()
    server.closeAllConnections()
  })
  return { caller, answers, asked: async () => void (await once(server, 'request')) }
}

test('a connection with more unanswered requests than allowed is closed', async () => {
  const { caller, answers } = await aConnection()
  const closed = once(caller, 'close')

  caller.write(asked.repeat(4))
  await closed

  expect(answers.length).toBeGreaterThanOrEqual(3)
})

test('requests whose answers are read are all answered in order', async () => {
  const { caller, answers, asked: isAsked } = await aConnection()
  let read = ''
  caller.on('data', (part) => {
    read += String(part)
  })

  for (let round = 1; round <= 4; round++) {
    const arrived = isAsked()
    caller.write(asked.repeat(3))
    await arrived
    while (answers.length < 3) await isAsked()
    for (const [at, answer] of answers.splice(0).entries()) answer.end(`round ${round}, answer ${at};`)
    while (!read.includes(`round ${round}, answer 2;`)) await once(caller, 'data')
  }

  expect(caller.destroyed).toBe(false)
  expect(read.match(/answer \d/g)).toHaveLength(12)
})
