import type { CompanyLanguage } from './companies'
import type { MoveInDataLoss, MoveInSkipReason } from './move-ins'
import { languageIndex, type ThreeLanguages, textsInLanguage } from './three-languages'

const steps: Readonly<Record<string, ThreeLanguages>> = {
  attendances: ['atendimentos (histórico)', 'attendances', 'atenciones (historial)'],
  'campaign settings': ['configurações de campanhas', 'campaign settings', 'configuración de campañas'],
  campaigns: ['campanhas', 'campaigns', 'campañas'],
  'canned responses': ['respostas rápidas', 'quick messages', 'respuestas rápidas'],
  'chat messages': [
    'mensagens do chat interno',
    'messages of the internal chat',
    'mensajes del chat interno',
  ],
  chats: ['conversas internas', 'internal chats', 'chats internos'],
  connections: ['conexões', 'connections', 'conexiones'],
  'contact lists': ['listas de contatos', 'contact lists', 'listas de contactos'],
  contacts: ['contatos', 'contacts', 'contactos'],
  conversations: ['conversas', 'conversations', 'conversaciones'],
  'file lists': ['listas de arquivos', 'file lists', 'listas de archivos'],
  'files of lists': ['arquivos das listas', 'files of lists', 'archivos de las listas'],
  inboxes: ['caixas de entrada', 'inboxes', 'bandejas de entrada'],
  integrations: ['integrações', 'integrations', 'integraciones'],
  labels: ['etiquetas', 'labels', 'etiquetas'],
  'labels of conversations': [
    'etiquetas das conversas',
    'labels of conversations',
    'etiquetas de las conversaciones',
  ],
  'members of teams': ['membros das equipes', 'members of teams', 'miembros de los equipos'],
  'LIDs of WhatsappLidMaps': ['LIDs dos contatos', 'LIDs of contacts', 'LIDs de los contactos'],
  'LIDs of WhatsapplidMap': ['LIDs dos contatos', 'LIDs of contacts', 'LIDs de los contactos'],
  'LIDs of WhatsappLidMap': ['LIDs dos contatos', 'LIDs of contacts', 'LIDs de los contactos'],
  messages: ['mensagens', 'messages', 'mensajes'],
  notes: ['observações', 'notes', 'observaciones'],
  'numbers of lists': ['números das listas', 'numbers of lists', 'números de las listas'],
  prompts: ['prompts', 'prompts', 'prompts'],
  'queue options': ['opções das filas', 'queue options', 'opciones de las filas'],
  'queues of connections': ['filas das conexões', 'queues of connections', 'filas de las conexiones'],
  'queues of users': ['filas dos usuários', 'queues of users', 'filas de los usuarios'],
  queues: ['filas', 'queues', 'filas'],
  'quick messages': ['respostas rápidas', 'quick messages', 'respuestas rápidas'],
  ratings: ['avaliações', 'ratings', 'evaluaciones'],
  schedules: ['agendamentos', 'schedules', 'agendamientos'],
  settings: ['configurações', 'settings', 'configuración'],
  shippings: ['envios de campanhas', 'campaign messages', 'envíos de campañas'],
  'tags of contacts': ['tags dos contatos', 'tags of contacts', 'etiquetas de los contactos'],
  'tags of tickets': ['tags dos atendimentos', 'tags of tickets', 'etiquetas de los tickets'],
  tags: ['tags', 'tags', 'etiquetas'],
  teams: ['equipes', 'teams', 'equipos'],
  tickets: ['atendimentos', 'tickets', 'tickets'],
  users: ['usuários', 'users', 'usuarios'],
  chatbots: ['opções de robôs', 'bot options', 'opciones de bots'],
  'scheduled messages': ['agendamentos por público', 'scheduled messages', 'agendamientos por público'],
  'settings of companies': [
    'configurações (tabela nova)',
    'settings (later table)',
    'configuración (tabla nueva)',
  ],
}

const kinds: Readonly<Record<string, ThreeLanguages>> = {
  attendance: ['atendimento (histórico)', 'attendance', 'atención (historial)'],
  'blocked contact': ['contato bloqueado', 'blocked contact', 'contacto bloqueado'],
  campaign: ['campanha', 'campaign', 'campaña'],
  chat: ['conversa interna', 'internal chat', 'chat interno'],
  chatMessage: ['mensagem do chat interno', 'message of the internal chat', 'mensaje del chat interno'],
  company: ['empresa', 'company', 'empresa'],
  connection: ['conexão', 'connection', 'conexión'],
  contact: ['contato', 'contact', 'contacto'],
  contactList: ['lista de contatos', 'contact list', 'lista de contactos'],
  contactNote: ['observação de contato', 'note about a contact', 'observación de contacto'],
  contactTag: ['tag de contato', 'tag of a contact', 'etiqueta de contacto'],
  fileList: ['lista de arquivos', 'file list', 'lista de archivos'],
  fileListOption: ['arquivo de lista', 'file of a list', 'archivo de lista'],
  file: ['arquivo', 'file', 'archivo'],
  integration: ['integração', 'integration', 'integración'],
  listItem: ['número de lista', 'number of a list', 'número de lista'],
  'members of teams': ['membros das equipes', 'members of teams', 'miembros de los equipos'],
  message: ['mensagem', 'message', 'mensaje'],
  note: ['observação', 'note', 'observación'],
  option: ['opção de fila', 'queue option', 'opción de fila'],
  prompt: ['prompt', 'prompt', 'prompt'],
  'queues of connections': ['filas das conexões', 'queues of connections', 'filas de las conexiones'],
  'queues of users': ['filas dos usuários', 'queues of users', 'filas de los usuarios'],
  queue: ['fila', 'queue', 'fila'],
  quickMessage: ['resposta rápida', 'quick message', 'respuesta rápida'],
  rating: ['avaliação', 'rating', 'evaluación'],
  reaction: ['reação', 'reaction', 'reacción'],
  schedule: ['agendamento', 'schedule', 'agendamiento'],
  setting: ['configuração', 'setting', 'configuración'],
  shipping: ['envio de campanha', 'campaign message', 'envío de campaña'],
  tagging: ['etiqueta', 'label', 'etiqueta'],
  'tags of tickets': ['tags dos atendimentos', 'tags of tickets', 'etiquetas de los tickets'],
  ticket: ['atendimento', 'ticket', 'ticket'],
  user: ['usuário', 'user', 'usuario'],
  chatbot: ['opção de robô', 'bot option', 'opción de bot'],
  scheduledMessage: ['agendamento por público', 'scheduled message', 'agendamiento por público'],
}

const skips = {
  renamed: [
    'Veio com outro nome: o seu já existia.',
    'Moved under another name: its own was taken.',
    'Vino con otro nombre: el suyo ya existía.',
  ],
  merged: [
    'Veio dentro de outro contato: os dois são uma pessoa.',
    'Moved into another contact: both are one person.',
    'Vino dentro de otro contacto: los dos son una persona.',
  ],
  'closed-beside-another': [
    'Veio finalizado: um contato tem um só atendimento em aberto.',
    'Moved as closed: a contact has one live ticket.',
    'Vino cerrado: un contacto tiene un solo ticket abierto.',
  ],
  activity: [
    'Não veio: linha que o outro sistema escreveu sobre um ato.',
    'Not moved: a line that the other product wrote about an act.',
    'No vino: línea que el otro sistema escribió sobre un acto.',
  ],
  'same-message': [
    'Não veio: outro atendimento tem a mesma mensagem.',
    'Not moved: another ticket has the same message.',
    'No vino: otro ticket tiene el mismo mensaje.',
  ],
  'contact-missing': [
    'Não veio: o contato não veio.',
    'Not moved: its contact did not move.',
    'No vino: su contacto no vino.',
  ],
  'ticket-missing': [
    'Não veio: o atendimento não veio.',
    'Not moved: its ticket did not move.',
    'No vino: su ticket no vino.',
  ],
  'message-missing': [
    'Não veio: a mensagem de que trata não está no servidor antigo.',
    'Not moved: the message that it is about is not in the source.',
    'No vino: el mensaje del que trata no está en el servidor antiguo.',
  ],
  'file-missing': [
    'Veio sem o arquivo, que não está na pasta ou pode ser de outra empresa.',
    'Moved without its file, which is not in the folder or may be another company’s.',
    'Vino sin su archivo, que no está en la carpeta o puede ser de otra empresa.',
  ],
  'no-number': [
    'Não veio: não tem um número que o WhatsApp conheça.',
    'Not moved: it has no number that WhatsApp knows.',
    'No vino: no tiene un número que WhatsApp conozca.',
  ],
  'bot-unusable': [
    'Não veio: é um robô de outro tipo, ou falta o que ele precisa aqui.',
    'Not moved: it is a bot of another kind, or lacks what its kind needs here.',
    'No vino: es un bot de otro tipo, o le falta lo que necesita aquí.',
  ],
  'other-channel': [
    'Não veio: é de outro canal que o WhatsApp.',
    'Not moved: it is of another channel than WhatsApp.',
    'No vino: es de otro canal que WhatsApp.',
  ],
  'email-taken': [
    'Não veio: outra conta entra com o seu e-mail.',
    'Not moved: another account signs in with its e-mail.',
    'No vino: otra cuenta entra con su correo.',
  ],
  'email-missing': [
    'Não veio: não tem e-mail para entrar.',
    'Not moved: it has no e-mail to sign in with.',
    'No vino: no tiene correo para entrar.',
  ],
  'left-out': ['Não veio: foi deixado de fora.', 'Not moved: it was left out.', 'No vino: se dejó fuera.'],
  'password-not-readable': [
    'Veio sem a senha: um admin dá outra.',
    'Moved without its password: an admin gives a new one.',
    'Vino sin su contraseña: un admin da otra.',
  ],
  'super-not-given': [
    'Veio sem os direitos sobre a plataforma.',
    'Moved without the rights over the platform.',
    'Vino sin los derechos sobre la plataforma.',
  ],
  'token-too-short': [
    'Veio sem o token, curto demais para ser seguro.',
    'Moved without its token, which is too short to be safe.',
    'Vino sin su token, demasiado corto para ser seguro.',
  ],
  'access-data-lost': [
    'Veio sem os dados de acesso da Meta: um administrador os informa de novo.',
    'Moved without its access data of Meta: an admin enters them again.',
    'Vino sin sus datos de acceso de Meta: un administrador los introduce de nuevo.',
  ],
  'greeting-media-lost': [
    'Veio sem o arquivo da saudação.',
    'Moved without the file of its greeting.',
    'Vino sin el archivo de su saludo.',
  ],
  'forward-lost': [
    'Veio sem o caminho para outra fila.',
    'Moved without its way into another queue.',
    'Vino sin su camino a otra fila.',
  ],
  'media-lost': [
    'Veio sem o arquivo: aqui não há lugar para ele.',
    'Moved without its file: there is no place for it here.',
    'Vino sin su archivo: aquí no hay lugar para él.',
  ],
  'list-missing': [
    'Não veio: a lista não veio.',
    'Not moved: its list did not move.',
    'No vino: su lista no vino.',
  ],
  'campaign-missing': [
    'Não veio: a campanha não veio.',
    'Not moved: its campaign did not move.',
    'No vino: su campaña no vino.',
  ],
  'chat-missing': [
    'Não veio: a conversa não veio.',
    'Not moved: its chat did not move.',
    'No vino: su chat no vino.',
  ],
  'members-missing': [
    'Não veio: nenhum dos participantes veio.',
    'Not moved: none of its members moved.',
    'No vino: ninguno de sus miembros vino.',
  ],
  'parent-missing': [
    'Não veio: a fila ou a opção acima não veio.',
    'Not moved: its queue or the option above it did not move.',
    'No vino: su fila o la opción superior no vino.',
  ],
  'hours-lost': [
    'Veio sem dias ou horas que aqui não cabem: confira os horários.',
    'Moved without days or hours that have no place here: look at its opening hours.',
    'Vino sin días u horas que aquí no caben: revise sus horarios.',
  ],
  'pair-missing': [
    'Não veio: um dos dois que liga não veio.',
    'Not moved: one of the two that it joins did not move.',
    'No vino: uno de los dos que une no vino.',
  ],
  'same-number': [
    'Não veio: a lista já tem o número.',
    'Not moved: its list has the number already.',
    'No vino: su lista ya tiene el número.',
  ],
  'no-counterpart': [
    'Não veio: não existe esta configuração aqui.',
    'Not moved: there is no such setting here.',
    'No vino: no existe esa configuración aquí.',
  ],
  'no-rating': [
    'Não veio: a avaliação está vazia.',
    'Not moved: its rating is none.',
    'No vino: la evaluación está vacía.',
  ],
  'no-time': ['Não veio: não tem hora.', 'Not moved: it has no time.', 'No vino: no tiene hora.'],
  'recurrence-lost': [
    'Veio com a próxima data: a repetição não vem.',
    'Moved with its next date: the repetition does not move.',
    'Vino con la próxima fecha: la repetición no viene.',
  ],
  'act-lost': [
    'Veio sem o seu ato: passar a uma pessoa ou a um robô, ou finalizar.',
    'Moved without its act: to hand over to a person or a bot, or to resolve.',
    'Vino sin su acto: pasar a una persona o a un bot, o finalizar.',
  ],
  'user-missing': [
    'Veio sem o seu usuário, que não veio.',
    'Moved without its user, who did not move.',
    'Vino sin su usuario, que no vino.',
  ],
  'menu-taken': [
    'Não veio: a fila já tem um menu do outro tipo.',
    'Not moved: its queue has a menu of the other kind.',
    'No vino: su fila ya tiene un menú del otro tipo.',
  ],
  'audience-lost': [
    'Não veio: um agendamento aqui é para um contato, e este não nomeia nenhum que veio.',
    'Not moved: a schedule here is for one contact, and this names none that moved.',
    'No vino: aquí un agendamiento es para un contacto, y este no nombra ninguno que vino.',
  ],
} as const satisfies Record<MoveInSkipReason, ThreeLanguages>

const losses = {
  'queue-media': [
    'Filas cuja saudação tem um arquivo, que não vem',
    'Queues whose greeting has a file, which does not move',
    'Filas cuyo saludo tiene un archivo, que no viene',
  ],
  'option-media': [
    'Opções de menu com um arquivo, que não vem',
    'Menu options with a file, which does not move',
    'Opciones de menú con un archivo, que no viene',
  ],
  'option-forward': [
    'Opções de menu que levam a outra fila: o caminho não vem',
    'Menu options that lead to another queue: the way does not move',
    'Opciones de menú que llevan a otra fila: el camino no viene',
  ],
  'other-channels': [
    'Conexões de outros canais que o WhatsApp',
    'Connections of other channels than WhatsApp',
    'Conexiones de otros canales que WhatsApp',
  ],
  'other-contacts': [
    'Contatos de outros canais que o WhatsApp',
    'Contacts of other channels than WhatsApp',
    'Contactos de otros canales que WhatsApp',
  ],
  'short-tokens': [
    'Tokens curtos demais para serem seguros',
    'Tokens that are too short to be safe',
    'Tokens demasiado cortos para ser seguros',
  ],
  'super-rights': [
    'Usuários que perdem os direitos sobre a plataforma',
    'Users who lose the rights over the platform',
    'Usuarios que pierden los derechos sobre la plataforma',
  ],
  'no-email': [
    'Usuários sem e-mail para entrar',
    'Users without an e-mail to sign in with',
    'Usuarios sin correo para entrar',
  ],
  'activity-lines': [
    'Linhas sobre atos, como “resolvida por Rita”',
    'Lines about acts, such as “resolved by Rita”',
    'Líneas sobre actos, como “resuelta por Rita”',
  ],
  'blocked-contacts': [
    'Contatos bloqueados, que vêm sem o bloqueio',
    'Blocked contacts, which move without the block',
    'Contactos bloqueados, que vienen sin el bloqueo',
  ],
} as const satisfies Record<MoveInDataLoss, ThreeLanguages>

/** For known tables of the source product, why the migration skips their rows. */
const tables: Readonly<Record<string, ThreeLanguages>> = {
  Invoices: [
    'Faturas: citam pagamentos do provedor antigo. As novas começam com o vencimento da empresa; guarde o backup antigo para consulta.',
    'Invoices: they name payments at the old provider. New ones begin with the due date of the company; keep the old backup to look them up.',
    'Facturas: citan pagos del proveedor antiguo. Las nuevas empiezan con el vencimiento de la empresa; guarde la copia antigua para consultarlas.',
  ],
  Subscriptions: [
    'Assinaturas do provedor de pagamento antigo.',
    'Subscriptions at the old payment provider.',
    'Suscripciones del proveedor de pagos antiguo.',
  ],
  OldMessages: [
    'Textos anteriores de mensagens editadas: aqui só fica o último.',
    'Former texts of edited messages: only the last one is kept here.',
    'Textos anteriores de mensajes editados: aquí solo queda el último.',
  ],
  OutOfTicketMessages: [
    'Mensagens fora de atendimentos, que ninguém via na tela.',
    'Messages outside of tickets, which no screen showed.',
    'Mensajes fuera de tickets, que ninguna pantalla mostraba.',
  ],
  ContactWallets: [
    'Carteiras: aqui um contato não tem dono.',
    'Wallets: a contact has no owner here.',
    'Carteras: aquí un contacto no tiene dueño.',
  ],
  BaileysKeys: [
    'Chaves das sessões: mudam com npm run move-in -- sessions.',
    'Keys of the sessions: they move with npm run move-in -- sessions.',
    'Claves de las sesiones: se mudan con npm run move-in -- sessions.',
  ],
  Announcements: [
    'Informativos são da plataforma: escreva os que ainda valem.',
    'Announcements belong to the platform: write those that still hold.',
    'Los avisos son de la plataforma: escriba los que aún valen.',
  ],
  Helps: [
    'Ajudas são da plataforma: cadastre de novo as que ainda valem.',
    'Helps belong to the platform: enter those that still hold.',
    'Las ayudas son de la plataforma: cargue las que aún valen.',
  ],
}

const report = {
  company: ['empresa', 'company', 'empresa'],
  what: ['o quê', 'what', 'qué'],
  inSource: ['linhas no servidor antigo', 'rows in the source', 'filas en el servidor antiguo'],
  read: ['linhas lidas', 'rows read', 'filas leídas'],
  moved: ['linhas movidas', 'rows moved', 'filas movidas'],
  complete: ['inteiro', 'complete', 'completo'],
  yes: ['sim', 'yes', 'sí'],
  no: ['não', 'no', 'no'],
  messagesHere: ['mensagens aqui', 'messages here', 'mensajes aquí'],
  inMap: ['no mapa', 'in the map', 'en el mapa'],
  lostTable: ['tabela que não vem', 'table that does not move', 'tabla que no viene'],
  reason: ['motivo', 'reason', 'motivo'],
  rows: ['linhas', 'rows', 'filas'],
  meaning: ['significado', 'meaning', 'significado'],
  sourceId: ['id no servidor antigo', 'id in the source', 'id en el servidor antiguo'],
  noPlace: [
    'Não há lugar aqui para estas linhas.',
    'There is no place here for these rows.',
    'Aquí no hay lugar para estas filas.',
  ],
} as const satisfies Record<string, ThreeLanguages>

interface MoveInTexts {
  step(step: string): string
  kind(kind: string): string
  skip(reason: MoveInSkipReason): string
  loss(loss: MoveInDataLoss): string
  table(table: string): string
  readonly report: Readonly<Record<keyof typeof report, string>>
}

/** The texts of a migration and of its report, in the user's language. */
export function moveInTexts(language: CompanyLanguage): MoveInTexts {
  const at = languageIndex(language)
  return {
    step: (step) => steps[step]?.[at] ?? step,
    kind: (kind) => kinds[kind]?.[at] ?? kind,
    skip: (reason) => skips[reason][at],
    loss: (loss) => losses[loss][at],
    table: (table) => (tables[table] ?? report.noPlace)[at],
    report: textsInLanguage(language, report),
  }
}
