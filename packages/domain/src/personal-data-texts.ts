export interface PersonalDataTexts {
  /** `page`, `data` and `folder` are names of files in the zip. */
  readonly page: string
  readonly data: string
  readonly folder: string
  /** The file name of the zip, without its extension. */
  readonly zip: string
  readonly title: string
  readonly madeAt: string
  readonly contact: string
  readonly name: string
  readonly number: string
  readonly email: string
  readonly since: string
  readonly picture: string
  readonly addresses: string
  readonly reportedNames: string
  readonly tickets: string
  readonly ticket: string
  readonly queue: string
  readonly attendant: string
  readonly status: string
  readonly statuses: Readonly<Record<string, string>>
  readonly tags: string
  readonly begun: string
  readonly last: string
  readonly rating: string
  readonly messages: string
  readonly us: string
  readonly transcript: string
  readonly edited: string
  readonly erased: string
  readonly reactions: string
  readonly notes: string
  readonly schedules: string
  readonly lists: string
  readonly campaigns: string
  readonly optOuts: string
  readonly imports: string
  readonly none: string
  readonly missingFile: string
}

const portugueseTexts: PersonalDataTexts = {
  page: 'dados.html',
  data: 'dados.json',
  folder: 'arquivos',
  zip: 'dados-pessoais',
  title: 'Dados pessoais',
  madeAt: 'Cópia feita em',
  contact: 'Contato',
  name: 'Nome',
  number: 'Número',
  email: 'E-mail',
  since: 'Conosco desde',
  picture: 'Foto',
  addresses: 'Endereços no WhatsApp',
  reportedNames: 'Nomes informados pelo WhatsApp',
  tickets: 'Atendimentos',
  ticket: 'Atendimento',
  queue: 'Fila',
  attendant: 'Atendente',
  status: 'Situação',
  statuses: { open: 'Em atendimento', pending: 'Aguardando', snoozed: 'Adiado', closed: 'Finalizado' },
  tags: 'Tags',
  begun: 'Início',
  last: 'Última mensagem',
  rating: 'Avaliação (1 a 3)',
  messages: 'Mensagens',
  us: 'Empresa',
  transcript: 'Transcrição',
  edited: 'editada',
  erased: 'apagada',
  reactions: 'Reações',
  notes: 'Anotações',
  schedules: 'Mensagens agendadas',
  lists: 'Listas de contatos',
  campaigns: 'Campanhas',
  optOuts: 'Pedidos para não receber campanhas',
  imports: 'Planilhas importadas',
  none: 'Nada guardado.',
  missingFile: 'Este arquivo não está mais guardado.',
}

const englishTexts: PersonalDataTexts = {
  page: 'data.html',
  data: 'data.json',
  folder: 'files',
  zip: 'personal-data',
  title: 'Personal data',
  madeAt: 'Copy made on',
  contact: 'Contact',
  name: 'Name',
  number: 'Number',
  email: 'E-mail',
  since: 'With us since',
  picture: 'Picture',
  addresses: 'Addresses on WhatsApp',
  reportedNames: 'Names told by WhatsApp',
  tickets: 'Tickets',
  ticket: 'Ticket',
  queue: 'Queue',
  attendant: 'Attendant',
  status: 'Status',
  statuses: { open: 'In progress', pending: 'Waiting', snoozed: 'Snoozed', closed: 'Closed' },
  tags: 'Tags',
  begun: 'Begun',
  last: 'Last message',
  rating: 'Rating (1 to 3)',
  messages: 'Messages',
  us: 'Company',
  transcript: 'Transcript',
  edited: 'edited',
  erased: 'deleted',
  reactions: 'Reactions',
  notes: 'Notes',
  schedules: 'Scheduled messages',
  lists: 'Contact lists',
  campaigns: 'Campaigns',
  optOuts: 'Asked for no more campaigns',
  imports: 'Imported spreadsheets',
  none: 'Nothing kept.',
  missingFile: 'This file is no longer kept.',
}

const spanishTexts: PersonalDataTexts = {
  page: 'datos.html',
  data: 'datos.json',
  folder: 'archivos',
  zip: 'datos-personales',
  title: 'Datos personales',
  madeAt: 'Copia hecha el',
  contact: 'Contacto',
  name: 'Nombre',
  number: 'Número',
  email: 'Correo electrónico',
  since: 'Con nosotros desde',
  picture: 'Foto',
  addresses: 'Direcciones en WhatsApp',
  reportedNames: 'Nombres informados por WhatsApp',
  tickets: 'Atenciones',
  ticket: 'Atención',
  queue: 'Cola',
  attendant: 'Agente',
  status: 'Situación',
  statuses: { open: 'En curso', pending: 'En espera', snoozed: 'Pospuesta', closed: 'Finalizada' },
  tags: 'Etiquetas',
  begun: 'Inicio',
  last: 'Último mensaje',
  rating: 'Valoración (1 a 3)',
  messages: 'Mensajes',
  us: 'Empresa',
  transcript: 'Transcripción',
  edited: 'editado',
  erased: 'eliminado',
  reactions: 'Reacciones',
  notes: 'Notas',
  schedules: 'Mensajes programados',
  lists: 'Listas de contactos',
  campaigns: 'Campañas',
  optOuts: 'Pedidos de no recibir campañas',
  imports: 'Hojas de cálculo importadas',
  none: 'Nada guardado.',
  missingFile: 'Este archivo ya no se conserva.',
}

/** The texts for a language tag (`pt-BR`, `en`, `es-AR`); Portuguese for other languages. */
export function personalDataTexts(language: string): PersonalDataTexts {
  const [tongue = ''] = language.toLowerCase().split('-')
  return tongue === 'en' ? englishTexts : tongue === 'es' ? spanishTexts : portugueseTexts
}
