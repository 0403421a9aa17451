/** An answer that is JSON text from the database already, so it is sent without parsing. */
export class SerializedAnswer {
  constructor(readonly json: string) {}
}

/** Serialises an object of which some values are JSON texts already. */
export function serializeAnswerWithRawJson(
  written: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): SerializedAnswer {
  const parts = Object.entries(written).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parts.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
  }
  return new SerializedAnswer(`{${parts.join(',')}}`)
}
