import { expect, test } from 'vitest'
import {
  type ContentSendProblem,
  type ContentToSend,
  capabilitiesOf,
  contentSendProblemOf,
} from './providers'

const file = (kind: 'image' | 'video' | 'audio' | 'document', mimetype: string, bytes = 1) => ({
  ...{ kind, mimetype, bytes },
})

test.each<[string, ContentToSend, ContentSendProblem | null]>([
  ['a text at the limit, emoji counted once', { text: '😀'.repeat(4_096), file: null }, null],
  ['a longer text', { text: 'x'.repeat(4_097), file: null }, { what: 'text-long', most: 4_096 }],
  ['a caption at the limit', { text: 'x'.repeat(1_024), file: file('image', 'image/png') }, null],
  [
    'a longer caption',
    { text: 'x'.repeat(1_025), file: file('image', 'image/png') },
    { what: 'caption-long', most: 1_024 },
  ],
  ['a type with parameters', { text: '', file: file('audio', 'audio/ogg; codecs=opus') }, null],
  ['a WebP', { text: '', file: file('image', 'image/webp') }, { what: 'file-kind', most: 5 }],
  [
    'a large picture',
    { text: '', file: file('image', 'image/jpeg', 5_000_001) },
    { what: 'file-large', most: 5 },
  ],
  ['any document', { text: '', file: file('document', 'application/zip', 100_000_000) }, null],
  ['a film', { text: '', file: file('video', 'video/quicktime') }, { what: 'file-kind', most: 16 }],
])('the official API and %s', (_, content, problem) => {
  expect(contentSendProblemOf(capabilitiesOf('cloud'), content)).toEqual(problem)
})

test('a linked device takes any file and long texts', () => {
  const can = capabilitiesOf('beta')
  expect(contentSendProblemOf(can, { text: 'x'.repeat(60_000), file: null })).toBeNull()
  expect(contentSendProblemOf(can, { text: '', file: file('image', 'image/webp', 9_000_000) })).toBeNull()
})

test.each([
  ['a still sticker', false, 100_000, null],
  ['a larger one', false, 100_001, { what: 'file-large', most: 0.1 }],
  ['an animated sticker', true, 500_000, null],
  ['a larger animated one', true, 500_001, { what: 'file-large', most: 0.5 }],
])('%s has its own limit at a number of the official API', (_, isAnimated, bytes, problem) => {
  const sticker = { kind: 'sticker', mimetype: 'image/webp', bytes, isAnimated } as const

  expect(contentSendProblemOf(capabilitiesOf('cloud'), { text: '', file: sticker })).toEqual(problem)
})
