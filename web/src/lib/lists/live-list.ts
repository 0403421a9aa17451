interface WithId {
  readonly id: number
}

/** A list with one record put in its place, or at its end when it is new. */
export function withRecord<Row extends WithId>(list: readonly Row[], record: Row): Row[] {
  const isKnown = list.some(({ id }) => id === record.id)
  return isKnown ? list.map((row) => (row.id === record.id ? record : row)) : [...list, record]
}

export function withoutRecord<Row extends WithId>(list: readonly Row[], id: number): Row[] {
  return list.filter((row) => row.id !== id)
}
