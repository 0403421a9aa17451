import { expect, test } from 'vitest'
import { sendFramesAfterCommit } from './committed-wire'
import { connectionKeyStore } from './store-session'
import { memoryKeyStore } from './testing/memory-key-store'

const change = { type: 'session', id: 'ana', value: 'stepped' }

function fixture() {
  const handle = memoryKeyStore().open()
  const session = connectionKeyStore(handle).begin(() => {})
  const left: string[] = []
  const wire = {
    send(frame: Uint8Array, sent: (error?: Error) => void) {
      left.push(Buffer.from(frame).toString())
      sent()
    },
    close() {
      left.push('closed')
    },
  }
  sendFramesAfterCommit(wire, session)
  const answers: string[] = []
  const send = (frame: string) =>
    wire.send(Buffer.from(frame), (error) => answers.push(`${frame}${error ? ' failed' : ''}`))
  return { handle, session, wire, left, answers, send }
}

test('frames leave in order, each after the commit of what was requested before it', async () => {
  const { handle, session, wire, left, answers, send } = fixture()
  send('a')
  const { held, release } = handle.holdNext(() => true)
  session.put([change], [])
  send('b')
  session.put([change], [])
  send('c')
  wire.close()
  await held
  expect([left, answers]).toEqual([['a'], ['a', 'b', 'c']])

  release()
  await session.settled()

  expect(left).toEqual(['a', 'b', 'c', 'closed'])
})

test('after a failed commit no frame leaves, and a sender behind many others gets the error', async () => {
  const { handle, session, left, answers, send } = fixture()
  handle.failNext(() => true)
  session.put([change], [])
  for (let frame = 0; frame < 65; frame++) send(String(frame))
  expect(answers).toHaveLength(64)

  await expect(session.settled()).rejects.toThrow()

  expect([left, answers.at(-1)]).toEqual([[], '64 failed'])
})
