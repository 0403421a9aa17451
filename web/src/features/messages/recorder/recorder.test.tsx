import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { observable } from '../../../lib/observable'
import { fakeUploads } from '../../../testing/fake-uploads'
import { openApp } from '../../../testing/open-app'
import { ana, anasTicket, messageField, storedMessage, talk, talkPath } from '../../../testing/talk'
import type { Mp3EncoderRequest, Mp3EncoderResponse } from './encoder-talk'
import type { VoiceRecording, VoiceRecordingState } from './recording'
import { discardRecording, storeRecording } from './recordings'

/** A paused recording with this many bytes of MP3. */
function aRecording(bytes: number): VoiceRecording {
  const mp3 = async () => new Blob([new Uint8Array(bytes)], { type: 'audio/mpeg' })
  return {
    state: observable<VoiceRecordingState>({
      isPaused: true,
      seconds: 1,
      bytes,
      loudness: [],
      isFull: false,
    }),
    pause: () => undefined,
    resume: async () => undefined,
    soFar: mp3,
    finish: mp3,
    end: () => undefined,
  }
}

describe('CONVO-14 a recording', () => {
  async function sends(bytes: number) {
    const uploads = fakeUploads()
    const { person } = openApp({ path: talkPath, as: ana, serve: talk() })
    await messageField()
    act(() => storeRecording(anasTicket.id, aRecording(bytes)))
    onTestFinished(() => discardRecording(anasTicket.id))
    await person.click(await screen.findByRole('button', { name: 'Enviar o áudio' }))
    return uploads
  }

  it('under 10000 bytes is discarded with a notice', async () => {
    const uploads = await sends(9_999)

    expect(await screen.findByText(/^O áudio ficou curto demais e não foi enviado/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Enviar o áudio' })).toBeNull()
    expect(uploads()).toEqual([])
  })

  it('CONVO-13 of 10000 bytes is sent as an MP3 in the field `medias`', async () => {
    const uploads = await sends(10_000)

    await waitFor(() => expect(uploads()).toHaveLength(1))
    expect(uploads()[0]?.files).toMatchObject([{ size: 10_000, type: 'audio/mpeg' }])
    expect(uploads()[0]?.files[0]?.name).toMatch(/^audio-.*\.mp3$/)
    await uploads()[0]?.answer(200, storedMessage(String(uploads()[0]?.field('clientId')), ''))
  })
})

describe('CONVO-13 during a recording', () => {
  const begin = async (seconds: number) => {
    const uploads = fakeUploads()
    const app = openApp({ path: talkPath, as: ana, serve: talk() })
    await messageField()
    const state: VoiceRecordingState = {
      isPaused: false,
      seconds,
      bytes: 20_000,
      loudness: [],
      isFull: false,
    }
    act(() => storeRecording(anasTicket.id, { ...aRecording(20_000), state: observable(state) }))
    onTestFinished(() => discardRecording(anasTicket.id))
    return { ...app, uploads }
  }

  it('the time shows as mm:ss, and a short one is cancelled at once', async () => {
    const { person, uploads } = await begin(4)
    expect((await screen.findByRole('timer')).textContent).toBe('00:04')

    await person.click(screen.getByRole('button', { name: 'Descartar a gravação' }))

    expect(await messageField()).toBe(document.activeElement)
    expect(uploads()).toEqual([])
  })

  it('a longer one is cancelled after a question', async () => {
    const { person, uploads } = await begin(75)
    expect((await screen.findByRole('timer')).textContent).toBe('01:15')

    await person.click(screen.getByRole('button', { name: 'Descartar a gravação' }))
    const question = within(await screen.findByRole('dialog', { name: 'Descartar a gravação?' }))
    expect(screen.getByRole('timer', { hidden: true })).toBeTruthy()
    await person.click(question.getByRole('button', { name: 'Descartar a gravação' }))

    expect(await messageField()).toBeTruthy()
    expect(uploads()).toEqual([])
  })
})

describe('CONVO-13 the sound of the microphone', () => {
  it.each([44_100, 48_000, 16_000])('at %i samples a second becomes an MP3 of 128 kbps', async (rate) => {
    vi.resetModules()
    const posted: Mp3EncoderResponse[] = []
    vi.spyOn(self, 'postMessage').mockImplementation((words: Mp3EncoderResponse) => void posted.push(words))
    onTestFinished(() => {
      self.onmessage = null
    })
    await import('./encode.worker')
    const say = (data: Mp3EncoderRequest) => self.onmessage?.(new MessageEvent('message', { data }))

    say({ say: 'begin', rate })
    for (let second = 0; second < 2; second++)
      say({ say: 'sound', samples: Float32Array.from({ length: rate }, (_, at) => Math.sin(at / 20) / 2) })
    say({ say: 'take', isLast: true })

    const last = posted.at(-1)
    if (last?.say !== 'taken') throw new Error('no MP3 came')
    expect(last.mp3.type).toBe('audio/mpeg')
    const bytes = new Uint8Array(await last.mp3.arrayBuffer())
    expect(headerOf(bytes)).toEqual({ isMp3: true, kilobits: 128 })
    expect(bytes.length / 2 / 16_000).toBeCloseTo(1, 0) // two seconds of 128 000 bits each
  })
})

/** The header of its first frame (ISO 11172-3): eleven sync bits, version 1 and layer III, then the rate. */
function headerOf([first = 0, second = 0, third = 0]: Uint8Array) {
  const isMp3 = first === 0xff && (second & 0b1111_1110) === 0b1111_1010
  return { isMp3, kilobits: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128][third >> 4] }
}
