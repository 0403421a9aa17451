import type { LiveMessage } from '@balcao/contract/live'
import { listMessages } from '@balcao/contract/messages'
import {
  type HeardContent,
  MediaGone,
  type MediaReference,
  type WhatsappGateway,
} from '@balcao/whatsapp/gateway'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTown, runningClock, type Town } from '../../testing/town'
import { aShopFloor, type ShopFloor } from '../tickets/testing/shop-floor'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** WhatsApp's side: what each reference leads to. */
const places = new Map<string, () => Uint8Array>([
  ['good', () => pixel],
  [
    'gone',
    () => {
      throw new MediaGone('410')
    },
  ],
])
const gateway: WhatsappGateway = {
  connect: () => {
    throw new Error('nobody links a number here')
  },
  translate: async () => [],
  fetchMedia: async (reference) => places.get(reference)?.() ?? Promise.reject(new Error('no such place')),
}

let town: Town
let floor: ShopFloor
beforeAll(async () => {
  town = await openTown({ gateway, clock: runningClock })
  floor = await aShopFloor(town)
  await town.house.startRoles()
})
afterAll(() => town.close())

const picture = (place: string): HeardContent => ({
  kind: 'media',
  media: 'image',
  caption: 'Este aqui',
  mimetype: 'image/png',
  fileName: null,
  sizeBytes: pixel.length,
  seconds: null,
  width: 1,
  height: 1,
  voice: false,
  waveform: null,
  viewOnce: false,
  reference: place as MediaReference,
})

/** Waits for the word that the media of this conversation is settled. */
async function settled(ticketId: number): Promise<LiveMessage['message']> {
  for (;;) {
    const update = (await floor.ana.heard())
      .map(({ payload }) => payload as LiveMessage)
      .find((event) => event.action === 'update' && event.message?.ticketId === ticketId)
    if (update !== undefined) return update.message
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('MESSAGE-10 a picture is there at once as on its way, and its file follows under /public', async () => {
  const ticketId = await floor.company.hears({
    over: floor.numbers.sales,
    from: floor.newNumber(),
    content: picture('good'),
  })
  floor.ana.shows({ chatBoxes: [ticketId] })

  const { messages } = await floor.ana.does(listMessages, { params: { ticketId } })
  const message = messages[0]?.media?.state === 'ready' ? messages[0] : await settled(ticketId)

  expect(message).toMatchObject({
    body: 'Este aqui',
    mediaType: 'image',
    media: { state: 'ready', width: 1 },
  })
  const file = await town.house.http.inject({ method: 'GET', url: message.mediaUrl ?? '' })
  expect(file.rawPayload.equals(pixel)).toBe(true)
  expect(file.headers['content-type']).toBe('image/png')
})

it('MESSAGE-10 a media that WhatsApp no longer has leaves the message with its caption', async () => {
  const ticketId = await floor.company.hears({
    over: floor.numbers.sales,
    from: floor.newNumber(),
    content: picture('gone'),
  })
  floor.ana.shows({ chatBoxes: [ticketId] })

  const { messages } = await floor.ana.does(listMessages, { params: { ticketId } })
  const message = messages[0]?.media?.state === 'failed' ? messages[0] : await settled(ticketId)

  expect(message).toMatchObject({ body: 'Este aqui', mediaUrl: null, media: { state: 'failed' } })
})

it('O1 what leads to the media is kept encrypted', async () => {
  await floor.company.hears({
    over: floor.numbers.sales,
    from: floor.newNumber(),
    id: 'SEALED',
    content: picture('good'),
  })

  const [row] = await town.rows<{ sealed_media_reference: Buffer }>(
    `select sealed_media_reference from messages where whatsapp_id = 'SEALED'`,
  )

  expect(row?.sealed_media_reference.includes('good')).toBe(false)
})
