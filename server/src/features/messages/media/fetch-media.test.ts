import type { LiveMessagePayload } from '@balcao/contract/live'
import { listMessages, type MessageView, retryMessage } from '@balcao/contract/messages'
import { deleteTicket } from '@balcao/contract/tickets'
import type { TicketId } from '@balcao/domain/ids'
import type { InboundContent } from '@balcao/whatsapp/gateway'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { VoiceNoteConverter } from '../../../outside/voice/port'
import { toneOgg } from '../../../outside/voice/sounds.fixture'
import { createVoiceNoteConverter, voiceThreadLimits } from '../../../outside/voice/voice-note-threads'
import { openDiskFileStore } from '../../../platform/files/disk-file-store'
import * as samples from '../../../platform/files/sample-files.fixture'
import { moreThan } from '../../../platform/testing/table-rows'
import { mediaAt, playedGateway } from '../../../testing/played-gateway'
import { queuedJobs } from '../../../testing/queued-jobs'
import { openOwnTestApp, type Person, runningClock, type TestApp } from '../../../testing/test-app'
import { until } from '../../../testing/until'
import { openTicketFixture, type TicketFixture } from '../../tickets/testing/ticket-fixture'

const gateway = playedGateway()
const threads = createVoiceNoteConverter({ ...voiceThreadLimits, after: runningClock.after })
/** Runs before each MP3 conversion, so that a test can delay or fail it. */
let beforeMp3: () => Promise<void> = async () => undefined
const voiceNotes: VoiceNoteConverter = {
  ...threads,
  async makeMp3(sound, signal) {
    await beforeMp3()
    return threads.makeMp3(sound, signal)
  },
}
let bytesLeft = Number.MAX_SAFE_INTEGER
/** The disk is full after this many files. */
let putsLeft = Number.MAX_SAFE_INTEGER
let places = 0

let testApp: TestApp
let fixture: TicketFixture
beforeAll(async () => {
  const freeBytes = async () => (putsLeft-- > 0 ? bytesLeft : 0)
  const openStore = (folder: string) => openDiskFileStore({ folder, freeBytes })
  testApp = await openOwnTestApp({ gateway, voiceNotes, clock: runningClock, openStore })
  fixture = await openTicketFixture(testApp)
  await testApp.app.startRoles()
})
afterAll(() => testApp.close())

/** Stores a customer's message while Ana has the conversation open. */
async function arrives(content: InboundContent, id?: string): Promise<TicketId> {
  const from = fixture.newNumber()
  const ticketId = await fixture.company.hears({
    over: fixture.numbers.sales,
    from,
    content,
    ...(id && { id }),
  })
  fixture.ana.shows({ chatBoxes: [ticketId] })
  return ticketId
}

/** Publishes these bytes at a new address and stores a customer's message with them. */
async function sends(bytes: Uint8Array | 'gone', change: Parameters<typeof mediaAt>[1] = {}) {
  const place = `place ${++places}`
  gateway.hold(place, bytes)
  return { place, ticketId: await arrives(mediaAt(place, change)) }
}

async function messageOf(ticketId: TicketId): Promise<MessageView> {
  const { messages } = await fixture.ana.does(listMessages, { params: { ticketId } })
  if (messages[0] === undefined) throw new Error('no message')
  return messages[0]
}

async function settled(ticketId: TicketId, state: 'ready' | 'failed' = 'ready'): Promise<MessageView> {
  await until(state, async () => (await messageOf(ticketId)).media?.state === state)
  return messageOf(ticketId)
}

/** As above, but skips the pauses between attempts. */
async function settledWithoutWaiting(ticketId: TicketId, state: 'ready' | 'failed'): Promise<MessageView> {
  await until(state, async () => {
    await testApp
      .table('graphile_worker._private_jobs')
      .update({ attempts: moreThan(0), locked_at: null }, { run_at: new Date(Date.now() - 1000) })
    return (await messageOf(ticketId)).media?.state === state
  })
  return messageOf(ticketId)
}

const jobsLeft = async (task: string) => (await queuedJobs(testApp, task)).length

function aGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return { gate, open: () => open() }
}

const fetched = (url: string | null | undefined) => testApp.app.http.inject({ method: 'GET', url: url ?? '' })

describe('MESSAGE-10 the media of a message', () => {
  it('is pending first; its file follows under /public, and viewers get an event', async () => {
    const bytes = await samples.png()
    const { ticketId } = await sends(bytes, { caption: 'Este aqui' })

    const message = await settled(ticketId)

    expect(message).toMatchObject({ body: 'Este aqui', mediaType: 'image', media: { width: 4, height: 3 } })
    const file = await fetched(message.mediaUrl)
    expect([file.headers['content-type'], file.rawPayload.equals(bytes)]).toEqual(['image/png', true])
    const told = (await fixture.ana.received()).map(({ payload }) => payload as Partial<LiveMessagePayload>)
    expect(told.some(({ action, message }) => action === 'update' && message?.media?.state === 'ready')).toBe(
      true,
    )
  })

  it('that WhatsApp no longer has is requested again from the phone that sent it', async () => {
    const { place, ticketId } = await sends('gone')
    gateway.phoneHas(place, 'uploaded again')
    gateway.hold('uploaded again', await samples.png())

    expect((await settled(ticketId)).mediaUrl).not.toBeNull()
  })

  it('that the phone no longer has either leaves the caption, and is logged', async () => {
    const { ticketId } = await sends('gone', { caption: 'Olhe' })

    const message = await settled(ticketId, 'failed')

    expect(message).toMatchObject({ body: 'Olhe', mediaUrl: null })
    const line = testApp.log.find(
      (one) => one.includes('ERR_WAPP_DOWNLOAD_MEDIA') && one.includes(`"messageId":${message.id}`),
    )
    expect(line).toBeDefined()
  })

  it('is fetched by *try again* once it is available, from the stored reference', async () => {
    const { place, ticketId } = await sends('gone')
    const { id } = await settled(ticketId, 'failed')
    gateway.hold(place, await samples.png())

    const again = await fixture.ana.does(retryMessage, { params: { messageId: id } })

    expect(again.media?.state).toBe('on-its-way')
    expect((await settled(ticketId)).mediaUrl).not.toBeNull()
  })

  it('ERR-33 is refused as too old without a stored reference, and is not shown as pending', async () => {
    const { ticketId } = await sends('gone')
    const { id } = await settled(ticketId, 'failed')
    await testApp.table('messages').update({ id }, { sealed_media_reference: null })

    const { status, error } = await fixture.ana.call(retryMessage, { params: { messageId: id } })

    expect([status, error]).toEqual([400, 'ERR_FETCH_WAPP_MSG'])
    expect((await settled(ticketId, 'failed')).id).toBe(id)
  })

  it('is retried automatically when the host does not answer', async () => {
    const place = `place ${++places}`
    const ticketId = await arrives(mediaAt(place))
    await until('a first try', () => gateway.triesOf(place) >= 1)
    gateway.hold(place, await samples.png())

    await settled(ticketId)

    expect(gateway.triesOf(place)).toBeGreaterThan(1)
  })

  it('is given up after six attempts without an answer, and fetched by *try again*', async () => {
    const place = `place ${++places}`
    const ticketId = await arrives(mediaAt(place, { caption: 'Veja' }))

    const { id, body } = await settledWithoutWaiting(ticketId, 'failed')

    expect([body, gateway.triesOf(place)]).toEqual(['Veja', 6])
    gateway.hold(place, await samples.png())
    await fixture.ana.does(retryMessage, { params: { messageId: id } })
    expect((await settled(ticketId)).mediaUrl).not.toBeNull()
  })

  it('is requested three times from a phone that is off; *try again* requests it once more', async () => {
    const { place, ticketId } = await sends('gone')
    gateway.phoneIsOff(place)

    const { id } = await settledWithoutWaiting(ticketId, 'failed')

    expect(gateway.triesOf(place)).toBe(1)
    gateway.phoneHas(place, 'on again')
    gateway.hold('on again', await samples.png())
    await fixture.ana.does(retryMessage, { params: { messageId: id } })
    expect((await settled(ticketId)).mediaUrl).not.toBeNull()
  })

  it("is fetched by *try again* from the phone's upload when the first address expired", async () => {
    const { place, ticketId } = await sends('gone')
    gateway.phoneHas(place, 'the new place')
    gateway.hold('the new place', 'gone')
    const { id } = await settled(ticketId, 'failed')
    gateway.hold('the new place', await samples.png())

    await fixture.ana.does(retryMessage, { params: { messageId: id } })

    expect((await settled(ticketId)).mediaUrl).not.toBeNull()
    expect(gateway.triesOf(place)).toBe(1)
  })

  it('its reference is stored encrypted (O1)', async () => {
    await arrives(mediaAt('a secret place'), 'SEALED')

    const row = await testApp
      .table('messages')
      .get<{ sealed_media_reference: Buffer }>({ whatsapp_id: 'SEALED' }, ['sealed_media_reference'])

    expect(row.sealed_media_reference.includes('secret place')).toBe(false)
  })
})

describe('a full disk', () => {
  afterEach(() => {
    bytesLeft = Number.MAX_SAFE_INTEGER
  })

  it('informs admins only, lets messages continue, and media follow when space is free', async () => {
    const channels = async (person: Person) => (await person.received()).map(({ channel }) => channel)
    const storage = `company-${fixture.company.id}-storage`
    bytesLeft = 0

    const { ticketId } = await sends(await samples.png(), { caption: 'Cadê?' })

    await until('the admin is told', async () => (await channels(fixture.company.admin)).includes(storage))
    expect(await channels(fixture.ana)).not.toContain(storage)
    expect(
      testApp.log.some((line) => line.includes('ERR_STORAGE_FULL') && line.includes('"level":"error"')),
    ).toBe(true)
    expect(await messageOf(ticketId)).toMatchObject({ body: 'Cadê?', media: { state: 'on-its-way' } })
    bytesLeft = Number.MAX_SAFE_INTEGER
    expect((await settled(ticketId)).mediaUrl).not.toBeNull()
  })
})

describe('a disk that gets full at the thumbnail', () => {
  it('stores neither file, and both when space is free', async () => {
    putsLeft = 1
    const { ticketId } = await sends(await samples.png())
    await until('the disk is full', () => putsLeft < 0)
    expect((await messageOf(ticketId)).media).toMatchObject({ state: 'on-its-way', thumbnailUrl: null })
    putsLeft = Number.MAX_SAFE_INTEGER

    const { media } = await settledWithoutWaiting(ticketId, 'ready')

    expect(media?.thumbnailUrl).not.toBeNull()
  })
})

describe('a thumbnail', () => {
  it('of a large picture is WebP, 480 pixels wide, upright', async () => {
    const large = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#c42' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { ticketId } = await sends(large, { mimetype: 'image/jpeg' })

    const { media } = await settled(ticketId)

    expect(media).toMatchObject({ width: 900, height: 1_200 })
    const file = await fetched(media?.thumbnailUrl)
    expect(file.headers['content-type']).toBe('image/webp')
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 480, height: 640 })
  })

  it.each([
    ['a picture that moves', samples.gif, 'image/gif'],
    ['a document', async () => samples.pdf, 'application/pdf'],
  ])('is not created for %s', async (_, make, mimetype) => {
    const { ticketId } = await sends(await make(), { mimetype })

    expect((await settled(ticketId)).media?.thumbnailUrl).toBeNull()
  })
})

describe('an incoming voice note', () => {
  it('has the length and the waveform that the phone sent', async () => {
    const waveform = Array.from({ length: 64 }, (_, at) => at)
    const change = {
      media: 'audio',
      mimetype: 'audio/ogg; codecs=opus',
      seconds: 7,
      voice: true,
      waveform,
    } as const
    const { ticketId } = await sends(samples.ogg, change)

    const message = await settled(ticketId)

    expect(message).toMatchObject({ mediaType: 'audio', media: { isVoice: true, seconds: 7, waveform } })
  })
})

describe('a sound that iPhones cannot play', () => {
  const voice = { media: 'audio', mimetype: 'audio/ogg; codecs=opus', voice: true, seconds: 2 } as const
  const withMp3 = async (ticketId: TicketId) => {
    await until('an MP3', async () => (await messageOf(ticketId)).media?.compatibleUrl != null)
    return messageOf(ticketId)
  }

  it('is stored unchanged, and soon as MP3 beside it; viewers get an event', async () => {
    const ogg = toneOgg(2)
    const { ticketId } = await sends(ogg, voice)

    const message = await withMp3(ticketId)

    const file = await fetched(message.mediaUrl)
    expect([file.headers['content-type'], file.rawPayload.equals(ogg)]).toEqual(['audio/ogg', true])
    const mp3 = await fetched(message.media?.compatibleUrl)
    expect(mp3.headers['content-type']).toBe('audio/mpeg')
    expect(mp3.rawPayload.length).toBeGreaterThan(15_000) // 2 s at 64 kbit
    expect(mp3.rawPayload.length).toBeLessThan(18_000)
    expect(message.media).toMatchObject({ state: 'ready', isVoice: true, seconds: 2 })
    const told = (await fixture.ana.received()).map(({ payload }) => payload as Partial<LiveMessagePayload>)
    expect(told.at(-1)?.message?.media?.compatibleUrl).not.toBeNull()
  })

  it('that cannot be converted stays unchanged, is shown, and is logged only', async () => {
    const { ticketId } = await sends(samples.ogg, voice)

    const { id } = await settled(ticketId)

    const isTold = (line: string) => line.includes('no MP3') && line.includes(`"messageId":${id}`)
    await until('the log tells', () => testApp.log.some(isTold))
    await until('no job is left', async () => (await jobsLeft('messages.makeCompatible')) === 0)
    expect(await messageOf(ticketId)).toMatchObject({
      media: { state: 'ready', compatibleUrl: null },
      mediaUrl: expect.any(String),
    })
  })

  it('that is MP3 already is not converted', async () => {
    const { ticketId } = await sends(samples.mp3, { ...voice, mimetype: 'audio/mpeg' })

    const { media, mediaUrl } = await settled(ticketId)

    expect(media?.compatibleUrl).toBe(mediaUrl)
  })

  it('is deleted together with its MP3 when its ticket is deleted', async () => {
    const { ticketId } = await sends(toneOgg(1), voice)
    await withMp3(ticketId)
    const { media } = await testApp
      .table('messages')
      .get<{ media: { compatibleKey: string } }>({ ticket_id: ticketId }, ['media'])
    const isThere = async () => (await testApp.store.open(media.compatibleKey)) !== null
    expect(await isThere()).toBe(true)

    await fixture.company.admin.does(deleteTicket, { params: { ticketId } })

    await until('it is gone', async () => !(await isThere()))
  })

  it('waits for its MP3 while the disk is full, and is logged', async () => {
    const gate = aGate()
    beforeMp3 = () => gate.gate
    const { ticketId } = await sends(toneOgg(1), voice)
    const { id } = await settled(ticketId)
    bytesLeft = 0
    gate.open()

    await until('the log tells', () =>
      testApp.log.some((line) => line.includes('ERR_STORAGE_FULL') && line.includes(`"messageId":${id}`)),
    )
    expect((await messageOf(ticketId)).media).toMatchObject({ state: 'ready', compatibleUrl: null })
    bytesLeft = Number.MAX_SAFE_INTEGER
    beforeMp3 = async () => undefined

    await withMp3(ticketId)
  })
})

describe('C3 media from a customer is treated by its bytes', () => {
  const declared = { media: 'image', mimetype: 'image/jpeg' } as const
  it.each([
    ['a page', async () => samples.html],
    ['a drawing with a script', async () => samples.svg],
    ['a drawing with a prologue', async () => samples.svgWithProlog],
    ['a document of XML', async () => samples.xml],
    ['a PDF that runs a script', async () => samples.pdf],
    ['a picture that would unfold to 30,000 by 30,000', samples.pixelBomb],
    ['a picture that is broken', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ])('%s that is declared as a picture becomes an attachment', async (_, make) => {
    const { ticketId } = await sends(await make(), declared)

    const message = await settled(ticketId)

    expect(message).toMatchObject({ mediaType: 'application', media: { thumbnailUrl: null } })
  })

  it.each([
    ['a page', async () => samples.html, 'application/octet-stream'],
    ['a drawing', async () => samples.svg, 'application/octet-stream'],
    ['a PDF', async () => samples.pdf, 'application/octet-stream'],
    ['a picture with a page behind it', samples.jpegWithHtmlAppended, 'image/jpeg'],
  ])('%s is served so that nothing in it runs', async (_, make, type) => {
    const { ticketId } = await sends(await make(), declared)

    const { headers } = await fetched((await settled(ticketId)).mediaUrl)

    expect(headers['content-type']).toBe(type)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain('sandbox')
    if (type === 'application/octet-stream') expect(headers['content-disposition']).toMatch(/^attachment/)
  })

  it.each([
    ['a film called a picture', { mimetype: 'image/png' }, async () => samples.mp4, 'video'],
    ['a sound called a picture', { mimetype: 'image/png' }, async () => samples.mp3, 'audio'],
    [
      "a sound in a film's container",
      { media: 'audio', mimetype: 'audio/mp4' },
      async () => samples.mp4,
      'audio',
    ],
    [
      'a picture sent as a document',
      { media: 'document', mimetype: 'image/png' },
      samples.png,
      'application',
    ],
    ['a sticker', { media: 'sticker', mimetype: 'image/webp' }, samples.webp, 'image'],
  ] as const)('%s is shown in the way that its bytes allow', async (_, change, make, mediaType) => {
    const { ticketId } = await sends(await make(), change)

    expect((await settled(ticketId)).mediaType).toBe(mediaType)
  })

  it('a file name loses folders and invisible letters; an invented type is ignored', async () => {
    const change = {
      media: 'document',
      fileName: '../../a\u202efdp.exe',
      mimetype: 'text/html"><script>',
    } as const
    const { ticketId } = await sends(samples.html, change)

    const { media } = await settled(ticketId)

    expect(media).toMatchObject({ fileName: 'afdp.exe', mimetype: 'application/octet-stream' })
  })

  it.each([
    ['an empty file', new Uint8Array()],
    [
      'a picture larger than we keep',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(17 << 20)]),
    ],
  ])('%s is not stored and not requested again, and the message stays', async (_, bytes) => {
    const { place, ticketId } = await sends(bytes, { caption: 'nada' })

    const message = await settled(ticketId, 'failed')

    expect([message.body, message.mediaUrl, gateway.triesOf(place)]).toEqual(['nada', null, 1])
  })
})
