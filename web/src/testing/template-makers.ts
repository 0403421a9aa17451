import type { MessageTemplateView } from '@balcao/contract/message-templates'
import type { MessageTemplateId } from '@balcao/domain/ids'
import { connectionId } from './makers'

export const aTemplate = (change: Partial<MessageTemplateView> = {}): MessageTemplateView => ({
  id: 7 as MessageTemplateId,
  connectionId: connectionId(4),
  name: 'pedido_enviado',
  language: 'pt_BR',
  category: 'UTILITY',
  status: 'APPROVED',
  quality: 'GREEN',
  reason: null,
  isNamed: false,
  components: [{ type: 'BODY', text: 'Olá, {{1}}! Saiu hoje.', example: { body_text: [['Ana']] } }],
  updatedAt: '2026-11-20T12:00:00.000Z',
  ...change,
})
