/** The kinds of media on the wire (MESSAGE-03); text messages hold null. */
export const mediaTypes = [
  'image',
  'audio',
  'video',
  'application',
  'locationMessage',
  'vcard',
  'call_log',
] as const
export type MediaType = (typeof mediaTypes)[number]

/** 0 waiting, 1 sent, 2 delivered, 3 read, 4 and 5 played (MESSAGE-02). */
export type Ack = 0 | 1 | 2 | 3 | 4 | 5

/** The text that a ticket shows as its last message when a message has no words of its own. */
export function previewOf(body: string, mediaType: MediaType | null, fileName: string | null): string {
  if (body !== '' && mediaType !== 'locationMessage' && mediaType !== 'vcard') return body
  switch (mediaType) {
    case 'image':
      return '📷 Foto'
    case 'video':
      return '🎬 Vídeo'
    case 'audio':
      return '🎤 Áudio'
    case 'application':
      return `📄 ${fileName ?? 'Documento'}`
    case 'locationMessage':
      return '📍 Localização'
    case 'vcard':
      return '👤 Contato'
    case 'call_log':
      return '📞 Chamada'
    case null:
      return body
  }
}
