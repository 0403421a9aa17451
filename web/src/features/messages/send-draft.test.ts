import { limits } from '@balcao/domain/limits'
import { describe, expect, it } from 'vitest'
import { aMessage, ticketId } from '../../testing/ticket-makers'
import { emptyMessageDraft, isDraftEmpty, type MessageDraft } from './drafts'
import { bodyWithSignature, outgoingFileOf, uploadKindOfFile, uploadProblemOf } from './outgoing'
import { messagesOfDraft } from './send-draft'

const photo = new File(['jpg'], 'sofa.jpg', { type: 'image/jpeg' })
const offer = new File(['pdf'], 'oferta.pdf', { type: 'application/pdf' })
const messagesOf = (draft: Partial<MessageDraft>, signAs?: string) =>
  messagesOfDraft(
    { ...emptyMessageDraft, ...draft },
    { ticketId: ticketId(1), signAs, at: '2026-11-20T12:00:00.000Z', newUuid: () => crypto.randomUUID() },
  )

describe('the messages of a draft', () => {
  it.each(['', '   ', '\n\t '])('CONVO-18 a text of blanks (%j) is not sent', (text) => {
    expect(messagesOf({ text })).toEqual([])
    expect(isDraftEmpty({ ...emptyMessageDraft, text })).toBe(true)
  })

  it.each([
    ['CONVO-17 signed', 'Oi', 'Ana Lima', '*Ana Lima:*\nOi'],
    ['CONVO-16 not signed', 'Oi', undefined, 'Oi'],
    ['CONVO-17 media without caption is not signed', '', 'Ana Lima', ''],
    ['blanks at the ends go', '  Oi \n', undefined, 'Oi'],
  ])('%s', (_, text, name, expected) => {
    expect(bodyWithSignature(text, name)).toBe(expected)
  })

  it('MESSAGE-06 several files are one message each; the text is the caption of the first', () => {
    const quoted = aMessage()
    const sent = messagesOf({
      text: 'O sofá',
      quoted,
      attachments: [
        { id: 'a', file: photo, caption: '' },
        { id: 'b', file: offer, caption: 'A oferta' },
      ],
    })

    expect(sent.map((one) => [one.body, outgoingFileOf(one)?.name, one.quoted?.id])).toEqual([
      ['O sofá', 'sofa.jpg', quoted.id],
      ['A oferta', 'oferta.pdf', undefined],
    ])
    expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(2)
  })

  it('CONVO-15 a file with a caption that was moved to the front keeps it', () => {
    const attachments = [{ id: 'a', file: photo, caption: 'De frente' }]

    expect(messagesOf({ text: 'Gostou?', attachments })[0]?.body).toBe('De frente\nGostou?')
  })
})

describe('files that are refused before the upload', () => {
  const sized = (type: string, size: number) => ({ type, size })

  it.each([
    ['a picture within the limit', sized('image/png', limits.uploads.image), undefined],
    [
      'a picture over 16 MB',
      sized('image/png', limits.uploads.image + 1),
      { kind: 'image', limitMegabytes: 16 },
    ],
    [
      'a video over 64 MB',
      sized('video/mp4', limits.uploads.video + 1),
      { kind: 'video', limitMegabytes: 64 },
    ],
    [
      'a document over 100 MB',
      sized('text/csv', limits.uploads.document + 1),
      { kind: 'document', limitMegabytes: 100 },
    ],
    ['an empty file', sized('image/png', 0), 'empty'],
  ])('%s', (_, file, expected) => {
    expect(uploadProblemOf(file)).toEqual(expected)
  })

  it('a file that is neither picture, audio nor video is a document', () => {
    expect(
      ['image/png', 'audio/ogg', 'video/mp4', 'application/zip', ''].map((type) =>
        uploadKindOfFile({ type }),
      ),
    ).toEqual(['image', 'audio', 'video', 'document', 'document'])
  })
})
