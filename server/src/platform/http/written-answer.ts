/** An answer whose JSON the database wrote: it goes out as it stands. Tests and development read it against its schema. */
export class WrittenAnswer {
  constructor(readonly json: string) {}
}

/** The JSON of an object, some of whose values are JSON already. */
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
