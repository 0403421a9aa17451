import type { ErrorCode, ErrorData } from '@balcao/contract/errors'
import { Refusal } from './refusal'

type CodeWithoutData = {
  [Code in ErrorCode]: keyof ErrorData<Code> extends never ? Code : never
}[ErrorCode]

/** Throws the refusal when the row is null: `rowOrRefuse(await db.row(tagById, { id }), 'ERR_NO_TAG_FOUND')` */
export function rowOrRefuse<Row>(row: Row | null, code: CodeWithoutData): Row {
  if (row === null) throw new Refusal(code, {})
  return row
}
