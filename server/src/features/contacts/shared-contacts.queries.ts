import type { ContactId } from '@balcao/domain/ids'
import { statement } from '../../platform/database/statement'

export interface SharedContact {
  id: ContactId
  name: string
  number: string
}

export const peopleByIds = statement<{ contactIds: readonly ContactId[] }, SharedContact>(
  'contacts.peopleByIds',
  `
  select c.id, c.name, c.number from contacts c where c.id = any (:contactIds) and c.removed_at is null
    and not c.is_group
  `,
)
