import { existingTags, insertMovedTags } from '../../features/tags/move-in.queries'
import type { MoveInStep, RowReadingSpec } from './step'
import { isSwitchedOn, textOf, timestampsOf } from './values'

const grey = '#9e9e9e'

/** Creates the step that moves tags. Tags of the same name become one. */
export function createTagStep(spec: {
  readonly name: string
  readonly reading: RowReadingSpec
  readonly nameColumn: string
}): MoveInStep {
  return {
    name: spec.name,
    reading: spec.reading,
    async carry(piece, rows) {
      await piece.look(rows, (row) => [['tag', textOf(row, 'id')]])
      const known = new Map((await piece.work.db.rows(existingTags)).map(({ name, id }) => [name, id]))
      const fresh = rows.filter((row) => piece.ref('tag', textOf(row, 'id')) === null)
      const ids = await piece.newIds('tags', fresh.length)
      const made = fresh.flatMap((row, at) => {
        const name = textOf(row, spec.nameColumn).trim() || 'Etiqueta'
        const same = known.get(name.toLowerCase())
        const id = same ?? ids[at] ?? 0
        piece.became('tag', textOf(row, 'id'), id)
        if (same !== undefined) return []
        known.set(name.toLowerCase(), id)
        const color = /^#[0-9a-f]{6}$/i.test(textOf(row, 'color')) ? textOf(row, 'color') : grey
        return [{ id, name, color, kanban: isSwitchedOn(row.kanban), ...timestampsOf(row, piece) }]
      })
      piece.moved += await piece.insert(insertMovedTags, made)
    },
  }
}
