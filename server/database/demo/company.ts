import { defaultTimeZone } from '@balcao/domain/companies'
import type { Profile } from '@balcao/domain/people'
import type { QueueName } from './script'

/** The demo company as data: its users, queues and connections. */
export const companyName = 'Casa Ipê Móveis'
export const timeZone = defaultTimeZone

/** The password of all demo accounts. It is public, because the demo answers loopback only. */
export const demoPassword = 'balcao-demo'

export interface Colleague {
  readonly key: 'dono' | 'admin' | 'ana' | 'bia' | 'caio'
  readonly name: string
  readonly profile: Profile
  readonly queues: readonly QueueName[]
  /** Also sees tickets without a queue. */
  readonly allTicket: boolean
}

/** `dono@demo.local`: the super user, who creates the company and is its admin. */
export const owner = { key: 'dono', name: 'Otávio Ramos' } as const

export const colleagues: readonly Colleague[] = [
  {
    key: 'admin',
    name: 'Adriana Vaz',
    profile: 'admin',
    // Existing clients list by the user's queues: without any an admin would see only tickets without a queue.
    queues: ['Vendas', 'Assistência', 'Entregas'],
    allTicket: true,
  },
  { key: 'ana', name: 'Ana Lima', profile: 'user', queues: ['Vendas', 'Entregas'], allTicket: false },
  { key: 'bia', name: 'Bia Souza', profile: 'user', queues: ['Assistência'], allTicket: false },
  {
    key: 'caio',
    name: 'Caio Ferraz',
    profile: 'supervisor',
    queues: ['Assistência', 'Entregas'],
    allTicket: true,
  },
]

export function emailOf(key: Colleague['key']): string {
  return `${key}@demo.local`
}

export const queues: readonly { name: QueueName; color: string; greeting: string }[] = [
  { name: 'Vendas', color: '#2E9E6B', greeting: 'Você está falando com Vendas. Em que posso ajudar?' },
  {
    name: 'Assistência',
    color: '#E0862B',
    greeting: 'Assistência da Casa Ipê: conte o que houve e, se puder, mande uma foto.',
  },
  { name: 'Entregas', color: '#1590B8', greeting: 'Entregas: com o número do pedido fica mais rápido.' },
]

export type ConnectionName = 'Loja Centro' | 'Loja Norte'

/** With one queue new tickets get Vendas at once; with several they wait without a queue. */
export const connections: readonly {
  name: ConnectionName
  isDefault: boolean
  queues: readonly QueueName[]
  greeting: string
}[] = [
  { name: 'Loja Centro', isDefault: true, queues: ['Vendas'], greeting: '' },
  {
    name: 'Loja Norte',
    isDefault: false,
    queues: ['Assistência', 'Entregas'],
    greeting: 'Olá! Aqui é a Casa Ipê, Loja Norte. Com qual setor deseja falar?',
  },
]

export type TagName = 'VIP' | 'Orçamento' | 'Sob medida' | 'Arquiteto' | 'Garantia' | 'Pós-venda'

export const tags: readonly { name: TagName; color: string }[] = [
  { name: 'VIP', color: '#C2A100' },
  { name: 'Orçamento', color: '#2A9D8F' },
  { name: 'Sob medida', color: '#3D7DD8' },
  { name: 'Arquiteto', color: '#8E44AD' },
  { name: 'Garantia', color: '#D1495B' },
  { name: 'Pós-venda', color: '#6C8A3B' },
]

/** The lanes of the kanban board, which are tags of their own. */
export type LaneName = 'Orçamento enviado' | 'Visita marcada' | 'Aguarda pagamento'

export const lanes: readonly { name: LaneName; color: string }[] = [
  { name: 'Orçamento enviado', color: '#3D7DD8' },
  { name: 'Visita marcada', color: '#8E44AD' },
  { name: 'Aguarda pagamento', color: '#E0862B' },
]

/** The tags that a ticket in this queue may have. */
export const tagsOfQueue: Readonly<Record<QueueName, readonly TagName[]>> = {
  Vendas: ['Orçamento', 'Sob medida', 'Arquiteto', 'VIP'],
  Assistência: ['Garantia', 'VIP'],
  Entregas: ['Pós-venda', 'VIP'],
}
