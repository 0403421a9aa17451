import { type CompanyTexts, companyTexts } from '@balcao/domain/company-texts'
import type { LinkPreview } from '@balcao/domain/link-preview'
import type { MediaType } from '@balcao/domain/messages'
import { type HeardContent, isAwaited, type MediaKind, type MediaReference } from '@balcao/whatsapp/gateway'
import { WAVEFORM_LENGTH } from '../../outside/voice/port'
import { declaredMimetype } from '../../platform/files/file-kind'
import { displayFileName } from '../../platform/files/file-name'
import type { MediaFacts } from './media-facts'
import { placeBody } from './shared-place'

/** What WhatsApp's content becomes in our conversation. */
export interface StoredContent {
  readonly body: string
  readonly mediaType: MediaType | null
  readonly media: MediaFacts | null
  readonly reference: MediaReference | null
  readonly linkPreview: LinkPreview | null
}

/** Does its sender want it to be seen or heard once? */
export function isViewOnce(content: HeardContent): boolean {
  return content.kind === 'media'
    ? content.viewOnce
    : content.kind === 'unsupported' && content.what === 'view-once'
}

const mediaTypeOf: Record<MediaKind, MediaType> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
}

/** `texts` are the company's own: what stands for a content that we do not have. */
export function storedContent(content: HeardContent, texts: CompanyTexts): StoredContent {
  const words = { mediaType: null, media: null, reference: null, linkPreview: null }
  switch (content.kind) {
    case 'text':
      return { ...words, body: content.text, linkPreview: content.preview ?? null }
    case 'media':
      return {
        ...words,
        body: content.caption,
        mediaType: mediaTypeOf[content.media],
        media: onItsWay(content),
        reference: content.reference,
      }
    case 'location':
      return { ...words, body: locationBody(content), mediaType: 'locationMessage' }
    case 'contact-card':
      return { ...words, body: content.vcard, mediaType: 'vcard' }
    case 'poll':
      return { ...words, body: pollBody(content) }
    case 'unsupported':
      return { ...words, body: standInBody(content, texts) }
  }
}

const tongues = ['pt', 'en', 'es']

/** Says that there is a message whose content may still come; a company may have changed its language since. */
export const awaitedBodies: readonly string[] = tongues.map((language) => companyTexts(language).awaited)

/** Stands for what cannot be shown here: these are words of ours, not of the customer. */
export const notShownBodies: readonly string[] = tongues.map((language) => companyTexts(language).notShown)

function standInBody(content: Extract<HeardContent, { kind: 'unsupported' }>, texts: CompanyTexts): string {
  if (isAwaited(content)) return texts.awaited
  return content.what === 'view-once' ? texts.viewOnce : texts.notShown
}

/** The question and what may be chosen, as text; votes are not counted here. */
function pollBody({ question, choices }: Extract<HeardContent, { kind: 'poll' }>): string {
  return [`📊 ${question}`, ...choices.map((choice) => `• ${choice}`)].join('\n')
}

function onItsWay(content: Extract<HeardContent, { kind: 'media' }>): MediaFacts {
  const { sizeBytes, seconds, width, height, pages, voice, waveform } = content
  const mimetype = declaredMimetype(content.mimetype)
  const fileName = content.fileName === null ? null : displayFileName(content.fileName)
  const facts = { mimetype, fileName, sizeBytes, seconds, width, height, key: null }
  return {
    state: 'on-its-way',
    ...facts,
    ...(pages !== undefined && { pages }),
    ...(voice && { isVoice: true, ...(waveform && { waveform: waveform.slice(0, WAVEFORM_LENGTH) }) }),
  }
}

function locationBody({
  latitude,
  longitude,
  description,
  thumbnail,
}: Extract<HeardContent, { kind: 'location' }>): string {
  const picture =
    thumbnail === null ? '' : `data:image/jpeg;base64,${Buffer.from(thumbnail).toString('base64')}`
  return placeBody({ latitude, longitude }, description, picture)
}
