import type { TicketView } from '@balcao/contract/tickets'
import { Avatar } from '../../ui/avatar'

export function ContactAvatar({ contact, size = 40 }: { contact: TicketView['contact']; size?: number }) {
  const { id, name, profilePicUrl, isGroup } = contact
  return <Avatar name={name} seed={id} picture={profilePicUrl} isGroup={isGroup} size={size} />
}
