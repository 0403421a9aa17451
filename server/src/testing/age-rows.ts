import type { RowValues, TableRows } from '../platform/testing/table-rows'

/** Moves this time of the matching rows back by so many seconds. */
export async function ageRows(
  rows: Pick<TableRows, 'find' | 'update'>,
  where: RowValues,
  column: string,
  seconds: number,
): Promise<void> {
  for (const { id, [column]: at } of await rows.find<{ id: number } & Record<string, unknown>>(where))
    await rows.update({ id }, { [column]: new Date((at as Date).getTime() - seconds * 1000) })
}
