import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueOptionId } from '@balcao/domain/ids'

export interface MenuOptionPosition {
  readonly parentId: QueueOptionId | null
  readonly option: number
}

export interface FlatMenuOption {
  readonly option: QueueOptionView
  readonly parent: FlatMenuOption | null
  readonly siblings: readonly QueueOptionView[]
  /** The depth in the tree; 1 at the top. */
  readonly level: number
}

export const optionMoveDirections = ['up', 'down', 'in', 'out'] as const
export type OptionMoveDirection = (typeof optionMoveDirections)[number]

export function flattenMenuOptions(
  options: readonly QueueOptionView[],
  parent: FlatMenuOption | null = null,
): readonly FlatMenuOption[] {
  return options.flatMap((option) => {
    const line: FlatMenuOption = { option, parent, siblings: options, level: (parent?.level ?? 0) + 1 }
    return [line, ...flattenMenuOptions(option.children, line)]
  })
}

/**
 * The position of a menu option after a move; null for an impossible move. `in` makes the option the last
 * child of its previous sibling; `out` puts the option right after its parent.
 */
export function positionAfterMove(
  { option, parent, siblings }: FlatMenuOption,
  move: OptionMoveDirection,
): MenuOptionPosition | null {
  const place = Number(option.option)
  const before = siblings[place - 2]
  switch (move) {
    case 'up':
      return place > 1 ? { parentId: option.parentId, option: place - 1 } : null
    case 'down':
      return place < siblings.length ? { parentId: option.parentId, option: place + 1 } : null
    case 'in':
      return before === undefined ? null : { parentId: before.id, option: before.children.length + 1 }
    case 'out':
      return parent === null
        ? null
        : { parentId: parent.option.parentId, option: Number(parent.option.option) + 1 }
  }
}

/** The number of options below an option, at all levels. */
export function countMenuOptionsBelow({ children }: QueueOptionView): number {
  return children.reduce((sum, child) => sum + 1 + countMenuOptionsBelow(child), 0)
}
