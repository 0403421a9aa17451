import { emailOf } from './company'

/** A scheduled message; `days` before or after today, within the shop's hours. */
interface PlannedMessage {
  readonly customer: string
  readonly author: string
  readonly body: string
  readonly days: number
  readonly time: string
}

/** Already sent. */
export const sentSchedules: readonly PlannedMessage[] = [
  {
    customer: 'Jonas Petry',
    author: emailOf('ana'),
    body: '{{ms}}, {{firstName}}! A entrega do seu rack sai amanhã, entre 13h e 18h.',
    days: 3,
    time: '10:30',
  },
  {
    customer: 'Café da Praça',
    author: emailOf('bia'),
    body: 'Olá! As vinte cadeiras do café já podem ser retiradas na loja.',
    days: 6,
    time: '14:00',
  },
]

export const plannedSchedules: readonly PlannedMessage[] = [
  {
    customer: 'Helena Prado',
    author: emailOf('bia'),
    body: 'Oi, {{firstName}}! Passando para confirmar a visita do técnico hoje à tarde.',
    days: 1,
    time: '09:30',
  },
  {
    customer: 'Pousada Vale Verde',
    author: emailOf('ana'),
    body: 'Oi! As camas da pousada chegam na semana que vem. Qual dia fica melhor para a montagem?',
    days: 2,
    time: '11:00',
  },
  {
    customer: 'Marina Duarte',
    author: emailOf('ana'),
    body: 'Oi, {{firstName}}! O linho cinza-claro chegou. Quer ver as amostras?',
    days: 7,
    time: '10:00',
  },
]

/** The menu of Assistência; an option `below` another one is its submenu. */
export const queueMenu: readonly { title: string; message: string; option: number; below: string | null }[] =
  [
    { title: 'Montagem', message: 'Como podemos ajudar?', option: 1, below: null },
    { title: 'Troca ou devolução', message: 'Qual é o número do pedido?', option: 2, below: null },
    { title: 'Agendar a montagem', message: 'Em qual bairro você mora?', option: 1, below: 'Montagem' },
    {
      title: 'Faltou uma peça',
      message: 'Mande uma foto da etiqueta da caixa.',
      option: 2,
      below: 'Montagem',
    },
  ]

export const prompt = {
  name: 'Consultora de sofás',
  prompt:
    'Você vende os sofás da Casa Ipê Móveis. Responda em até três frases, pergunte a medida da parede antes de sugerir um modelo, e não prometa descontos.',
  queue: 'Vendas',
} as const

/** Not used by any queue, because the demo calls no outside service. */
export const integration = {
  name: 'Fluxo de orçamentos',
  url: 'https://typebot.example.com',
  slug: 'orcamentos',
} as const

export const fileList = {
  name: 'Tabelas de verão',
  message: 'Seguem os preços e as cores.',
  files: [
    { name: 'Sofá Serra', picture: 'sofa' },
    { name: 'Mesa Araucária', picture: 'mesa' },
  ],
} as const

/** Open films of the Blender Foundation in place of the platform's own videos. */
export const helps: readonly { title: string; description: string; video: string }[] = [
  {
    title: 'Como vincular um número',
    description: 'Vídeo de exemplo: o seu entra em Configurações, aba Ajuda.',
    video: 'aqz-KE-bpKQ',
  },
  {
    title: 'Filas, usuários e permissões',
    description: 'Vídeo de exemplo: o seu entra em Configurações, aba Ajuda.',
    video: 'eRsGyueVLvQ',
  },
]

export const announcements: readonly {
  title: string
  text: string
  priority: 1 | 2 | 3
  isActive: boolean
}[] = [
  {
    title: 'Manutenção no domingo às 22h',
    text: 'Ficamos fora por dez minutos.\nAs mensagens esperam e chegam depois.',
    priority: 1,
    isActive: true,
  },
  { title: 'Novo: kanban', text: 'Arraste atendimentos entre etapas.', priority: 2, isActive: true },
  { title: 'Boas festas', text: 'Atendimento reduzido até 2 de janeiro.', priority: 3, isActive: false },
]

/** Other companies of the platform, for the super user; `due` is in days. */
export const otherCompanies: readonly { name: string; person: string; email: string; due: number }[] = [
  { name: 'Padaria Sol Nascente', person: 'Rosa Meireles', email: 'rosa@solnascente.local', due: 16 },
  { name: 'Ótica Visão', person: 'Paulo Teles', email: 'paulo@oticavisao.local', due: 5 },
  { name: 'Pet Shop Amigo Fiel', person: 'Marlene Haas', email: 'marlene@amigofiel.local', due: 2 },
  { name: 'Academia Corpo em Movimento', person: 'Igor Weber', email: 'igor@academia.local', due: -4 },
]
