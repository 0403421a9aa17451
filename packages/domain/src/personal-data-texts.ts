import { type ThreeLanguages, textsInLanguage } from './three-languages'
import type { TicketStatus } from './tickets'

const texts = {
  /** `page`, `data` and `folder` name the files in the zip of a personal data export. */
  page: ['dados.html', 'data.html', 'datos.html'],
  data: ['dados.json', 'data.json', 'datos.json'],
  folder: ['arquivos', 'files', 'archivos'],
  /** The name of the export's zip file, without its extension. */
  zip: ['dados-pessoais', 'personal-data', 'datos-personales'],
  title: ['Dados pessoais', 'Personal data', 'Datos personales'],
  madeAt: ['Cópia feita em', 'Copy made on', 'Copia hecha el'],
  contact: ['Contato', 'Contact', 'Contacto'],
  name: ['Nome', 'Name', 'Nombre'],
  number: ['Número', 'Number', 'Número'],
  email: ['E-mail', 'E-mail', 'Correo electrónico'],
  since: ['Conosco desde', 'With us since', 'Con nosotros desde'],
  picture: ['Foto', 'Picture', 'Foto'],
  addresses: ['Endereços no WhatsApp', 'Addresses on WhatsApp', 'Direcciones en WhatsApp'],
  reportedNames: [
    'Nomes informados pelo WhatsApp',
    'Names told by WhatsApp',
    'Nombres informados por WhatsApp',
  ],
  tickets: ['Atendimentos', 'Tickets', 'Atenciones'],
  ticket: ['Atendimento', 'Ticket', 'Atención'],
  queue: ['Fila', 'Queue', 'Cola'],
  attendant: ['Atendente', 'Attendant', 'Agente'],
  status: ['Situação', 'Status', 'Situación'],
  tags: ['Tags', 'Tags', 'Etiquetas'],
  begun: ['Início', 'Begun', 'Inicio'],
  last: ['Última mensagem', 'Last message', 'Último mensaje'],
  rating: ['Avaliação (1 a 3)', 'Rating (1 to 3)', 'Valoración (1 a 3)'],
  messages: ['Mensagens', 'Messages', 'Mensajes'],
  us: ['Empresa', 'Company', 'Empresa'],
  transcript: ['Transcrição', 'Transcript', 'Transcripción'],
  edited: ['editada', 'edited', 'editado'],
  erased: ['apagada', 'deleted', 'eliminado'],
  reactions: ['Reações', 'Reactions', 'Reacciones'],
  notes: ['Anotações', 'Notes', 'Notas'],
  schedules: ['Mensagens agendadas', 'Scheduled messages', 'Mensajes programados'],
  lists: ['Listas de contatos', 'Contact lists', 'Listas de contactos'],
  campaigns: ['Campanhas', 'Campaigns', 'Campañas'],
  optOuts: [
    'Pedidos para não receber campanhas',
    'Asked for no more campaigns',
    'Pedidos de no recibir campañas',
  ],
  imports: ['Planilhas importadas', 'Imported spreadsheets', 'Hojas de cálculo importadas'],
  none: ['Nada guardado.', 'Nothing kept.', 'Nada guardado.'],
  missingFile: [
    'Este arquivo não está mais guardado.',
    'This file is no longer kept.',
    'Este archivo ya no se conserva.',
  ],
} as const satisfies Record<string, ThreeLanguages>

const statuses = {
  open: ['Em atendimento', 'In progress', 'En curso'],
  pending: ['Aguardando', 'Waiting', 'En espera'],
  snoozed: ['Adiado', 'Snoozed', 'Pospuesta'],
  closed: ['Finalizado', 'Closed', 'Finalizada'],
} as const satisfies Record<TicketStatus, ThreeLanguages>

type PersonalDataTexts = Readonly<Record<keyof typeof texts, string>> & {
  readonly statuses: Readonly<Record<string, string>>
}

export function personalDataTexts(language: string): PersonalDataTexts {
  return { ...textsInLanguage(language, texts), statuses: textsInLanguage(language, statuses) }
}
