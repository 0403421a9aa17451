import type { WhatsappMessageId } from '@balcao/domain/ids'
import { reservedMessageIdOf } from '@balcao/domain/reserved-id'
import type { CompanyWork } from '../../../platform/work'

export function reserveWhatsappId(work: Pick<CompanyWork, 'newUuid'>): WhatsappMessageId {
  return reservedMessageIdOf(work.newUuid().replaceAll('-', ''))
}
