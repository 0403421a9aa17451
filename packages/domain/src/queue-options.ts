import type { QueueOptionId } from './ids'
import { limits } from './limits'

/** Where an option is in the menu of a queue. `parentId` is null at the top level. */
export interface OptionPosition {
  readonly id: QueueOptionId
  readonly parentId: QueueOptionId | null
  /** The number that the customer types. Siblings have 1, 2, 3 without gaps. */
  readonly option: number
}
type Options = readonly OptionPosition[]

type OptionMoveRefusal = 'into-itself' | 'too-deep'

/** The number of a new option (the requested one, or the last), and its siblings that move down by one. */
export function optionInsertionPlan(
  options: Options,
  parentId: QueueOptionId | null,
  wanted: number | null,
): { readonly option: number; readonly moved: Options } {
  const siblings = childOptionsOf(options, parentId)
  const option = placeAmong(siblings, wanted)
  const moved = siblings.filter((one) => one.option >= option).map(stepDown)
  return { option, moved }
}

/** Every option whose position changes when `id` moves: the siblings at its old and its new place shift. */
export function optionsChangedByMove(
  options: Options,
  id: QueueOptionId,
  to: { readonly parentId: QueueOptionId | null; readonly option: number | null },
): Options {
  const others = options.filter((one) => one.id !== id)
  const closed = renumbered(others)
  const { option, moved } = optionInsertionPlan(closed, to.parentId, to.option)
  const after = closed.map((one) => moved.find(({ id: movedId }) => movedId === one.id) ?? one)
  return changedFrom(options, [...after, { id, parentId: to.parentId, option }])
}

/** The siblings that get a new number when an option and its subtree are deleted. */
export function optionsChangedByDeletion(options: Options, id: QueueOptionId): Options {
  const gone = optionSubtreeOf(options, id)
  return changedFrom(options, renumbered(options.filter((one) => !gone.has(one.id))))
}

/** The ids of an option and of all options below it. */
export function optionSubtreeOf(options: Options, id: QueueOptionId): ReadonlySet<QueueOptionId> {
  const branch = new Set([id])
  // Iterating a Set also visits the items that are added during the iteration.
  for (const parent of branch) for (const child of childOptionsOf(options, parent)) branch.add(child.id)
  return branch
}

/** Why an option may not move below `parentId`; null when it may. A new option has no `id` yet. */
export function optionMoveRefusal(
  options: Options,
  id: QueueOptionId | null,
  parentId: QueueOptionId | null,
): OptionMoveRefusal | null {
  const branch = id === null ? new Set<QueueOptionId>() : optionSubtreeOf(options, id)
  if (parentId !== null && branch.has(parentId)) return 'into-itself'
  const below = id === null ? 1 : heightOf(options, id)
  return depthOf(options, parentId) + below > limits.queueOptions.depth ? 'too-deep' : null
}

/** The options below a parent, or for null the top options, sorted by number. */
export function childOptionsOf<Option extends OptionPosition>(
  options: readonly Option[],
  parentId: QueueOptionId | null,
): Option[] {
  return options
    .filter((one) => one.parentId === parentId)
    .sort((one, other) => one.option - other.option || one.id - other.id)
}

function heightOf(options: Options, id: QueueOptionId): number {
  return 1 + Math.max(0, ...childOptionsOf(options, id).map((child) => heightOf(options, child.id)))
}

/** The depth of an option: 1 for a top option; 0 for null, the menu itself. */
function depthOf(options: Options, id: QueueOptionId | null): number {
  const option = options.find((one) => one.id === id)
  return option === undefined ? 0 : 1 + depthOf(options, option.parentId)
}

function placeAmong(siblings: Options, wanted: number | null): number {
  const last = siblings.length + 1
  return wanted === null ? last : Math.min(Math.max(wanted, 1), last)
}

function stepDown(one: OptionPosition): OptionPosition {
  return { ...one, option: one.option + 1 }
}

function renumbered(options: Options): OptionPosition[] {
  const parents = new Set(options.map(({ parentId }) => parentId))
  return [...parents].flatMap((parentId) =>
    childOptionsOf(options, parentId).map((one, at) => ({ ...one, option: at + 1 })),
  )
}

function changedFrom(before: Options, after: Options): OptionPosition[] {
  return after.filter((one) =>
    before.some(
      ({ id, parentId, option }) => id === one.id && (parentId !== one.parentId || option !== one.option),
    ),
  )
}
