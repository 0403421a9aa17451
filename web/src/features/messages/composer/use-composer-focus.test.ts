import { expect, test } from 'vitest'
import { type ComposerFocusState, shouldFocusComposer } from './use-composer-focus'

const still: ComposerFocusState = {
  quotedId: undefined,
  files: 0,
  isRecording: false,
  isPhone: false,
  takesFocus: false,
}
const phone = { ...still, isPhone: true }

// biome-ignore format: a table, a case each line
test.each<[string, ComposerFocusState | null, ComposerFocusState, boolean]>([
  ['a composer opens', null, still, true],
  ['a composer opens on a phone', null, phone, false],
  ['a composer opens on a phone after the note mode', null, { ...phone, takesFocus: true }, true],
  ['a composer opens on a phone with a reply', null, { ...phone, quotedId: 1 }, true],
  ['nothing changes', still, still, false],
  ['a reply begins on a phone', phone, { ...phone, quotedId: 1 }, true],
  ['another message is replied to', { ...still, quotedId: 1 }, { ...still, quotedId: 2 }, true],
  ['the reply stays', { ...still, quotedId: 1 }, { ...still, quotedId: 1 }, false],
  ['the reply is dropped', { ...still, quotedId: 1 }, still, false],
  ['files come', still, { ...still, files: 2 }, true],
  ['files come on a phone', phone, { ...phone, files: 2 }, false],
  ['a file is removed', { ...still, files: 2 }, { ...still, files: 1 }, false],
  ['a recording begins', still, { ...still, isRecording: true }, false],
  ['a recording ends', { ...still, isRecording: true }, still, true],
  ['a recording ends on a phone', { ...phone, isRecording: true }, phone, false],
  ['the window becomes wide', phone, still, true],
  ['the window becomes narrow', still, phone, false],
])('%s: the focus moves into the field or not', (_, before, now, moves) => {
  expect(shouldFocusComposer(before, now)).toBe(moves)
})
