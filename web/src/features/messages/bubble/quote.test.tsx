import type { MessageView } from '@balcao/contract/messages'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp } from '../../../testing/open-app'
import { ana, bubbleOf, talk, talkPath } from '../../../testing/talk'
import { aMessage, aPicture, messageId } from '../../../testing/ticket-makers'

type Media = NonNullable<MessageView['media']>

const file = (mediaType: MessageView['mediaType'], media: Partial<Media>, body = '') => {
  const picture = aPicture()
  if (picture.media === null) throw new Error('a picture has media')
  return aMessage({ mediaType, body, media: { ...picture.media, ...media } })
}
const offer = file('application', { mimetype: 'application/pdf', fileName: 'Orçamento.pdf' })
const place = '|https://maps.google.com/maps?q=1%2C2&z=17|Mercado Público'
const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bia Souza\nTEL;waid=5551977770001:+5551977770001\nEND:VCARD'

const kinds: readonly (readonly [kind: string, quoted: MessageView, words: string, icon: string | null])[] = [
  ['a text', aMessage({ body: '*Tem* em azul?' }), 'Tem em azul?', null],
  ['a picture', aPicture(), 'Foto', 'image'],
  ['a picture with a text', aPicture({ body: 'Este aqui' }), 'Este aqui', 'image'],
  ['a sticker', file('image', { mimetype: 'image/webp' }), 'Figurinha', 'sticker'],
  ['a video', file('video', { mimetype: 'video/mp4' }), 'Vídeo', 'video'],
  ['a voice note', file('audio', { mimetype: 'audio/ogg', isVoice: true }), 'Mensagem de voz', 'mic'],
  ['a sound', file('audio', { mimetype: 'audio/mpeg', fileName: 'Jingle.mp3' }), 'Jingle.mp3', 'mic'],
  ['a sound without a name', file('audio', { mimetype: 'audio/mpeg' }), 'Áudio', 'mic'],
  ['a document', offer, 'Orçamento.pdf', 'file-text'],
  ['a document with a text', { ...offer, body: 'Vale até sábado' }, 'Vale até sábado', 'file-text'],
  ['a document without a name', file('application', { fileName: null }), 'Documento', 'file-text'],
  [
    'a place',
    aMessage({ mediaType: 'locationMessage', body: place }),
    'Localização: Mercado Público',
    'map-pin',
  ],
  ['a contact', aMessage({ mediaType: 'vcard', body: card }), 'Contato: Bia Souza', 'contact-round'],
  ['a call', aMessage({ mediaType: 'call_log', body: 'Chamada atendida' }), 'Chamada atendida', 'phone'],
  ['a deleted message', aMessage({ isDeleted: true, body: '' }), 'Mensagem apagada', 'ban'],
]

/** A message as the wire embeds it in another one. */
function asQuote(message: MessageView): NonNullable<MessageView['quotedMsg']> {
  const { id, clientId, body, fromMe, mediaType, mediaUrl, isDeleted, contact, media } = message
  const names = media && { mimetype: media.mimetype, fileName: media.fileName, isVoice: media.isVoice }
  return { id, clientId, body, fromMe, mediaType, mediaUrl, isDeleted, contact, media: names }
}

function lineIn(element: HTMLElement, words: string) {
  const line = within(element).getByText(words)
  return { words: line.textContent, icon: line.querySelector('svg')?.getAttribute('class') ?? null }
}

describe('CONVO-04 an answer shows a one-line preview of its quoted message', () => {
  it.each(kinds)('%s', async (_, quoted, words, icon) => {
    const answer = aMessage({ id: messageId(2), body: 'Sim', quotedMsg: asQuote(quoted) })
    openApp({ path: talkPath, as: ana, serve: talk([answer]) })

    const line = lineIn(await bubbleOf('Sim'), words)

    expect(line.words).toBe(words)
    if (icon === null) expect(line.icon).toBeNull()
    else expect(line.icon).toContain(`lucide-${icon}`)
  })

  it('shows the name of a quoted document above the field', async () => {
    const { person } = openApp({ path: talkPath, as: ana, serve: talk([offer]) })

    await person.click(await screen.findByLabelText('Opções da mensagem'))
    await person.click(await screen.findByRole('menuitem', { name: 'Responder' }))

    const bar = (await screen.findByLabelText('Não responder a esta mensagem')).parentElement
    if (bar === null) throw new Error('no bar')
    expect(lineIn(bar, 'Orçamento.pdf').icon).toContain('lucide-file-text')
  })
})
