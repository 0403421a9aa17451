import type { QueueOptionView } from '@balcao/contract/queue-options'
import type { QueueOptionId } from '@balcao/domain/ids'

export interface OptionPosition {
  readonly parentId: QueueOptionId | null
  readonly option: number
}

export interface FlatOption {
  readonly option: QueueOptionView
  readonly parent: FlatOption | null
  readonly siblings: readonly QueueOptionView[]
  /** The depth in the tree; 1 at the top. */
  readonly level: number
}

export const optionMoveDirections = ['up', 'down', 'in', 'out'] as const
export type OptionMoveDirection = (typeof optionMoveDirections)[number]

export function flattenOptions(
  options: readonly QueueOptionView[],
  parent: FlatOption | null = null,
): readonly FlatOption[] {
  return options.flatMap((option) => {
    const line: FlatOption = { option, parent, siblings: options, level: (parent?.level ?? 0) + 1 }
    return [line, ...flattenOptions(option.children, line)]
  })
}

/**
 * Where a move puts an option of the menu; null for an impossible move. `in` moves below the previous
 * sibling, `out` behind the parent.
 */
export function positionAfterMove(
  { option, parent, siblings }: FlatOption,
  move: OptionMoveDirection,
): OptionPosition | null {
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
export function countOptionsBelow({ children }: QueueOptionView): number {
  return children.reduce((sum, child) => sum + 1 + countOptionsBelow(child), 0)
}
