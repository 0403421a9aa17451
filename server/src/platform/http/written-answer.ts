/**
 * An answer whose JSON the database wrote, sent without parsing. Tests and development validate it against its
 * schema.
 */
export class WrittenAnswer {
  constructor(readonly json: string) {}
}

/** Builds the JSON of an object, some of whose values are JSON already. */
export function writtenObject(
  written: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): WrittenAnswer {
  const parts = Object.entries(written).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parts.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
  }
  return new WrittenAnswer(`{${parts.join(',')}}`)
}
