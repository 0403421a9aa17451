import type { BaileysEventEmitter } from 'baileys'
import { makeEventBuffer } from 'baileys/lib/Utils/event-buffer.js'
import { expect, test } from 'vitest'
import { redactingLogger } from './log'
import { dropUnusedBaileysEvents } from './socket-parts'

const silence = redactingLogger({ debug() {}, info() {}, warn() {}, error() {} }, '')

test('a message is not buffered, and other events are', () => {
  const ev: BaileysEventEmitter & { flush(): boolean; buffer(): void } = makeEventBuffer(silence)
  const heard: string[] = []
  for (const event of ['messages.upsert', 'contacts.update'] as const) ev.on(event, () => heard.push(event))
  dropUnusedBaileysEvents(ev)

  ev.buffer()
  ev.emit('messages.upsert', { messages: [{ key: { id: '1', remoteJid: 'ana' } }], type: 'notify' })
  ev.emit('contacts.update', [{ id: 'ana', notify: 'Ana' }])
  ev.flush()

  expect(heard).toEqual(['contacts.update'])
})
