import { useShortcut } from '../../../lib/shortcuts'
import type { ListRow } from '../held-rows'
import { useTicketNavigation } from '../use-list-view'

/** Next and previous ticket by keyboard, in the order of the list. Pending tickets are skipped: they open by Accept. */
export function useTicketSteps(rows: readonly ListRow[], openUuid: string | undefined): void {
  const { open } = useTicketNavigation()
  const uuids = rows
    .filter(({ ticket, hasLeft }) => ticket.status !== 'pending' && !hasLeft)
    .map(({ ticket }) => ticket.uuid)
  const at = openUuid === undefined ? -1 : uuids.indexOf(openUuid)
  const next = uuids[at + 1]
  const previous = at < 0 ? undefined : uuids[at - 1]
  useShortcut('nextTicket', next === undefined ? undefined : () => open(next))
  useShortcut('previousTicket', previous === undefined ? undefined : () => open(previous))
}
