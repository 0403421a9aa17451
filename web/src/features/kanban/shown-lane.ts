import { untaggedLaneId } from '@balcao/contract/kanban'
import type { TagView } from '@balcao/contract/tags'
import type { TicketView } from '@balcao/contract/tickets'

export interface Lane {
  readonly id: number
  readonly name: string
  readonly color: string
  /** The tag of every card in this lane; null in the first lane. */
  readonly tag: TicketView['tags'][number] | null
}

const openColour = '#7C7C7C'

/** The first lane, then one for each tag of the board (KANBAN-01). */
export function lanesOfBoard(tags: readonly TagView[], openName: string): readonly Lane[] {
  return [
    { id: untaggedLaneId, name: openName, color: openColour, tag: null },
    ...tags.map(({ id, name, color }) => ({ id: Number(id), name, color, tag: { id, name, color } })),
  ]
}
