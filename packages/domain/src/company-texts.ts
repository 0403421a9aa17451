import { languageIndex, type ThreeLanguages, textsInLanguage } from './three-languages'

const words = {
  picture: ['Foto', 'Photo', 'Foto'],
  video: ['Vídeo', 'Video', 'Vídeo'],
  sound: ['Áudio', 'Audio', 'Audio'],
  document: ['Documento', 'Document', 'Documento'],
  place: ['Localização', 'Location', 'Ubicación'],
  card: ['Contato', 'Contact', 'Contacto'],
  call: ['Chamada', 'Call', 'Llamada'],
  deletedMessage: ['Mensagem apagada', 'Message deleted', 'Mensaje eliminado'],
  /** Shown in place of a message that WhatsApp announced, but whose content has not arrived yet. */
  awaited: [
    'Esta mensagem ainda não pôde ser lida aqui. Ela aparece assim que chegar; enquanto isso, veja no celular.',
    'This message could not be read here yet. It appears as soon as it comes; until then, look at the phone.',
    'Este mensaje aún no se pudo leer aquí. Aparecerá en cuanto llegue; mientras tanto, míralo en el teléfono.',
  ],
  viewOnce: [
    'Mensagem de visualização única. Ela só pode ser vista no celular.',
    'View-once message. It can only be seen on the phone.',
    'Mensaje de visualización única. Solo se puede ver en el teléfono.',
  ],
  /** Marks the end of a message that the server cut, because it was longer than WhatsApp allows. */
  cutHere: [
    '✂️ [Mensagem longa demais: cortada aqui.]',
    '✂️ [Message too long: cut off here.]',
    '✂️ [Mensaje demasiado largo: cortado aquí.]',
  ],
  /** The title above the items of an order from a catalogue. */
  order: ['Pedido do catálogo', 'Order from the catalogue', 'Pedido del catálogo'],
  notShown: [
    'Mensagem de um tipo que ainda não é mostrado aqui. Veja no celular.',
    'A message of a kind that is not shown here yet. Look at the phone.',
    'Mensaje de un tipo que aún no se muestra aquí. Míralo en el teléfono.',
  ],
  /** The name shown for a group whose name is unknown. */
  namelessGroup: ['Grupo', 'Group', 'Grupo'],
  namelessPerson: ['Contato do WhatsApp', 'WhatsApp contact', 'Contacto de WhatsApp'],
  erasedPerson: ['Contato apagado', 'Erased contact', 'Contacto borrado'],
} as const satisfies Record<string, ThreeLanguages>

interface Sentences {
  /** The greeting for an hour of the day, 0 to 23. */
  greetingAt(hour: number): string
  /** The message to the customer when an attendant (`who`) accepts the ticket; it begins with `greeting`. */
  accepted(greeting: string, who: string): string
  callAt(call: IncomingCallDetails, time: string): string
}

/** Texts that the server writes into conversations and lists, in the company's language. */
export type CompanyTexts = Readonly<Record<keyof typeof words, string>> & Sentences

interface IncomingCallDetails {
  readonly video: boolean
  readonly outcome: 'missed' | 'answered' | 'declined' | 'refused'
}

const portuguese: Sentences = {
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

const english: Sentences = {
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

const spanish: Sentences = {
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

/** The part of the day as an index of the greetings: 0 night, 1 morning, 2 afternoon, 3 evening. */
function partOfDay(hour: number): number {
  return Math.floor(hour / 6)
}

export function companyTexts(language: string): CompanyTexts {
  const sentences = [portuguese, english, spanish] as const
  return { ...textsInLanguage(language, words), ...sentences[languageIndex(language)] }
}
