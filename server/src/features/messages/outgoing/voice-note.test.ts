import { buffer } from 'node:stream/consumers'
import { deleteMessage, type MessageView, sendMessage } from '@balcao/contract/messages'
import type { TicketId } from '@balcao/domain/ids'
import type { MessageSendRequest } from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VoiceFailure, type VoiceNote, type VoiceNoteConverter } from '../../../outside/voice/port'
import { silentMp3, toneOgg } from '../../../outside/voice/sounds.fixture'
import { createVoiceNoteConverter, voiceThreadLimits } from '../../../outside/voice/voice-note-threads'
import { playedGateway } from '../../../testing/played-gateway'
import { type FormPart, postForm } from '../../../testing/post-form'
import { openOwnTestApp, runningClock, type TestApp } from '../../../testing/test-app'
import { until } from '../../../testing/until'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

const gateway = playedGateway()
const threads = createVoiceNoteConverter({ ...voiceThreadLimits, after: runningClock.after })
/** Runs before each conversion of a recording, so that a test can delay or fail it. */
let before: () => Promise<void> = async () => undefined
const voiceNotes: VoiceNoteConverter = {
  async make(sound, signal): Promise<VoiceNote> {
    await before()
    return threads.make(sound, signal)
  },
  makeMp3: threads.makeMp3,
}

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  testApp = await openOwnTestApp({ gateway, voiceNotes, clock: runningClock })
  fixture = await openTicketFixture(testApp)
  await testApp.app.startRoles()
})
afterAll(() => testApp.close())

const recording = silentMp3(2)

async function record(ticketId: TicketId, sound: Uint8Array = recording) {
  const parts: FormPart[] = [
    ['medias', sound, 'gravacao.mp3'],
    ['voice', 'true'],
  ]
  const { status, body } = await postForm(testApp, fixture.ana, `/messages/${ticketId}`, parts)
  expect(status).toBe(200)
  return body as MessageView
}

const write = (ticketId: TicketId, body: string) =>
  fixture.ana.does(sendMessage, { params: { ticketId }, body: { body } }) as Promise<MessageView> // one text makes one message

/** The items sent to this conversation so far: texts by their body, others by their kind. */
async function leftFor(ticketId: TicketId): Promise<MessageSendRequest[]> {
  const rows = await testApp
    .table('messages')
    .find<{ whatsapp_id: string }>({ ticket_id: ticketId }, ['whatsapp_id'])
  const ids = new Set(rows.map(({ whatsapp_id }) => whatsapp_id))
  return gateway.orders.filter(({ id }) => ids.has(id))
}

async function leaves(ticketId: TicketId, count: number): Promise<MessageSendRequest> {
  await until(`order ${count}`, async () => (await leftFor(ticketId)).length === count)
  const order = (await leftFor(ticketId))[count - 1]
  if (order === undefined) throw new Error('it was just there')
  await gateway.acknowledge(fixture.company, fixture.numbers.sales, order)
  return order
}

async function waitsForItsRecording(id: number): Promise<boolean> {
  const items = await testApp
    .table('outbox')
    .find<{ next_attempt_at: Date; created_at: Date }>({ message_id: id, state: 'waiting' })
  return items.filter((item) => item.next_attempt_at > item.created_at).length === 1
}

const shown = ({ content }: MessageSendRequest) => (content.kind === 'text' ? content.text : content.kind)

const stored = (id: number) =>
  testApp.table('messages').get<{ media: MessageView['media'] }>({ id }, ['media'])

describe('CONVO-13 a recording', () => {
  it('is shown at once, plays as the MP3 it is, and reaches WhatsApp as a voice note', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const message = await record(ticketId)

    expect(message).toMatchObject({
      mediaType: 'audio',
      media: { state: 'ready', isVoice: true, mimetype: 'audio/mpeg' },
    })
    const file = await testApp.app.http.inject({ method: 'GET', url: message.mediaUrl ?? '' })
    expect([file.headers['content-type'], file.rawPayload.equals(recording)]).toEqual(['audio/mpeg', true])
    const { content } = await leaves(ticketId, 1)
    if (content.kind !== 'voice') throw new Error(`sent as ${content.kind}`)
    expect([content.seconds, content.waveform.length]).toEqual([2, 64])
    expect((await buffer(await content.file())).toString('latin1', 0, 36)).toMatch(/^OggS.*OpusHead$/s)
  })

  it("WIRE-trap-25 is recognised by the file name of the existing clients' recorder", async () => {
    const ticketId = await fixture.open(fixture.ana)
    const name = 'audio-record-site-1764120000000.mp3'
    const send = async (fileName: string): Promise<MessageView> => {
      const { body } = await postForm(testApp, fixture.ana, `/messages/${ticketId}`, [
        ['medias', recording, fileName],
        ['body', fileName],
        ['fromMe', 'true'],
      ])
      return body as MessageView
    }

    const [recorded, song] = [await send(name), await send('audio-record-site.mp3')]

    expect([recorded.media?.isVoice, song.media?.isVoice]).toEqual([true, false])
    const { content } = await leaves(ticketId, 1)
    expect(content.kind).toBe('voice')
  })

  it('its length and waveform are sent to viewers', async () => {
    const ticketId = await fixture.open(fixture.ana)
    fixture.ana.shows({ chatBoxes: [ticketId] })

    const { id } = await record(ticketId, toneOgg(3))

    await leaves(ticketId, 1)
    const told = (await fixture.ana.received())
      .map(({ payload }) => (payload as { message?: MessageView }).message)
      .filter((message) => message?.id === id)
    expect(told.at(-1)?.media).toMatchObject({ isVoice: true, seconds: 3 })
    expect(told.at(-1)?.media?.waveform).toHaveLength(64)
  })

  it('keeps its place: later messages wait for it, other conversations continue', async () => {
    const [ticketId, other] = [await fixture.open(fixture.ana), await fixture.open(fixture.ana)]
    const { gate, open } = aGate()
    before = () => gate

    await record(ticketId)
    await write(ticketId, 'ouviu?')
    await write(other, 'e aí')

    expect(shown(await leaves(other, 1))).toBe('e aí')
    expect(await leftFor(ticketId)).toEqual([])
    before = async () => undefined
    open()
    expect(shown(await leaves(ticketId, 1))).toBe('voice')
    expect(shown(await leaves(ticketId, 2))).toBe('ouviu?')
  })

  it('that cannot be converted is sent as the file that it is', async () => {
    const ticketId = await fixture.open(fixture.ana)
    before = () => Promise.reject(new VoiceFailure('too odd'))

    const { id } = await record(ticketId)

    const { content } = await leaves(ticketId, 1)
    before = async () => undefined
    expect(content).toMatchObject({ kind: 'media', media: 'audio', mimetype: 'audio/mpeg' })
    expect((await stored(id)).media).toMatchObject({ isVoice: false, state: 'ready' })
  })

  it('that was deleted meanwhile is not sent, and its files are deleted', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const { gate, open } = aGate()
    before = () => gate
    const { id } = await record(ticketId)
    await until('it was looked at and waits for its recording', () => waitsForItsRecording(id))

    await fixture.ana.does(deleteMessage, { params: { messageId: id } })

    before = async () => undefined
    open()
    await write(ticketId, 'errei')
    expect(shown(await leaves(ticketId, 1))).toBe('errei')
    const key = (await stored(id)).media as unknown as { key: string }
    await until('the file is gone', async () => (await testApp.store.open(key.key)) === null)
  })
})

describe('MESSAGE-06 the mark of a voice note', () => {
  it('is sent with its file, in the same order', async () => {
    const ticketId = await fixture.open(fixture.ana)
    const parts: FormPart[] = [
      ['medias', recording, 'musica.mp3'],
      ['medias', recording, 'gravacao.mp3'],
      ['voice', 'false'],
      ['voice', 'true'],
    ]

    const { body } = await postForm(testApp, fixture.ana, `/messages/${ticketId}`, parts)

    expect(body).toMatchObject([{ media: { isVoice: false } }, { media: { isVoice: true } }])
    expect(shown(await leaves(ticketId, 1))).toBe('media')
    expect(shown(await leaves(ticketId, 2))).toBe('voice')
  })

  it('has no effect on a file that is no sound', async () => {
    const ticketId = await fixture.open(fixture.ana)

    const message = await record(ticketId, Buffer.from('um texto'))

    expect(message).toMatchObject({ mediaType: 'application', media: { isVoice: false } })
    expect(shown(await leaves(ticketId, 1))).toBe('media')
  })
})

function aGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open: () => open() }
}
