/** Texts that the server writes into conversations and lists, in the company's language. */
export interface CompanyTexts {
  readonly picture: string
  readonly video: string
  readonly sound: string
  readonly document: string
  readonly place: string
  readonly card: string
  readonly call: string
  readonly deletedMessage: string
  /** Shown in place of a message whose content may still arrive. */
  readonly awaited: string
  readonly viewOnce: string
  readonly notShown: string
  /** The title above the items of an order from a catalogue. */
  readonly order: string
  /** Appended to a message that was longer than WhatsApp allows. */
  readonly cutHere: string
  /** Shown for a group or person without a known name. */
  readonly namelessGroup: string
  readonly namelessPerson: string
  readonly erasedPerson: string
  /** The greeting for an hour of the day, 0 to 23. */
  greetingAt(hour: number): string
  /** What the customer reads when an attendant (`who`) accepts the ticket, after the `greeting`. */
  accepted(greeting: string, who: string): string
  callAt(call: IncomingCallDetails, time: string): string
}

export interface IncomingCallDetails {
  readonly video: boolean
  readonly outcome: 'missed' | 'answered' | 'declined' | 'refused'
}

const portugueseTexts: CompanyTexts = {
  picture: 'Foto',
  video: 'Vídeo',
  sound: 'Áudio',
  document: 'Documento',
  place: 'Localização',
  card: 'Contato',
  call: 'Chamada',
  deletedMessage: 'Mensagem apagada',
  awaited:
    'Esta mensagem ainda não pôde ser lida aqui. Ela aparece assim que chegar; enquanto isso, veja no celular.',
  viewOnce: 'Mensagem de visualização única. Ela só pode ser vista no celular.',
  cutHere: '✂️ [Mensagem longa demais: cortada aqui.]',
  order: 'Pedido do catálogo',
  notShown: 'Mensagem de um tipo que ainda não é mostrado aqui. Veja no celular.',
  namelessGroup: 'Grupo',
  namelessPerson: 'Contato do WhatsApp',
  erasedPerson: 'Contato apagado',
  greetingAt: (hour) => ['Boa madrugada', 'Bom dia', 'Boa tarde', 'Boa noite'][partOfDay(hour)] ?? '',
  accepted: (greeting, who) =>
    `*Mensagem automática:*\n${greeting} Aqui é *${who}* e vou continuar o seu atendimento.`,
  callAt({ video, outcome }, time) {
    const kind = video ? 'Chamada de vídeo' : 'Chamada de voz'
    const what = {
      missed: 'perdida',
      answered: 'atendida no celular',
      declined: 'recusada no celular',
      refused: 'recusada automaticamente',
    }
    return `${kind} ${what[outcome]} às ${time}`
  },
}

const englishTexts: CompanyTexts = {
  picture: 'Photo',
  video: 'Video',
  sound: 'Audio',
  document: 'Document',
  place: 'Location',
  card: 'Contact',
  call: 'Call',
  deletedMessage: 'Message deleted',
  awaited:
    'This message could not be read here yet. It appears as soon as it comes; until then, look at the phone.',
  viewOnce: 'View-once message. It can only be seen on the phone.',
  cutHere: '✂️ [Message too long: cut off here.]',
  order: 'Order from the catalogue',
  notShown: 'A message of a kind that is not shown here yet. Look at the phone.',
  namelessGroup: 'Group',
  namelessPerson: 'WhatsApp contact',
  erasedPerson: 'Erased contact',
  greetingAt: (hour) => ['Hello', 'Good morning', 'Good afternoon', 'Good evening'][partOfDay(hour)] ?? '',
  accepted: (greeting, who) =>
    `*Automatic message:*\n${greeting} This is *${who}*, and I will take it from here.`,
  callAt({ video, outcome }, time) {
    const what = { missed: 'Missed', answered: 'Answered', declined: 'Declined', refused: 'Declined' }
    const how = {
      missed: '',
      answered: ' on the phone',
      declined: ' on the phone',
      refused: ' automatically',
    }
    return `${what[outcome]} ${video ? 'video' : 'voice'} call${how[outcome]} at ${time}`
  },
}

const spanishTexts: CompanyTexts = {
  picture: 'Foto',
  video: 'Vídeo',
  sound: 'Audio',
  document: 'Documento',
  place: 'Ubicación',
  card: 'Contacto',
  call: 'Llamada',
  deletedMessage: 'Mensaje eliminado',
  awaited:
    'Este mensaje aún no se pudo leer aquí. Aparecerá en cuanto llegue; mientras tanto, míralo en el teléfono.',
  viewOnce: 'Mensaje de visualización única. Solo se puede ver en el teléfono.',
  cutHere: '✂️ [Mensaje demasiado largo: cortado aquí.]',
  order: 'Pedido del catálogo',
  notShown: 'Mensaje de un tipo que aún no se muestra aquí. Míralo en el teléfono.',
  namelessGroup: 'Grupo',
  namelessPerson: 'Contacto de WhatsApp',
  erasedPerson: 'Contacto borrado',
  greetingAt: (hour) =>
    ['Buenas noches', 'Buenos días', 'Buenas tardes', 'Buenas noches'][partOfDay(hour)] ?? '',
  accepted: (greeting, who) =>
    `*Mensaje automático:*\n${greeting} Soy *${who}* y voy a continuar con tu atención.`,
  callAt({ video, outcome }, time) {
    const kind = video ? 'Videollamada' : 'Llamada de voz'
    const what = {
      missed: 'perdida',
      answered: 'atendida en el teléfono',
      declined: 'rechazada en el teléfono',
      refused: 'rechazada automáticamente',
    }
    return `${kind} ${what[outcome]} a las ${time}`
  },
}

/** The index of the part of the day: 0 night, 1 morning, 2 afternoon, 3 evening. */
function partOfDay(hour: number): number {
  return Math.floor(hour / 6)
}

export function companyTexts(language: string): CompanyTexts {
  const [tongue = ''] = language.toLowerCase().split('-')
  return tongue === 'en' ? englishTexts : tongue === 'es' ? spanishTexts : portugueseTexts
}
