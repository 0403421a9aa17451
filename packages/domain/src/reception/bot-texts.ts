import { languageIndex } from '../three-languages'
import type { NonTextMessageKind } from './facts'

/** The bot's built-in texts, in the company's language, without variables. */
interface BotTexts {
  readonly previousMenu: string
  readonly mainMenu: string
  /** The text above the buttons or list of a menu that has no text of its own. */
  readonly choose: string
  /** The label of the button that opens a list of choices; WhatsApp allows 20 characters. */
  readonly showChoices: string
  /** The text above a menu that the bot repeats after an invalid answer. */
  readonly notAnOption: string
  /** The answer to a message without text: what the bot cannot read, and what to do instead. */
  readonly cannotTake: Readonly<Record<NonTextMessageKind, string>>
  readonly byNumber: string
  /** Says that a person will answer soon. Sent when the menu ends and the company has no text for it. */
  readonly somebodyComes: string
  readonly howWasIt: string
  /** The names of the ratings 1 to 3: unsatisfied, satisfied, very satisfied. */
  readonly scale: readonly [string, string, string]
  readonly noCalls: string
  transferred(queueName: string, userName: string | null): string
}

const portugueseTexts: BotTexts = {
  previousMenu: 'Menu anterior',
  mainMenu: 'Menu inicial',
  choose: 'Escolha uma opção:',
  showChoices: 'Ver opções',
  notAnOption: 'Não encontrei essa opção. Responda com o número de uma destas:',
  cannotTake: {
    sound: 'Por aqui ainda não ouço áudios.',
    picture: 'Por aqui ainda não vejo imagens nem vídeos.',
    document: 'Por aqui ainda não leio arquivos.',
    place: 'Por aqui ainda não entendo localizações.',
    card: 'Por aqui ainda não leio contatos.',
    poll: 'Por aqui ainda não respondo a enquetes.',
    other: 'Por aqui só entendo mensagens de texto.',
  },
  byNumber: 'Responda com o número de uma destas opções:',
  somebodyComes: 'Obrigado! Em breve alguém vai atender você.',
  howWasIt: 'Como foi o nosso atendimento?',
  scale: ['insatisfeito', 'satisfeito', 'muito satisfeito'],
  noCalls:
    '*Mensagem automática:*\nNão atendemos chamadas por este número. Por favor, envie uma mensagem e responderemos por aqui.',
  transferred: (queueName, userName) =>
    userName === null
      ? `*Mensagem automática:*\nSeu atendimento foi transferido para *${queueName}*. Em breve alguém vai continuar com você.`
      : `*Mensagem automática:*\nSeu atendimento foi transferido para *${queueName}* e vai continuar com *${userName}*.`,
}

const englishTexts: BotTexts = {
  previousMenu: 'Previous menu',
  mainMenu: 'Main menu',
  choose: 'Choose an option:',
  showChoices: 'Show options',
  notAnOption: 'I could not find that option. Please answer with the number of one of these:',
  cannotTake: {
    sound: 'I cannot hear voice messages here.',
    picture: 'I cannot see pictures or videos here.',
    document: 'I cannot read files here.',
    place: 'I cannot use locations here.',
    card: 'I cannot read contacts here.',
    poll: 'I cannot answer polls here.',
    other: 'I only understand text messages here.',
  },
  byNumber: 'Please answer with the number of one of these:',
  somebodyComes: 'Thank you! Somebody will be with you soon.',
  howWasIt: 'How did we do?',
  scale: ['unsatisfied', 'satisfied', 'very satisfied'],
  noCalls:
    '*Automatic message:*\nWe do not take calls on this number. Please send us a message, and we will answer here.',
  transferred: (queueName, userName) =>
    userName === null
      ? `*Automatic message:*\nYour conversation was handed over to *${queueName}*. Somebody will be with you soon.`
      : `*Automatic message:*\nYour conversation was handed over to *${queueName}* and goes on with *${userName}*.`,
}

const spanishTexts: BotTexts = {
  previousMenu: 'Menú anterior',
  mainMenu: 'Menú inicial',
  choose: 'Elige una opción:',
  showChoices: 'Ver opciones',
  notAnOption: 'No encontré esa opción. Responde con el número de una de estas:',
  cannotTake: {
    sound: 'Por aquí todavía no escucho audios.',
    picture: 'Por aquí todavía no veo imágenes ni videos.',
    document: 'Por aquí todavía no leo archivos.',
    place: 'Por aquí todavía no entiendo ubicaciones.',
    card: 'Por aquí todavía no leo contactos.',
    poll: 'Por aquí todavía no respondo encuestas.',
    other: 'Por aquí solo entiendo mensajes de texto.',
  },
  byNumber: 'Responde con el número de una de estas opciones:',
  somebodyComes: '¡Gracias! En breve alguien te atenderá.',
  howWasIt: '¿Qué te pareció nuestra atención?',
  scale: ['insatisfecho', 'satisfecho', 'muy satisfecho'],
  noCalls:
    '*Mensaje automático:*\nNo atendemos llamadas en este número. Por favor, envía un mensaje y te responderemos por aquí.',
  transferred: (queueName, userName) =>
    userName === null
      ? `*Mensaje automático:*\nTu atención fue transferida a *${queueName}*. En breve alguien continuará contigo.`
      : `*Mensaje automático:*\nTu atención fue transferida a *${queueName}* y continúa con *${userName}*.`,
}

export function botTexts(language: string): BotTexts {
  return ([portugueseTexts, englishTexts, spanishTexts] as const)[languageIndex(language)]
}
